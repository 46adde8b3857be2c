"""Shared building blocks for the sample scenes: materials, shapes, room, light and camera.

Everything is made from code, so the pictures need no model, texture or font files. Lengths are
metres, Z points up, the wall stands behind the product at positive Y and the camera looks along
positive Y. Colours are given as the usual `#rrggbb` notation.
"""

import math
from dataclasses import dataclass

import bpy
from mathutils import Matrix, Vector


@dataclass(frozen=True)
class Shot:
    """Where the phone is held: its place, what it points at, and how it is held."""

    position: tuple
    target: tuple
    lens: float = 30.0  # 35 mm equivalent; a phone's main camera is about 26 mm
    landscape: bool = False
    fstop: float = 8.0  # a phone's small sensor blurs little, like a large one stopped down
    tilt: float = 0.0  # tilt of the phone, in degrees
    exposure: float = 0.3  # stops; phones brighten a room


# ---------------------------------------------------------------------------------------------
# Colours and materials
# ---------------------------------------------------------------------------------------------


def rgb(colour, alpha=1.0):
    """Turn `#rrggbb` into the linear colour that Blender's shaders expect."""

    def linear(byte):
        value = byte / 255.0
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    digits = colour.lstrip("#")
    return tuple(linear(int(digits[i : i + 2], 16)) for i in (0, 2, 4)) + (alpha,)


class Shader:
    """A small wrapper round a node tree, so that a material reads as a list of steps."""

    def __init__(self, name, **principled):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.surface = self.tree.nodes["Principled BSDF"]
        for socket, value in principled.items():
            self.surface.inputs[socket.replace("_", " ").title()].default_value = value

    def node(self, kind, settings=None, **inputs):
        """Add a node; an input may be a plain value or another node's output socket."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for attribute, value in (settings or {}).items():
            setattr(node, attribute, value)
        for socket, value in inputs.items():
            self.feed(node.inputs[socket.replace("_", " ").title()], value)
        return node

    def feed(self, socket, value):
        """Connect an output to a socket, or set the socket to a value."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def set(self, socket, value):
        """Feed one of the surface's own inputs."""
        self.feed(self.surface.inputs[socket], value)

    def coordinates(self, stretch=(1, 1, 1), turn=(0, 0, 0)):
        """Object coordinates, scaled per axis: a small factor draws the pattern out."""
        source = self.node("TexCoord").outputs["Object"]
        return self.node("Mapping", Vector=source, Scale=stretch, Rotation=turn).outputs[0]

    def noise(self, vector, scale, detail=4.0, roughness=0.5):
        """A grey fractal pattern with values round one half."""
        node = self.node(
            "TexNoise", Vector=vector, Scale=scale, Detail=detail, Roughness=roughness
        )
        return node.outputs["Fac"]

    def ramp(self, factor, stops):
        """Map a 0..1 value to colours; `stops` is a list of (position, colour)."""
        node = self.node("ValToRGB", Fac=factor)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position, element.color = position, rgb(colour)
        return node.outputs["Color"]

    def bump(self, height, strength, distance=0.002):
        """Let a pattern disturb the surface normal."""
        node = self.node("Bump", Height=height, Strength=strength, Distance=distance)
        self.set("Normal", node.outputs["Normal"])


def plain(name, colour, roughness=0.5, **principled):
    """An even material such as plastic, paint, metal or leather-like rubber."""
    return Shader(name, base_color=rgb(colour), roughness=roughness, **principled).material


def glazed(name, colour):
    """Glazed ceramic: glossy, with the faint unevenness of a hand-dipped glaze."""
    shader = Shader(name, base_color=rgb(colour), roughness=0.12, specular=0.5)
    shader.bump(shader.noise(shader.coordinates(), 14.0, 2.0), 0.06, 0.01)
    return shader.material


def fabric(name, colour, threads=900.0, sheen=0.4, shade=None):
    """Woven cloth: two crossed thread directions as bump and a soft mottle in the colour."""
    shader = Shader(name, roughness=0.95, sheen=sheen, specular=0.1)
    where = shader.coordinates()
    mottle = shader.noise(where, threads / 40.0, 6.0, 0.65)
    shader.set("Base Color", shader.ramp(mottle, [(0.25, shade or colour), (0.6, colour)]))
    weave = [
        shader.node(
            "TexWave",
            {"bands_direction": axis},
            Vector=where,
            Scale=threads / 20.0,
            Distortion=1.5,
        ).outputs["Fac"]
        for axis in ("X", "Z")
    ]
    both = shader.node("Math", {"operation": "ADD"})
    for socket, value in zip(both.inputs, weave):
        shader.feed(socket, value)
    shader.bump(both.outputs[0], 0.25, 0.0015)
    return shader.material


