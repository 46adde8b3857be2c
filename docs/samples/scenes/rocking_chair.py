"""A wooden rocking chair on a rug."""

import math

import kit

SHOT = kit.Shot(position=(1.0, -1.82, 1.10), target=(0.0, 0.05, 0.55), lens=31, fstop=11, tilt=1)
HALF = 0.26  # from the middle to the posts


def build():
    """Bend the rockers, set up the posts and hang slats, seat and arms between them."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0.5), side=-1, power=190, distance=2.6, height=2.0, size=1.8)
    kit.room(kit.planks("Floor boards", "#c2b6a4", "#9c8f7c"),
             kit.plaster("Wall paint", "#d3d6d6"), wall_at=1.0)
    kit.box("Rug", (1.7, 1.5, 0.012), kit.carpet("Rug", "#dedad0", "#b9b3a6"), 0.005,
            at=(0, 0, 0.006))

    upright = kit.wood("Cherry, upright", "#8a4420", "#55240f", along="Z", scale=2, gloss=0.3)
    across = kit.wood("Cherry, across", "#8a4420", "#55240f", along="X", scale=2, gloss=0.3)
    deep = kit.wood("Cherry, deep", "#8a4420", "#55240f", along="Y", scale=2, gloss=0.3)
    chair = kit.group("Rocking chair", at=(0, 0, 0.012), turn=(0, 0, 8))

    # The rockers are parts of a circle of 1.15 m, which touches the floor under the seat.
    bow, lowest = 1.15, 0.02

    def on_rocker(y):
        return bow - math.sqrt(bow * bow - y * y) + lowest

    for side in (-HALF, HALF):
        path = [(side, y / 100, on_rocker(y / 100)) for y in range(-44, 57, 5)]
        kit.tube("Rocker", path, 0.019, deep, parent=chair)
        front = [(side, -0.23, on_rocker(-0.23)), (side, -0.235, 0.25), (side, -0.24, 0.43),
                 (side, -0.24, 0.63)]
        kit.tube("Front leg", front, [0.017, 0.022, 0.022, 0.016], upright, parent=chair)
        back = [(side, 0.22, on_rocker(0.22)), (side, 0.21, 0.25), (side, 0.215, 0.42),
                (side, 0.29, 0.80), (side, 0.37, 1.13)]
        kit.tube("Back post", back, [0.017, 0.022, 0.022, 0.019, 0.014], upright, parent=chair)
        kit.ball("Finial", 0.022, upright, at=(side, 0.374, 1.145), parent=chair)
        kit.box("Arm", (0.075, 0.58, 0.024), deep, 0.01, at=(side * 1.03, -0.01, 0.643),
                turn=(-2, 0, 0), parent=chair)
        for height in (0.17, 0.29):
            rung = [(side, -0.235, height), (side, 0.212, height)]
            kit.tube("Side rung", rung, 0.0115, deep, smooth=False, parent=chair)
    for y, height in ((-0.235, 0.20), (-0.235, 0.31), (0.212, 0.23)):
        rung = [(-HALF, y, height), (HALF, y, height)]
        kit.tube("Rung", rung, 0.0115, across, smooth=False, parent=chair)

    # The seat is hollowed a little, as a carved one is.
    def seat(u, v):
        x, y = (u - 0.5) * 2, (v - 0.5) * 2
        hollow = 0.022 * (1 - x * x) * (1 - y * y)
        return (x * 0.285, -0.02 + y * 0.265, 0.435 - hollow + 0.012 * y * -1)

    board = kit.surface("Seat", seat, 24, 24, across, parent=chair)
    thick = board.modifiers.new("Thickness", "SOLIDIFY")
    thick.thickness = 0.032
    kit.bevel(board, 0.01)

    def back_at(height):
        """The depth of the leaning back at a height above the seat."""
        return 0.215 + (height - 0.42) * (0.155 / 0.71)

    for i in range(7):
        x = (i - 3) * 0.066
        spindle = [(x, back_at(0.43), 0.43), (x, back_at(0.7) + 0.018, 0.7),
                   (x, back_at(1.0), 1.02)]
        kit.tube("Spindle", spindle, [0.009, 0.0125, 0.009], upright, parent=chair)
    outline = kit.smooth_path(
        [(-HALF, 0.99), (0, 1.0), (HALF, 0.99), (HALF, 1.09), (0.12, 1.125), (-0.12, 1.125),
         (-HALF, 1.09)], 6, closed=True)
    outline = [(max(-HALF, min(HALF, x)), z - 1.05) for x, z in outline]
    kit.plate("Head rest", outline, 0.024, across, 0.007, at=(0, back_at(1.05) - 0.002, 1.05),
              turn=(-12.5, 0, 0), parent=chair)
