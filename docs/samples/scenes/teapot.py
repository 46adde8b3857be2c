"""A blue teapot on a table."""

import kit

SHOT = kit.Shot(position=(0.04, -0.60, 0.29), target=(0.005, 0.0, 0.082), lens=40, landscape=True,
                fstop=8, tilt=-1)


def build():
    """Turn the body and the lid, and bend the spout and the handle."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0.1), side=-1, power=80, distance=1.9, height=1.6)
    kit.tabletop(kit.wood("Ash", "#cdb08a", "#a07f55", along="X"), (2.2, 1.1), at=(0, 0.15, 0))
    kit.box("Wall", (5, 0.1, 3), kit.plaster("Wall paint", "#d8d3c8"), at=(0, 0.85, 0.8))

    blue = kit.glazed("Blue glaze", "#1549a8")
    pot = kit.group("Teapot", turn=(0, 0, -12))
    body = [(0, 0.004), (0.045, 0.003), (0.05, 0), (0.054, 0.004), (0.074, 0.025), (0.088, 0.058),
            (0.087, 0.088), (0.072, 0.116), (0.053, 0.130), (0.046, 0.134), (0.043, 0.132)]
    kit.lathe("Body", body, blue, parent=pot)
    lid = [(0.0475, 0.1335), (0.049, 0.136), (0.046, 0.1395), (0.034, 0.147), (0.018, 0.152),
           (0.009, 0.155), (0.0075, 0.160), (0.012, 0.166), (0.0145, 0.173), (0.011, 0.181),
           (0, 0.184)]
    kit.lathe("Lid", lid, blue, parent=pot)
    spout = [(0.066, 0, 0.046), (0.092, 0, 0.056), (0.112, 0, 0.080), (0.124, 0, 0.110),
             (0.142, 0, 0.134)]
    kit.tube("Spout", spout, [0.026, 0.021, 0.0155, 0.012, 0.0098], blue, parent=pot)
    tea = kit.plain("Spout hole", "#0a0f1c", 0.6)
    kit.ball("Spout hole", 0.0074, tea, at=(0.1405, 0, 0.1345), parent=pot)
    handle = [(-0.068, 0, 0.112), (-0.090, 0, 0.130), (-0.118, 0, 0.130), (-0.136, 0, 0.107),
              (-0.134, 0, 0.076), (-0.116, 0, 0.050), (-0.082, 0, 0.040)]
    kit.tube("Handle", handle, [0.0095, 0.008, 0.0074, 0.0072, 0.0072, 0.0075, 0.0095], blue,
             parent=pot)

    linen = kit.fabric("Linen", "#e4dfd3", threads=1400, shade="#d2ccbd")
    kit.box("Cloth", (0.36, 0.26, 0.003), linen, 0.0012, at=(0, 0, -0.0008), turn=(0, 0, 8))
    pot.location = (0, 0, 0.001)