def wood(name, light, dark, along="X", scale=1.0, roughness=0.45, gloss=0.0):
    """Wood with its grain drawn out along one axis of the object."""
    shader = Shader(name, roughness=roughness, clearcoat=gloss, specular=0.35)
    stretch = [9.0 * scale] * 3
    stretch["XYZ".index(along)] = 0.7 * scale
    where = shader.coordinates(stretch)
    # The rings wander, because a trunk is never straight: slow noise bends the fast one.
    grain = shader.noise(where, 2.2, 5.0, 0.62)
    pores = shader.noise(where, 22.0, 2.0, 0.7)
    blend = shader.node("MixRGB", {"blend_type": "OVERLAY"}, Fac=0.55, Color1=grain, Color2=pores)
    shader.set("Base Color", shader.ramp(blend.outputs[0], [(0.3, dark), (0.68, light)]))
    shader.bump(pores, 0.12, 0.001)
    return shader.material


def planks(name, light, dark, width=0.14, length=1.3):
    """A floor of staggered boards, each of its own tone, with fine dark joints."""
    shader = Shader(name, roughness=0.42, specular=0.35)
    flat = shader.coordinates()
    boards = shader.node(
        "TexBrick",
        {"offset": 0.37, "offset_frequency": 2},
        Vector=flat,
        Color1=rgb("#d8d8d8"),
        Color2=rgb("#ffffff"),
        Mortar=rgb("#5a5048"),
        Scale=1.0,
        Mortar_Size=0.0012,
        Brick_Width=length,
        Row_Height=width,
    )
    grain = shader.noise(shader.coordinates((1.2, 16.0, 1.0)), 2.6, 5.0, 0.62)
    colour = shader.ramp(grain, [(0.3, dark), (0.7, light)])
    tinted = shader.node(
        "MixRGB", {"blend_type": "MULTIPLY"}, Fac=1.0, Color1=colour, Color2=boards.outputs["Color"]
    )
    shader.set("Base Color", tinted.outputs[0])
    return shader.material


def plaster(name, colour):
    """A painted wall: roller texture and large, hardly visible blotches."""
    shader = Shader(name, roughness=0.9, specular=0.15)
    where = shader.coordinates()
    blotches = shader.noise(where, 1.3, 1.0)
    tint = shader.node("MixRGB", {"blend_type": "MULTIPLY"}, Fac=0.12, Color1=rgb(colour))
    shader.feed(tint.inputs["Color2"], blotches)
    shader.set("Base Color", tint.outputs[0])
    shader.bump(shader.noise(where, 160.0, 1.0), 0.25, 0.0015)
    return shader.material


def carpet(name, light, dark):
    """A short-pile rug."""
    shader = Shader(name, roughness=1.0, sheen=0.3, specular=0.0)
    where = shader.coordinates()
    pile = shader.noise(where, 220.0, 3.0, 0.8)
    shader.set("Base Color", shader.ramp(pile, [(0.3, dark), (0.65, light)]))
    shader.bump(pile, 0.9, 0.006)
    return shader.material


def metal(name, colour="#c9c9c6", roughness=0.25):
    """Polished or brushed metal."""
    return plain(name, colour, roughness, metallic=1.0)


def glowing(name, colour, strength):
    """A surface that gives light, for a lit screen or a bulb."""
    shader = Shader(name, base_color=rgb("#000000"), emission=rgb(colour))
    shader.set("Emission Strength", strength)
    return shader.material


# ---------------------------------------------------------------------------------------------
# Shapes
# ---------------------------------------------------------------------------------------------


def smooth_path(points, steps=8, closed=False):
    """Run a Catmull-Rom spline through points of any dimension and return the denser path."""
    points = [tuple(point) for point in points]
    count = len(points)

    def at(index):
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    path = []
    for index in range(count if closed else count - 1):
        before, start, end, after = (at(index + offset) for offset in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            path.append(
                tuple(
                    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                           + (3 * b - a - 3 * c + d) * t ** 3)
                    for a, b, c, d in zip(before, start, end, after)
                )
            )
    return path if closed else path + [points[-1]]


