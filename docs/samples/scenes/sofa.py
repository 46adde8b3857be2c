"""A green sofa for two."""

import kit

SHOT = kit.Shot(position=(0.60, -2.25, 1.12), target=(-0.02, 0.0, 0.40), lens=30, landscape=True,
                fstop=11, tilt=-1)


def build():
    """Stuff the seat, the back and the arms, and set them on wooden feet."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0.5), side=-1, power=230, distance=2.6, height=2.0, size=1.9)
    kit.room(kit.planks("Floor boards", "#c0a481", "#94744e"),
             kit.plaster("Wall paint", "#d9d6cf"), wall_at=0.62)
    kit.box("Rug", (2.3, 0.9, 0.012), kit.carpet("Rug", "#d8d4ca", "#8f897c"), 0.005,
            at=(-0.1, -0.72, 0.006))

    green = kit.fabric("Green velvet", "#1f7048", threads=500, sheen=0.9, shade="#175a39")
    beech = kit.wood("Feet", "#a57a4c", "#6f4b29", along="Z")
    sofa = kit.group("Sofa", turn=(0, 0, -6))
    for x in (-0.78, 0.78):
        for y in (-0.30, 0.34):
            kit.tube("Foot", [(x, y, 0), (x * 0.985, y * 0.97, 0.13)], [0.014, 0.024], beech,
                     smooth=False, parent=sofa)
    kit.box("Frame", (1.70, 0.80, 0.17), green, 0.03, at=(0, 0.02, 0.21), parent=sofa)
    kit.box("Back frame", (1.70, 0.17, 0.52), green, 0.06, at=(0, 0.36, 0.53), turn=(-6, 0, 0),
            parent=sofa)
    for side in (-1, 1):
        kit.cushion("Seat cushion", (0.74, 0.70, 0.19), green, 0.25, 0.02,
                    at=(side * 0.357, -0.05, 0.385), parent=sofa)
        kit.cushion("Back cushion", (0.71, 0.21, 0.46), green, 0.38, 0.03,
                    at=(side * 0.355, 0.225, 0.655), turn=(-12, 0, side * 1.5), parent=sofa)
        kit.cushion("Arm", (0.19, 0.84, 0.46), green, 0.22, 0.015,
                    at=(side * 0.80, 0.0, 0.37), parent=sofa)
        piping = [(side * 0.80, -0.405, 0.17), (side * 0.80, -0.408, 0.5)]
        kit.tube("Seam", piping, 0.004, green, smooth=False, parent=sofa)
    cream = kit.fabric("Cream linen", "#e3dac6", threads=700, shade="#d3c8b0")
    kit.cushion("Scatter cushion", (0.42, 0.15, 0.40), cream, 0.45, 0.015,
                at=(-0.53, 0.07, 0.64), turn=(-20, 9, 14), parent=sofa)
