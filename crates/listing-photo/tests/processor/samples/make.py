"""Makes the samples of colour and of lossy WebP, and what they should look like, by Pillow, Little CMS and libwebp.

    python3 make.py

Pillow (with lcms2) is needed. The Display P3 profile is written here from its primaries
(SMPTE EG 432-1, adapted to D50 as ICC.1 asks for) and the curve of sRGB.
"""

import io
import math
import struct
from pathlib import Path

from PIL import Image, ImageCms, ImageOps

HERE = Path(__file__).parent
PHOTO = HERE / "../../../../../docs/samples/basketball.jpg"


def display_p3() -> bytes:
    """A matrix profile, version 2."""

    def fixed(value: float) -> bytes:
        return struct.pack(">i", round(value * 65536))

    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))

    def srgb_curve(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    points = [round(srgb_curve(index / 1023) * 65535) for index in range(1024)]
    curve = b"curv\0\0\0\0" + struct.pack(">I", 1024) + b"".join(struct.pack(">H", point) for point in points)
    text = b"text\0\0\0\0Public domain\0\0\0"
    name = b"desc\0\0\0\0" + struct.pack(">I", 11) + b"Display P3\0" + bytes(4 + 4 + 2 + 1 + 67) + b"\0\0"
    tags = {
        b"desc": name,
        b"cprt": text,
        b"wtpt": xyz(0.9642, 1.0, 0.8249),
        b"rXYZ": xyz(0.51512, 0.24120, -0.00105),
        b"gXYZ": xyz(0.29198, 0.69225, 0.04189),
        b"bXYZ": xyz(0.15710, 0.06657, 0.78407),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    at = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for tag, data in tags.items():
        data += bytes(-len(data) % 4)
        table += tag + struct.pack(">II", at + len(body), len(data))
        body += data
    size = at + len(body)
    header = struct.pack(">I", size) + bytes(4) + b"\x02\x10\0\0mntrRGB XYZ " + bytes(12) + b"acsp"
    header += bytes(128 - len(header) - 60) + xyz(0.9642, 1.0, 0.8249)[8:] + bytes(48)
    return header + table + body


def colours(width: int, height: int) -> Image.Image:
    """Every hue from left to right, darker downwards, with a soft pattern."""
    picture = Image.new("RGB", (width, height))
    for y in range(height):
        for x in range(width):
            wave = 0.5 + 0.5 * math.sin(x / 5.0) * math.sin(y / 7.0)
            hue = [0.5 + 0.5 * math.cos(2 * math.pi * (x / width - third / 3)) for third in range(3)]
            picture.putpixel((x, y), tuple(round(255 * (0.15 + 0.85 * h) * (1 - 0.6 * y / height) * (0.7 + 0.3 * wave)) for h in hue))
    return picture


def main() -> None:
    profile = display_p3()
    colours(240, 180).save(HERE / "display-p3.jpg", quality=95, subsampling=0, icc_profile=profile)
    wide = Image.open(HERE / "display-p3.jpg")
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    ImageCms.profileToProfile(wide, source, ImageCms.createProfile("sRGB")).save(HERE / "display-p3.png")

    colours(240, 180).convert("CMYK").save(HERE / "cmyk.jpg", quality=95, subsampling=0)
    Image.open(HERE / "cmyk.jpg").convert("RGB").save(HERE / "cmyk.png")

    # Lossy WebP files, which no encoder of the tests writes: one as large as what becomes of it,
    # with what libwebp makes of it, and one that has to be made smaller.
    photo = ImageOps.exif_transpose(Image.open(PHOTO)).convert("RGB")
    photo.resize((240, 180), Image.LANCZOS).save(HERE / "lossy.webp", quality=80, method=6)
    Image.open(HERE / "lossy.webp").convert("RGB").save(HERE / "lossy.png", optimize=True)
    photo.resize((1400, 1050), Image.LANCZOS).save(HERE / "lossy-large.webp", quality=50, method=6)


def scans():
    """JPEG files with scans that few encoders write, by `tests/photos`, and what libjpeg-turbo shows."""
    import random
    import sys
    sys.path.insert(0, str(HERE / "../../../../../tests/photos"))
    import jpeg_writer
    import numpy
    import variants

    chance = random.Random(7)
    rgb = variants.picture(chance, 75, 53)
    ycc = list(numpy.moveaxis(jpeg_writer.to_ycc(rgb), -1, 0))
    tables = [numpy.full(64, 3)] * 3
    each = [([part], (0, 63), (0, 0)) for part in range(3)]
    adobe = jpeg_writer.segment(0xEE, variants.ADOBE + b"\0")
    files = {
        "scans-420": jpeg_writer.write(ycc, [(2, 2), (1, 1), (1, 1)], tables, each),
        "scans-440": jpeg_writer.write(ycc, [(1, 2), (1, 1), (1, 1)], tables, each),
        "progressive-411": jpeg_writer.write(
            ycc, [(4, 1), (1, 1), (1, 1)], tables, variants.progression(chance, 3), progressive=True, interval=5),
        "adobe-rgb": jpeg_writer.write(
            list(numpy.moveaxis(rgb.astype(float), -1, 0)), [(1, 1)] * 3, tables,
            [([0, 1, 2], (0, 63), (0, 0))], head=adobe)}
    for name, file in files.items():
        HERE.joinpath(f"{name}.jpg").write_bytes(file)
        Image.open(io.BytesIO(file)).convert("RGB").save(HERE / f"{name}.png", optimize=True)


main()
scans()