def add(name, data, material, at=(0, 0, 0), turn=(0, 0, 0), parent=None):
    """Put a mesh or curve into the scene; `turn` is in degrees."""
    thing = bpy.data.objects.new(name, data)
    if material:
        data.materials.append(material)
    thing.location = at
    thing.rotation_euler = [math.radians(angle) for angle in turn]
    thing.parent = parent
    bpy.context.collection.objects.link(thing)
    return thing


def group(name, at=(0, 0, 0), turn=(0, 0, 0), parent=None):
    """An invisible handle that places several parts together."""
    return add(name, None, None, at, turn, parent)


def mesh(name, vertices, faces, material, smooth=True, **placement):
    """A mesh from raw vertices and faces; edges sharper than 40 degrees stay sharp."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    data.update()
    for polygon in data.polygons:
        polygon.use_smooth = smooth
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(40)
    return add(name, data, material, **placement)


def bevel(thing, width, segments=4):
    """Round off sharp edges: no real object has perfectly sharp ones."""
    modifier = thing.modifiers.new("Bevel", "BEVEL")
    modifier.width, modifier.segments = width, segments
    modifier.limit_method, modifier.angle_limit = "ANGLE", math.radians(35)
    modifier.harden_normals = True
    return thing


def box(name, size, material, edge=0.003, **placement):
    """A box with rounded edges, centred on its place."""
    x, y, z = (length / 2 for length in size)
    vertices = [(i, j, k) for i in (-x, x) for j in (-y, y) for k in (-z, z)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return bevel(mesh(name, vertices, faces, material, **placement), edge)


def surface(name, function, columns, rows, material, wrap=False, **placement):
    """A skin over a grid: `function(u, v)` gives the point for u and v in 0..1."""
    wide = columns if wrap else columns + 1
    vertices = [function(i / columns, j / rows) for j in range(rows + 1) for i in range(wide)]
    faces = []
    for j in range(rows):
        for i in range(columns):
            k = (i + 1) % wide
            faces.append((j * wide + i, j * wide + k, (j + 1) * wide + k, (j + 1) * wide + i))
    return mesh(name, vertices, faces, material, **placement)


def lathe(name, profile, material, rounded=True, segments=128, **placement):
    """Turn a profile of (radius, height) points round the Z axis, as on a potter's wheel."""
    path = smooth_path(profile, 8) if rounded else list(profile)

    def point(u, v):
        radius, height = path[round(v * (len(path) - 1))]
        angle = 2 * math.pi * u
        return (radius * math.cos(angle), radius * math.sin(angle), height)

    return surface(name, point, segments, len(path) - 1, material, wrap=True, **placement)


def ball(name, radius, material, **placement):
    """A sphere."""
    profile = [
        (radius * math.sin(math.pi * i / 48), -radius * math.cos(math.pi * i / 48))
        for i in range(49)
    ]
    return lathe(name, profile, material, rounded=False, **placement)


def cylinder(name, radius, length, material, edge=0.001, **placement):
    """An upright cylinder, centred on its place, with slightly rounded rims."""
    half = length / 2
    profile = [(0, -half), (radius - edge, -half), (radius, -half + edge),
               (radius, half - edge), (radius - edge, half), (0, half)]
    return lathe(name, profile, material, rounded=False, segments=64, **placement)


def cushion(name, size, material, softness=0.35, wrinkle=0.0, **placement):
    """A stuffed box: a superellipsoid, from a ball (1.0) to nearly a box (0.1)."""

    def power(value):
        return math.copysign(abs(value) ** softness, value)

    def point(u, v):
        across, up = 2 * math.pi * u, math.pi * (v - 0.5)
        return (
            size[0] / 2 * power(math.cos(up)) * power(math.cos(across)),
            size[1] / 2 * power(math.cos(up)) * power(math.sin(across)),
            size[2] / 2 * power(math.sin(up)),
        )

    thing = surface(name, point, 128, 64, material, wrap=True, **placement)
    if wrinkle:
        texture = bpy.data.textures.new(name, "CLOUDS")
        texture.noise_scale = 0.22
        modifier = thing.modifiers.new("Wrinkle", "DISPLACE")
        modifier.texture, modifier.strength = texture, wrinkle
        modifier.texture_coords = "GLOBAL"  # so that equal cushions do not wrinkle alike
    return thing


