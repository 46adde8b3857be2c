"""Model and render the sample photos.

Usage, from any folder:

    blender --background --python render.py -- --out DIR [--scale 0.25] [--samples 24] [NAME ...]

Each NAME is a key of `photos.json`, such as `table-lamp`; without names all of them are rendered.
The script needs nothing but Blender (3.4 or newer of the 3 series) and gives the same picture each
time it runs. The EXIF tags are put on afterwards by `tag.py`.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

import bpy

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import kit  # noqa: E402  (the folder has to be on the path first)

LONG_SIDE, SHORT_SIDE = 1440, 1080

# A phone stores what its sensor saw and says in the Orientation tag how to turn it for viewing.
# So the camera is really held turned, by this many degrees about its line of sight.
ROLL_OF_ORIENTATION = {1: 0, 3: 180, 6: -90, 8: 90}

# The share of the unfiltered picture that is left in. Its grain looks like a sensor's noise.
GRAIN = 0.2


def filter_noise(scene):
    """Smooth the light's noise in the compositor without touching texture or edges.

    Debian's Blender comes without a denoiser. The light that falls on a surface changes slowly, so
    that it can be averaged over neighbours of like surface direction and colour, before it is
    multiplied by the surface's colour, which is free of noise.
    """
    layer = bpy.context.view_layer
    layer.use_pass_normal = True
    for kind in ("diffuse", "glossy"):
        for part in ("direct", "indirect", "color"):
            setattr(layer, f"use_pass_{kind}_{part}", True)

    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    passes = tree.nodes.new("CompositorNodeRLayers").outputs

    def blend(operation, first, second, share=1.0):
        node = tree.nodes.new("CompositorNodeMixRGB")
        node.blend_type = operation
        node.inputs[0].default_value = share
        tree.links.new(first, node.inputs[1])
        tree.links.new(second, node.inputs[2])
        return node.outputs[0]

    likeness = blend("ADD", passes["Normal"], passes["DiffCol"])
    result = passes["Image"]
    # Reflections carry detail of their own, so they are averaged over fewer neighbours.
    for kind, reach in (("Diff", 4), ("Gloss", 2)):
        light = blend("ADD", passes[kind + "Dir"], passes[kind + "Ind"])
        smooth = tree.nodes.new("CompositorNodeBilateralblur")
        smooth.iterations, smooth.sigma_space, smooth.sigma_color = reach, reach / 2, 0.12
        tree.links.new(light, smooth.inputs["Image"])
        tree.links.new(likeness, smooth.inputs["Determinator"])
        without = blend("SUBTRACT", result, blend("MULTIPLY", light, passes[kind + "Col"]))
        clean = blend("MULTIPLY", smooth.outputs[0], passes[kind + "Col"])
        result = blend("ADD", without, clean)
    result = blend("MIX", result, passes["Image"], GRAIN)
    tree.links.new(result, tree.nodes.new("CompositorNodeComposite").inputs["Image"])


def set_up(scene, shot, roll, scale, samples):
    """Choose the engine, the size and the look of the picture."""
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, 7
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3.0, 0.5

    render = scene.render
    wide = shot.landscape != (abs(roll) == 90)  # a quarter turn swaps the sides
    sides = (LONG_SIDE, SHORT_SIDE) if wide else (SHORT_SIDE, LONG_SIDE)
    render.resolution_x, render.resolution_y = sides
    render.resolution_percentage = round(100 * scale)
    render.image_settings.file_format, render.image_settings.quality = "JPEG", 88
    # The file must not carry the hour or the path of the rendering.
    for setting in dir(render):
        if setting.startswith("use_stamp_"):
            setattr(render, setting, False)

    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = shot.exposure


def main():
    """Render the pictures asked for on the command line."""
    parser = argparse.ArgumentParser(prog="render.py")
    parser.add_argument("--out", type=Path, default=HERE)
    parser.add_argument("--scale", type=float, default=1.0, help="a fraction for quick trials")
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("names", nargs="*")
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    options = parser.parse_args(arguments)

    photos = json.loads((HERE / "photos.json").read_text(encoding="utf-8"))
    for name in options.names or photos:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        module = importlib.import_module("scenes." + name.replace("-", "_"))
        module.build()
        roll = ROLL_OF_ORIENTATION[photos[name]["orientation"]]
        kit.camera(module.SHOT, roll)
        set_up(scene, module.SHOT, roll, options.scale, options.samples)
        filter_noise(scene)
        scene.render.filepath = str(options.out.resolve() / f"{name}.jpg")
        bpy.ops.render.render(write_still=True)


main()
