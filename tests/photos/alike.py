"""Compares the photo processor's pixels with those of other decoders: libjpeg-turbo, libpng and
libwebp, as Pillow has them, and the truth of pictures whose pixels are known.

    alike.py VARIANTS PROGRAM=NAME... [--corpus LIST]

Each PROGRAM is `examples/pixels.rs` of listing-photo, built with other features. Exits with 1 if
a photo was prepared and shows another picture, or if an undamaged variant is refused. LIST names
a file of a corpus on each line.
"""

import collections
import io
import pathlib
import random
import subprocess
import sys
import time
import warnings

import numpy as np
from PIL import Image, ImageCms, ImageOps

import variants

Image.MAX_IMAGE_PIXELS = None
warnings.simplefilter("ignore")
SRGB = ImageCms.createProfile("sRGB")
# Pixels from which a reference takes too long.
MAX_PIXELS = 60_000_000
# How far the picture may be from the reference: its brightness on average, 4 x 4 pixels at most,
# and these on average. Lossless files: rounding of transparency, and of 16 bits to 8. Animations:
# one level more, because a frame is blended with the empty canvas. JPEG and lossy WebP: rounding in the transform, and interpolation of colors stored at half the size.
# Coarse colors: libjpeg repeats what is stored for more than two pixels, this processor
# interpolates. Resized files: edges of another filter. Profiles: another interpolation.
LIMITS = {
    "lossless": (0.6, 1.0, 0.6), "animated": (1.6, 2.0, 1.6),
    "lossy": (0.9, 9.0, 1.2), "coarse": (2.0, 24.0, 6.5),
    "resized": (1.5, 24.0, 1.5), "profile": (4.0, 16.0, 4.0)}
BRIGHTNESS = np.array([0.299, 0.587, 0.114])
# Averages count from so many tiles of 4 x 4 pixels: in fewer, the rounding of a pixel is the average.
FEWEST_TILES = 4


