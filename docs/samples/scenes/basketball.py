"""An orange basketball on a wooden floor."""

import math

import kit

SHOT = kit.Shot(position=(0.18, -0.74, 0.37), target=(0.0, 0.0, 0.115), lens=34, fstop=8,
                tilt=2, exposure=0.0)
RADIUS = 0.121


def seam(function, count=96):
    """A closed seam on the ball from a direction given for each angle."""
    points = []
    for i in range(count):
        x, y, z = function(2 * math.pi * i / count)
        length = math.sqrt(x * x + y * y + z * z) / (RADIUS - 0.0004)
        points.append((x / length, y / length, z / length))
    return points


def build():
    """Make the pebbled ball and lay its eight-panel seams into it."""
    kit.ambience(strength=0.4)
    kit.window(target=(0, 0, 0.1), side=-1, power=85)
    kit.room(kit.planks("Floor boards", "#c9b08c", "#a3855f"),
             kit.plaster("Wall paint", "#d5d5d0"), wall_at=0.75)

    leather = kit.Shader("Leather", base_color=kit.rgb("#d9621b"), roughness=0.5, specular=0.3)
    pebbles = leather.node("TexVoronoi", Vector=leather.coordinates(), Scale=290.0)
    leather.bump(pebbles.outputs["Distance"], 0.6, 0.0014)
    wear = leather.noise(leather.coordinates(), 9.0, 5.0)
    leather.set("Base Color", leather.ramp(wear, [(0.25, "#b94a12"), (0.65, "#e06a1e")]))

    ball = kit.group("Basketball", at=(0, 0, RADIUS), turn=(24, -18, 35))
    kit.ball("Ball", RADIUS, leather.material, parent=ball)
    rubber = kit.plain("Seam", "#15110f", 0.6)
    seams = [
        lambda a: (math.cos(a), math.sin(a), 0),
        lambda a: (math.cos(a), 0, math.sin(a)),
    ]
    # The two curved seams: circles that bulge outwards where they cross the straight ones.
    for side in (-1, 1):
        seams.append(
            lambda a, side=side: (
                side * (0.62 + 0.16 * math.cos(2 * a)),
                0.86 * math.cos(a),
                0.86 * math.sin(a),
            )
        )
    for function in seams:
        kit.tube("Seam", seam(function), 0.0021, rubber, closed=True, parent=ball)
