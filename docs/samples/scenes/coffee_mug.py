"""A red coffee mug on a kitchen table."""

import kit

SHOT = kit.Shot(position=(0.05, -0.34, 0.215), target=(0.012, 0.0, 0.050), lens=40,
                fstop=7, tilt=1.5, exposure=0.0)


def build():
    """Turn the mug, bend its handle and fill it."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0), side=-1, power=65, distance=1.6, height=1.5, size=1.3)
    oak = kit.wood("Oak", "#b98d5e", "#7d5530", along="X")
    kit.tabletop(oak, (1.8, 1.1), at=(0, 0.1, 0))
    kit.box("Wall", (5, 0.1, 3), kit.plaster("Wall paint", "#d9d6cf"), at=(0, 0.9, 0.8))

    red = kit.glazed("Red glaze", "#c3141b")
    wall = [(0, 0.004), (0.034, 0.004), (0.0375, 0), (0.0405, 0.004), (0.0425, 0.02),
            (0.043, 0.06), (0.043, 0.09), (0.0428, 0.0955), (0.0412, 0.0975)]
    inside = [(0.0412, 0.0975), (0.0396, 0.0955), (0.0392, 0.09), (0.0392, 0.05), (0.0385, 0.02),
              (0.035, 0.009), (0, 0.008)]
    mug = kit.group("Mug", turn=(0, 0, -8))
    kit.lathe("Mug wall", wall, red, parent=mug)
    kit.lathe("Mug inside", inside, kit.glazed("White glaze", "#eeeae0"), parent=mug)
    handle = [(0.0405, 0, 0.079), (0.052, 0, 0.0815), (0.066, 0, 0.076), (0.0725, 0, 0.060),
              (0.069, 0, 0.041), (0.057, 0, 0.027), (0.0405, 0, 0.0225)]
    kit.tube("Handle", handle, [0.0066, 0.0057, 0.0053, 0.0052, 0.0053, 0.0057, 0.0066], red,
             parent=mug)
    coffee = kit.plain("Coffee", "#22100a", 0.06)
    kit.cylinder("Coffee", 0.0391, 0.002, coffee, 0.0002, at=(0, 0, 0.078))

    # A linen napkin under the edge of the table's light makes the place look lived in.
    linen = kit.fabric("Linen", "#d8d2c4", threads=1400, shade="#c6bfae")
    kit.box("Napkin", (0.17, 0.13, 0.003), linen, 0.0012, at=(-0.14, 0.16, 0.0016), turn=(0, 0, 14))