class Prepared:
    """The photo processor in a process of its own."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def prepare(self, file):
        """The pixels, or why there are none."""
        self.process.stdin.write(b"%d\n" % len(file) + file)
        self.process.stdin.flush()
        words = self.process.stdout.readline().decode().strip().split(" ", 1)
        if words[0] != "prepared":
            if words[0] != "refused":
                raise RuntimeError(f"the photo processor ended with {self.process.wait()}")
            return words[1]
        width, height = map(int, words[1].split())
        pixels = np.frombuffer(self.process.stdout.read(width * height * 3), np.uint8)
        return pixels.reshape(height, width, 3)


def reference(file, size_limit=MAX_PIXELS):
    """The picture and its kind of tolerance, as Pillow shows it; None if it does not."""
    try:
        image = Image.open(io.BytesIO(file))
        if image.width * image.height > size_limit or image.format not in ("JPEG", "MPO", "PNG", "WEBP", "GIF"):
            return None
        lossy = image.format in ("JPEG", "MPO") or image.format == "WEBP" and b"VP8 " in file
        orientation = image.getexif().get(0x0112, 1) if b"\x12\x01" in file or b"\x01\x12" in file else 1
        profile = image.info.get("icc_profile")
        # What the header says; Pillow enlarges a screen that a frame does not fit.
        screen = tuple(int.from_bytes(file[at:at + 2], "little") for at in (6, 8))
        image.load()
        if image.format == "GIF" and image.size != screen:
            return None
        if image.mode.startswith("I"):
            values = np.asarray(image).astype(np.int64)
            image = Image.fromarray((values >> 8).clip(0, 255).astype(np.uint8))
        mode = image.mode
        if "A" in image.getbands() or "transparency" in image.info:
            rgba = np.asarray(image.convert("RGBA"))
            rgb = variants.on_white(rgba[..., :3].astype(float), rgba[..., 3])
        else:
            rgb = np.asarray(image.convert("RGB"))
        if image.format == "GIF":
            # Pillow fills what the frame leaves free with a color, browsers with nothing.
            left, top, right, bottom = image.dispose_extent or (0, 0, *image.size)
            free = np.full(rgb.shape, 255)
            free[top:bottom, left:right] = rgb[top:bottom, left:right]
            rgb = free
        kind = "lossy" if lossy else "animated" if getattr(image, "n_frames", 1) > 1 else "lossless"
        if profile and mode in ("RGB", "RGBA", "P"):
            converted = to_srgb(rgb, profile)
            if converted is not None:
                rgb, kind = converted, "profile"
        return variants.turned(rgb, orientation if orientation in range(1, 9) else 1), kind
    except Exception:
        return None


def to_srgb(rgb, profile):
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if source.profile.xcolor_space.strip() != "RGB":
            return None
        image = Image.fromarray(np.ascontiguousarray(rgb))
        return np.asarray(ImageCms.profileToProfile(image, source, SRGB, outputMode="RGB"))
    except Exception:
        return None


def tiles(values):
    """Averages of 4 x 4 pixels."""
    height, width = values.shape[:2]
    padded = np.pad(values, ((0, -height % 4), (0, -width % 4), (0, 0)), "edge")
    return padded.reshape(padded.shape[0] // 4, 4, padded.shape[1] // 4, 4, 3).mean((1, 3))


def difference(ours, theirs, kind):
    """What is wrong, if anything is."""
    if ours.shape != theirs.shape:
        height, width = theirs.shape[:2]
        scale = 1024 / max(height, width)
        expected = (max(1, round(height * scale)), max(1, round(width * scale)), 3)
        if max(height, width) <= 1024 or any(abs(a - b) > 1 for a, b in zip(ours.shape, expected)):
            return f"{ours.shape}, not {theirs.shape}"
        image = Image.fromarray(np.ascontiguousarray(theirs).astype(np.uint8))
        theirs = np.asarray(image.resize((ours.shape[1], ours.shape[0]), Image.Resampling.LANCZOS))
        kind = "resized" if kind != "profile" else kind
    apart = ours.astype(float) - theirs
    mean_tiles = abs(tiles(apart))
    found = (abs(apart @ BRIGHTNESS).mean(), mean_tiles.max(), mean_tiles.mean())
    limits = LIMITS[kind] if len(mean_tiles) * len(mean_tiles[0]) >= FEWEST_TILES else (LIMITS[kind][1],) * 3
    if all(value <= limit for value, limit in zip(found, limits)):
        return None
    return kind + ": brightness {:.2f} off, 4 x 4 pixels {:.1f} at most, {:.2f} on average".format(*found)


class Tally:
    """What came of all files, for one program."""

    def __init__(self):
        self.counts = collections.Counter()
        self.refused = collections.Counter()
        self.failures = []

    def add(self, name, ours, truth, is_damaged, must_open):
        if isinstance(ours, str):
            self.counts["refused"] += 1
            self.refused[(name.split("|")[0], ours)] += 1
            if must_open and truth is not None and not is_damaged:
                self.failures.append(f"{name}: undamaged, and refused: {ours}")
        elif truth is None:
            self.counts["prepared, without a reference"] += 1
        else:
            self.counts["compared"] += 1
            wrong = difference(ours, *truth)
            if wrong:
                self.failures.append(f"{name}: {wrong}")


def made(count):
    samples = pathlib.Path(__file__).parents[2] / "crates/listing-photo/tests/processor/samples"
    profile = Image.open(samples / "display-p3.jpg").info["icc_profile"]
    for number in range(count):
        chance = random.Random(number)
        kind = chance.choices(["jpeg", "png", "gif", "webp"], [50, 25, 12, 13])[0]
        make = getattr(variants, f"{kind}_variant")
        name, file, truth, is_damaged = make(chance, profile) if kind == "webp" else make(chance)
        if isinstance(truth, bytes):
            truth = reference(truth)
        elif truth is None:
            truth = reference(file)
        else:
            truth = (truth, "lossless")
        if truth and "coarse color" in name:
            truth = (truth[0], "coarse")
        yield f"{name}|{number}", file, truth, is_damaged, True


def corpus(paths):
    for path in paths:
        file = pathlib.Path(path).read_bytes()
        if len(file) <= 10_000_000:
            yield f"corpus|{path}", file, reference(file), False, False


def main():
    arguments = sys.argv[1:]
    count, rest = int(arguments[0]), arguments[1:]
    paths = []
    if "--corpus" in rest:
        at = rest.index("--corpus")
        paths, rest = pathlib.Path(rest[at + 1]).read_text().splitlines(), rest[:at]
    programs = dict(reversed(word.rsplit("=", 1)) for word in rest)
    workers = {name: (Prepared(program), Tally()) for name, program in programs.items()}
    start, files = time.time(), 0
    for source in (made(count), corpus(paths)):
        for name, file, truth, is_damaged, must_open in source:
            files += 1
            for worker, tally in workers.values():
                tally.add(name, worker.prepare(file), truth, is_damaged, must_open)
    told = []
    failed = 0
    for name, (_, tally) in workers.items():
        for (kind, reason), number in sorted(tally.refused.items()):
            print(f"{name}: {number:6} refused: {kind}: {reason}", file=sys.stderr)
        for failure in tally.failures[:40]:
            print(f"{name}: FAILED: {failure}", file=sys.stderr)
        counts = ", ".join(f"{number} {what}" for what, number in sorted(tally.counts.items()))
        told.append(f"{name}: {counts}, {len(tally.failures)} differences")
        failed += len(tally.failures)
    print(f"{files} files ({count} made) in {time.time() - start:.0f} s; " + "; ".join(told))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
