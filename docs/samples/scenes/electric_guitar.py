"""A black electric guitar leaning against a wall."""

import kit

SHOT = kit.Shot(position=(0.22, -1.27, 0.78), target=(0.0, 0.0, 0.50), lens=33, fstop=9, tilt=1)

# The body's outline, clockwise from the neck pocket, with its origin at the bridge.
BODY = [
    (0.030, 0.190), (0.036, 0.160), (0.060, 0.152), (0.082, 0.178), (0.098, 0.214),
    (0.118, 0.226), (0.131, 0.204), (0.129, 0.160), (0.116, 0.112), (0.111, 0.060),
    (0.128, 0.008), (0.151, -0.050), (0.154, -0.108), (0.126, -0.158), (0.074, -0.182),
    (0.008, -0.190), (-0.062, -0.190), (-0.122, -0.168), (-0.156, -0.118), (-0.158, -0.062),
    (-0.138, -0.004), (-0.118, 0.054), (-0.121, 0.112), (-0.139, 0.170), (-0.150, 0.228),
    (-0.138, 0.264), (-0.112, 0.262), (-0.086, 0.226), (-0.062, 0.186), (-0.036, 0.174),
    (-0.030, 0.190),
]
GUARD = [
    (0.030, 0.150), (0.062, 0.140), (0.092, 0.160), (0.106, 0.150), (0.100, 0.100),
    (0.092, 0.050), (0.102, 0.000), (0.124, -0.060), (0.118, -0.110), (0.086, -0.120),
    (0.060, -0.070), (0.045, -0.020), (0.0, -0.012), (-0.045, -0.012), (-0.066, 0.020),
    (-0.086, 0.060), (-0.094, 0.110), (-0.098, 0.160), (-0.090, 0.180), (-0.060, 0.155),
    (-0.030, 0.150),
]
HEAD = [
    (-0.021, 0.0), (0.021, 0.0), (0.026, 0.022), (0.040, 0.034), (0.044, 0.052), (0.030, 0.066),
    (0.028, 0.09), (0.020, 0.150), (0.012, 0.182), (-0.006, 0.190), (-0.020, 0.176),
    (-0.030, 0.150), (-0.034, 0.09), (-0.032, 0.045), (-0.024, 0.022),
]
SCALE, NUT = 0.648, 0.648  # the strings' free length, and so the nut's height over the bridge


def build():
    """Saw body, neck and head, add the hardware and lean the whole against the wall."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0.5), side=-1, power=130, distance=2.0, height=1.7)
    kit.room(kit.planks("Floor boards", "#c0a481", "#94744e"),
             kit.plaster("Wall paint", "#d6d1c6"), wall_at=0.24)

    black = kit.plain("Black lacquer", "#08080a", 0.12, clearcoat=1.0)
    white = kit.plain("White plastic", "#ece8dd", 0.35)
    maple = kit.wood("Maple", "#d3a566", "#b78445", along="Z", scale=2, gloss=0.5)
    rosewood = kit.wood("Rosewood", "#4a2c1c", "#2a170e", along="Z", scale=2)
    chrome = kit.metal("Chrome", "#d5d5d3", 0.15)
    guitar = kit.group("Guitar", at=(0, -0.075, 0.207), turn=(-14, 3, 0))

    def part(builder, name, *arguments, **placement):
        return builder(name, *arguments, parent=guitar, **placement)

    part(kit.plate, "Body", kit.smooth_path(BODY, 5, closed=True), 0.044, black, 0.008)
    part(kit.plate, "Guard", kit.smooth_path(GUARD, 4, closed=True), 0.0025, white, 0.0008,
         at=(0, -0.0232, 0))
    neck = [(-0.028, 0.10), (0.028, 0.10), (0.021, NUT), (-0.021, NUT)]
    part(kit.plate, "Neck", neck, 0.022, maple, 0.004, at=(0, -0.018, 0))
    board = [(-0.028, 0.148), (0.028, 0.148), (0.0212, NUT), (-0.0212, NUT)]
    part(kit.plate, "Fingerboard", board, 0.006, rosewood, 0.001, at=(0, -0.031, 0))
    part(kit.plate, "Head", kit.smooth_path(HEAD, 4, closed=True), 0.015, maple, 0.003,
         at=(0, -0.018, NUT))
    part(kit.box, "Nut", (0.042, 0.008, 0.004), white, 0.0006, at=(0, -0.032, NUT))

    # Each fret divides the remaining string length by the twelfth root of two.
    for number in range(1, 22):
        height = SCALE / 2 ** (number / 12)
        width = 0.0425 + 0.0135 * (1 - (height - 0.148) / 0.5)
        part(kit.box, "Fret", (width, 0.0016, 0.0022), chrome, 0.0005, at=(0, -0.0345, height))
        if number in (3, 5, 7, 9, 12, 15, 17, 19, 21):
            middle = SCALE / 2 ** ((number - 0.5) / 12)
            for x in (-0.011, 0.011) if number == 12 else (0,):
                part(kit.cylinder, "Dot", 0.0032, 0.001, white, 0.0002, at=(x, -0.034, middle),
                     turn=(90, 0, 0))

    for height, slant in ((0.118, 0), (0.075, 0), (0.030, 10)):
        part(kit.box, "Pickup", (0.082, 0.012, 0.018), white, 0.006, at=(0, -0.028, height),
             turn=(0, slant, 0))
        for i in range(6):
            part(kit.cylinder, "Pole", 0.0024, 0.002, chrome, 0.0004,
                 at=((i - 2.5) * 0.0105, -0.0345, height - (i - 2.5) * 0.0105 * slant / 57),
                 turn=(90, 0, 0))
    part(kit.box, "Bridge", (0.084, 0.010, 0.036), chrome, 0.002, at=(0, -0.027, -0.006))
    for x, z in ((0.076, -0.022), (0.092, -0.062), (0.101, -0.098)):
        part(kit.cylinder, "Knob", 0.0115, 0.016, white, 0.003, at=(x, -0.032, z), turn=(90, 0, 0))
    part(kit.box, "Switch", (0.004, 0.016, 0.005), white, 0.001, at=(0.085, -0.032, 0.03),
         turn=(0, 0, 12))

    for i in range(6):
        low, high = (i - 2.5) * 0.0103, (i - 2.5) * 0.0070
        peg = NUT + 0.035 + 0.0235 * i
        post_x = -0.012 + 0.0035 * i
        string = [(low, -0.0365, 0.0), (high, -0.0365, NUT), (post_x, -0.030, peg)]
        part(kit.tube, "String", string, 0.00065 - 0.00006 * i, chrome, smooth=False)
        part(kit.cylinder, "Post", 0.0032, 0.012, chrome, 0.0008, at=(post_x, -0.029, peg),
             turn=(90, 0, 0))
        part(kit.box, "Tuner", (0.016, 0.006, 0.0115), chrome, 0.0028,
             at=(-0.044 + 0.002 * abs(i - 2.5), -0.016, peg))
