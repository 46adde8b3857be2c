"""A silver laptop on a desk."""

import kit

SHOT = kit.Shot(position=(0.12, -0.53, 0.37), target=(-0.005, 0.04, 0.085), lens=32, landscape=True,
                fstop=9, tilt=1)
WIDTH, DEPTH = 0.33, 0.225
ROWS = (14, 14, 13, 12, 8)  # keys in each row, from the digits to the space bar


def keyboard(base, top, material):
    """Lay out rows of keys; the space bar takes the place of six keys of the last row."""
    pitch, left = 0.0198, -0.139
    for row, count in enumerate(ROWS):
        y = 0.092 - row * pitch
        units = [1.0] * count
        if row == 4:
            units[3] = 6.0
        missing = 14 - sum(units)
        units[0] += missing / 2  # the outer keys of a row are wider
        units[-1] += missing / 2
        x = left
        for unit in units:
            size = (unit * pitch - 0.003, pitch - 0.003, 0.0016)
            place = (x + unit * pitch / 2, y, top)
            kit.box("Key", size, material, 0.0007, at=place, parent=base)
            x += unit * pitch


def build():
    """Build base, keys and lid, and light the screen with a plain landscape."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0.1), side=-1, power=75, distance=1.8, height=1.6)
    kit.tabletop(kit.wood("Oak", "#c29a68", "#8c6339", along="X"), (2.2, 1.1), at=(0, 0.2, 0))
    kit.box("Wall", (5, 0.1, 3), kit.plaster("Wall paint", "#d8d4cb"), at=(0, 0.85, 0.8))

    silver = kit.plain("Silver", "#b9bbbe", 0.38, metallic=0.75)
    black = kit.plain("Black plastic", "#121214", 0.45)
    glass = kit.plain("Screen frame", "#060607", 0.12)
    base = kit.group("Laptop", turn=(0, 0, -14))
    kit.box("Base", (WIDTH, DEPTH, 0.013), silver, 0.005, at=(0, 0, 0.0075), parent=base)
    well = kit.plain("Keyboard well", "#9b9da0", 0.4, metallic=0.7)
    kit.box("Well", (0.286, 0.106, 0.0008), well, 0.0003, at=(0, 0.052, 0.0141), parent=base)
    keyboard(base, 0.0152, black)
    pad = kit.plain("Touch pad", "#a7a9ac", 0.3, metallic=0.7)
    kit.box("Touch pad", (0.105, 0.066, 0.0006), pad, 0.0003, at=(0, -0.062, 0.0141), parent=base)
    kit.cylinder("Hinge", 0.006, 0.25, black, at=(0, DEPTH / 2 - 0.003, 0.013), turn=(0, 90, 0),
                 parent=base)

    lid = kit.group("Lid", at=(0, DEPTH / 2, 0.014), turn=(-18, 0, 0), parent=base)
    kit.box("Lid shell", (WIDTH, 0.006, 0.215), silver, 0.0028, at=(0, 0, 0.1085), parent=lid)
    kit.box("Screen frame", (WIDTH - 0.008, 0.001, 0.207), glass, 0.0003, at=(0, -0.0031, 0.1085),
            parent=lid)

    # The wallpaper: a sky that brightens towards hills, mixed by height with a wave for the ridge.
    picture = kit.Shader("Wallpaper", roughness=0.15)
    place = picture.node("TexCoord").outputs["Generated"]
    split = picture.node("SeparateXYZ", Vector=place)
    ridge = picture.noise(picture.node("Mapping", Vector=place, Scale=(2.2, 0, 0)).outputs[0], 1.5)
    lifted = picture.node("Math", {"operation": "MULTIPLY_ADD"})
    picture.feed(lifted.inputs[0], ridge)
    lifted.inputs[1].default_value = -0.5
    picture.feed(lifted.inputs[2], split.outputs["Z"])
    colours = picture.ramp(lifted.outputs[0], [(0.0, "#1d3b4f"), (0.08, "#3e6f7c"),
                                               (0.16, "#7fa7a8"), (0.17, "#f2d3ae"),
                                               (0.8, "#5b8fc4")])
    picture.set("Base Color", (0, 0, 0, 1))
    picture.set("Emission", colours)
    picture.set("Emission Strength", 0.9)
    kit.box("Screen", (WIDTH - 0.024, 0.0006, 0.183), picture.material, 0.0002,
            at=(0, -0.0038, 0.112), parent=lid)
