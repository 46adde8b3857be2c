"""A brown felt cowboy hat on a table."""

import math

import kit

SHOT = kit.Shot(position=(0.25, -0.64, 0.33), target=(0.0, 0.0, 0.065), lens=36, landscape=True,
                fstop=8, tilt=-1.5)
LONG, WIDE, HEIGHT = 0.105, 0.083, 0.125  # half axes of the head opening, height of the crown


def brim(u, v):
    """From the head opening outwards, rolled up at both sides and dipped in front and behind."""
    angle = 2 * math.pi * u
    side = math.sin(angle) ** 2  # 1 at the sides, 0 in front and behind
    reach = 1 + v * 0.95
    rise = 0.105 * side**1.4 * v**2.1 - 0.018 * (1 - side) * v**1.3
    pull = 1 - 0.16 * side * v**2  # what rolls up no longer reaches outwards
    return (
        LONG * math.cos(angle) * reach,
        WIDE * math.sin(angle) * (1 + v * 1.15) * pull,
        0.022 + rise,
    )


def crown(u, v):
    """The crown narrows upwards, is pinched in front and creased along its top."""
    angle = 2 * math.pi * u
    height = min(v / 0.62, 1.0)
    inward = max(v - 0.62, 0) / 0.38
    round_off = math.sqrt(max(1 - inward**2.6, 0)) if inward else 1.0
    narrow = (1 - 0.17 * height**1.5) * round_off
    x, y = LONG * math.cos(angle) * narrow, WIDE * math.sin(angle) * narrow
    z = HEIGHT * height * 0.9 + HEIGHT * 0.16 * (1 - (1 - inward) ** 2.0)
    # Front is positive X: both dents beside it, then the long crease in the middle of the top.
    dent = math.exp(-((x - 0.062) / 0.032) ** 2) * height**2
    y *= 1 - 0.30 * dent
    crease = math.exp(-((y / 0.026) ** 2)) * (0.034 + 0.012 * dent) * inward**0.7
    lean = 0.012 * height * (x / LONG)  # the front stands a little higher
    return (x, y, 0.022 + z - crease + lean)


def build():
    """Press the felt into shape and tie the band round it."""
    kit.ambience(strength=0.42)
    kit.window(target=(0, 0, 0.1), side=-1, power=100, distance=1.9, height=1.6)
    pale = kit.wood("Whitewashed pine", "#d8d2c6", "#aaa294", along="X")
    kit.tabletop(pale, (2.4, 1.1), at=(0, 0.2, 0))
    kit.box("Wall", (5, 0.1, 3), kit.plaster("Wall paint", "#c9cdce"), at=(0, 0.85, 0.8))

    felt = kit.Shader("Felt", roughness=0.95, sheen=0.6, specular=0.08)
    fibres = felt.noise(felt.coordinates(), 60.0, 10.0, 0.75)
    felt.set("Base Color", felt.ramp(fibres, [(0.3, "#5a3418"), (0.65, "#774924")]))
    felt.bump(fibres, 0.25, 0.0015)

    hat = kit.group("Hat", at=(0, 0, 0.004), turn=(0, 0, -52))
    rim = kit.surface("Brim", brim, 160, 32, felt.material, wrap=True, parent=hat)
    thick = rim.modifiers.new("Thickness", "SOLIDIFY")
    thick.thickness, thick.offset = 0.0028, 0
    kit.surface("Crown", crown, 160, 80, felt.material, wrap=True, parent=hat)
    edge = [brim(i / 80, 1.0) for i in range(80)]
    kit.tube("Edge", edge, 0.0019, felt.material, closed=True, parent=hat)

    leather = kit.plain("Band", "#1d130d", 0.4)

    def band(u, v):
        x, y, z = crown(u, 0.02 + 0.13 * v)
        return (x * 1.016, y * 1.016, z)

    strip = kit.surface("Band", band, 160, 6, leather, wrap=True, parent=hat)
    strip.modifiers.new("Thickness", "SOLIDIFY").thickness = 0.002
    buckle = kit.metal("Buckle", "#c2b28a", 0.25)
    x, y, z = band(0.80, 0.5)
    kit.box("Buckle", (0.020, 0.003, 0.021), buckle, 0.0012, at=(x, y - 0.002, z), turn=(0, 0, 15),
            parent=hat)
