"""A green wall clock."""

import math

import kit

SHOT = kit.Shot(position=(0.14, -0.78, 1.51), target=(0.0, 0.0, 1.55), lens=36, fstop=9, tilt=1)
RADIUS = 0.15


def hand(name, length, width, degrees, material, depth):
    """A hand that tapers to its tip and balances behind the axle."""
    outline = [(-width / 2, -length * 0.2), (width / 2, -length * 0.2), (width * 0.3, length),
               (-width * 0.3, length)]
    kit.plate(name, outline, 0.0012, material, 0.0003, at=(0, depth, 1.55), turn=(0, degrees, 0))


def build():
    """Build the case, the dial with numerals and the hands at nine past ten."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 1.5), side=-1, power=75, height=2.3)
    kit.room(kit.planks("Floor boards", "#a98a68", "#80603f"),
             kit.plaster("Wall paint", "#cdc6ba"), wall_at=0.0)

    # The lathe's axis is upright; laying it down points the dial at the room.
    facing = {"at": (0, 0, 1.55), "turn": (90, 0, 0)}
    green = kit.plain("Green enamel", "#1e7a3c", 0.22, clearcoat=0.6)
    rim = [(RADIUS * 0.96, 0.0), (RADIUS * 1.05, 0.004), (RADIUS * 1.1, 0.02),
           (RADIUS * 1.07, 0.04), (RADIUS * 1.0, 0.046), (RADIUS * 0.95, 0.04),
           (RADIUS * 0.93, 0.025), (RADIUS * 0.93, 0.012)]
    kit.lathe("Rim", rim, green, **facing)
    kit.cylinder("Dial", RADIUS * 0.95, 0.01, kit.plain("Dial", "#f1ede2", 0.45),
                 at=(0, -0.008, 1.55), turn=(90, 0, 0))
    black = kit.plain("Black print", "#141414", 0.5)
    for hour in range(1, 13):
        angle = math.radians(30 * hour)
        place = (RADIUS * 0.70 * math.sin(angle), -0.0135, 1.55 + RADIUS * 0.70 * math.cos(angle))
        kit.lettering("Numeral", str(hour), 0.036, black, at=place, turn=(90, 0, 0))
    for minute in range(60):
        long = minute % 5 == 0
        angle = math.radians(6 * minute)
        reach = RADIUS * (0.865 if long else 0.88)
        size = (0.0028 if long else 0.0012, 0.0006, 0.009 if long else 0.005)
        kit.box("Mark", size, black, 0.0001,
                at=(reach * math.sin(angle), -0.0132, 1.55 + reach * math.cos(angle)),
                turn=(0, 6 * minute, 0))
    hand("Hour hand", 0.068, 0.009, 304, black, -0.019)
    hand("Minute hand", 0.108, 0.0065, 54, black, -0.021)
    hand("Second hand", 0.118, 0.0022, 205, kit.plain("Red", "#b3201c", 0.4), -0.023)
    kit.cylinder("Axle", 0.0065, 0.012, kit.metal("Axle"), at=(0, -0.021, 1.55), turn=(90, 0, 0))