def tube(name, points, radius, material, smooth=True, closed=False, **placement):
    """A round bar along a path; `radius` is one number or one per given point."""
    many = isinstance(radius, (list, tuple))
    joined = [(*point, radius[i] if many else radius) for i, point in enumerate(points)]
    path = smooth_path(joined, 10, closed) if smooth else joined
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution = "3D", 1.0, 6
    data.use_fill_caps = True
    spline = data.splines.new("POLY")
    spline.points.add(len(path) - 1)
    spline.use_cyclic_u, spline.use_smooth = closed, True
    for knot, (x, y, z, thickness) in zip(spline.points, path):
        knot.co, knot.radius = (x, y, z, 1), thickness
    return add(name, data, material, **placement)


def plate(name, outline, thickness, material, edge=0.002, **placement):
    """Saw a flat shape from a board: `outline` is (x, z), the thickness runs along Y."""
    half, count = thickness / 2, len(outline)
    vertices = [(x, side, z) for side in (-half, half) for x, z in outline]
    faces = [tuple(range(count)), tuple(reversed(range(count, 2 * count)))]
    faces += [(i, i + count, (i + 1) % count + count, (i + 1) % count) for i in range(count)]
    return bevel(mesh(name, vertices, faces, material, **placement), edge)


def lettering(name, text, size, material, **placement):
    """Raised letters in Blender's built-in font, centred on their place."""
    data = bpy.data.curves.new(name, "FONT")
    data.body, data.size, data.extrude = text, size, size * 0.01
    data.align_x, data.align_y = "CENTER", "CENTER"
    return add(name, data, material, **placement)


# ---------------------------------------------------------------------------------------------
# Room, light and camera
# ---------------------------------------------------------------------------------------------


def room(floor, wall, wall_at=1.2, skirting=True):
    """A floor and one wall, with a white skirting board where they meet."""
    box("Floor", (9, 9, 0.02), floor, at=(0, 0, -0.01))
    box("Wall", (9, 0.1, 3.2), wall, at=(0, wall_at + 0.05, 1.6))
    if skirting:
        white = plain("Skirting paint", "#e9e6df", 0.4)
        box("Skirting", (9, 0.016, 0.09), white, 0.004, at=(0, wall_at - 0.008, 0.045))


def tabletop(material, size=(1.4, 0.8), at=(0, 0, 0)):
    """A table's top, whose upper face lies at the given place."""
    return box("Table top", (*size, 0.035), material, 0.006, at=(at[0], at[1], at[2] - 0.0175))


def window(target=(0, 0, 0.5), side=-1, distance=2.2, height=1.9, size=1.5, power=90.0, warmth=0.0):
    """Daylight from a window of four panes beside the camera, so that gloss shows the bars."""
    place = Vector((side * distance, -distance * 0.55, height))
    direction = Vector(target) - place
    frame = group("Window", at=place)
    frame.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    for across in (-1, 1):
        for up in (-1, 1):
            light = bpy.data.lights.new("Pane", "AREA")
            light.shape, light.size, light.energy = "SQUARE", size * 0.47, power / 4
            light.color = (1.0, 0.97 - 0.12 * warmth, 0.93 - 0.3 * warmth)
            pane = bpy.data.objects.new("Pane", light)
            pane.parent, pane.location = frame, (across * size / 4, up * size / 4, 0)
            bpy.context.collection.objects.link(pane)


def ambience(colour="#dfe4ea", strength=0.35):
    """The rest of the room: soft light from all sides."""
    world = bpy.data.worlds.new("Ambience")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = rgb(colour)
    background.inputs["Strength"].default_value = strength
    bpy.context.scene.world = world


def camera(shot, roll=0.0):
    """Set up the phone's camera; `roll` (degrees) turns it about its line of sight."""
    data = bpy.data.cameras.new("Phone")
    data.lens, data.sensor_fit = shot.lens, "AUTO"
    data.clip_start = 0.01
    place, target = Vector(shot.position), Vector(shot.target)
    data.dof.use_dof = True
    data.dof.focus_distance = (target - place).length
    data.dof.aperture_fstop = shot.fstop
    phone = bpy.data.objects.new("Phone", data)
    phone.location = place
    upright = (target - place).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    turned = upright @ Matrix.Rotation(math.radians(roll + shot.tilt), 4, "Z")
    phone.rotation_euler = turned.to_euler()
    bpy.context.collection.objects.link(phone)
    bpy.context.scene.camera = phone
