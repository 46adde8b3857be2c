"""A yellow table lamp on a bedside table."""

import math

import kit

SHOT = kit.Shot(position=(0.12, -1.10, 0.98), target=(0.0, 0.0, 0.80), lens=38, fstop=9, tilt=-1)


def build():
    """Turn the foot and the shade, and light the bulb a little."""
    kit.ambience(strength=0.35)
    kit.window(target=(0, 0, 0.8), side=-1, power=80)
    kit.room(kit.planks("Floor boards", "#a98a68", "#80603f"),
             kit.plaster("Wall paint", "#cfd2d3"), wall_at=0.42)
    walnut = kit.wood("Walnut", "#7a5238", "#4a2e1d", along="X")
    kit.tabletop(walnut, (0.80, 0.50), at=(0, 0.05, 0.55))
    for x in (-0.36, 0.36):
        for y in (-0.16, 0.26):
            kit.box("Leg", (0.04, 0.04, 0.52), walnut, at=(x, y, 0.26))

    yellow = kit.glazed("Yellow glaze", "#e8b010")
    brass = kit.metal("Brass", "#c8a050", 0.28)
    lamp = kit.group("Lamp", at=(0, 0.05, 0.55))
    foot = [(0, 0), (0.062, 0), (0.068, 0.006), (0.066, 0.014), (0.05, 0.024), (0.052, 0.045),
            (0.082, 0.09), (0.094, 0.13), (0.084, 0.175), (0.05, 0.21), (0.028, 0.23),
            (0.024, 0.245), (0.0, 0.247)]
    kit.lathe("Foot", foot, yellow, parent=lamp)
    kit.cylinder("Stem", 0.0075, 0.10, brass, at=(0, 0, 0.29), parent=lamp)
    kit.cylinder("Collar", 0.02, 0.014, brass, 0.003, at=(0, 0, 0.25), parent=lamp)
    kit.cylinder("Socket", 0.018, 0.05, brass, 0.003, at=(0, 0, 0.335), parent=lamp)
    kit.ball("Bulb", 0.028, kit.glowing("Bulb", "#ffd9a0", 14), at=(0, 0, 0.385), parent=lamp)

    # The cloth lets some of the bulb's light through, hence the translucent part.
    cloth = kit.Shader("Shade cloth", base_color=kit.rgb("#f0b71c"), roughness=0.9, specular=0.1)
    where = cloth.coordinates()
    cloth.bump(cloth.noise(where, 500.0, 2.0), 0.25, 0.001)
    through = cloth.node("BsdfTranslucent", Color=kit.rgb("#f2b325"))
    mix = cloth.node("MixShader")
    mix.inputs[0].default_value = 0.35
    cloth.feed(mix.inputs[1], cloth.surface.outputs[0])
    cloth.feed(mix.inputs[2], through.outputs[0])
    cloth.feed(cloth.tree.nodes["Material Output"].inputs["Surface"], mix.outputs[0])
    shade = [(0.178, 0.29), (0.1782, 0.291), (0.112, 0.519), (0.111, 0.52)]
    kit.lathe("Shade", shade, cloth.material, rounded=False, parent=lamp)
    trim = kit.fabric("Trim", "#d59c12")
    for radius, height in ((0.178, 0.2915), (0.1115, 0.519)):
        ring = [(radius * math.cos(a * math.pi / 24), radius * math.sin(a * math.pi / 24), height)
                for a in range(48)]
        kit.tube("Trim", ring, 0.0028, trim, closed=True, parent=lamp)
    for angle in (30, 150, 270):
        end = (0.111 * math.cos(math.radians(angle)), 0.111 * math.sin(math.radians(angle)), 0.512)
        kit.tube("Spoke", [(0, 0, 0.44), end], 0.0015, brass, smooth=False, parent=lamp)
    cord = [(0.05, 0.03, 0.006), (0.12, 0.10, 0.004), (0.2, 0.12, 0.004), (0.26, 0.2, 0.004),
            (0.3, 0.255, 0.0), (0.31, 0.27, -0.1), (0.31, 0.27, -0.5)]
    kit.tube("Cord", cord, 0.003, kit.plain("Cord", "#e5dfd2", 0.5), parent=lamp)
