"""Write the EXIF tags of the sample photos.

Usage, from any folder, after `render.py` has written its JPEG files to the folder DIR:

    python3 tag.py DIR

For every photo named in `photos.json` the file's APP1 segment is replaced by a fresh one with the
orientation, the made-up camera and, for some, a made-up place. Pixels are left alone, because the
renderer has already turned them. Only the standard library is needed.
"""

import json
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# The tags' numbers from the EXIF standard.
MAKE, MODEL, ORIENTATION, GPS_POINTER = 0x010F, 0x0110, 0x0112, 0x8825
GPS_VERSION, LATITUDE_REF, LATITUDE, LONGITUDE_REF, LONGITUDE = 0, 1, 2, 3, 4

# The types of a tag's value: number in the standard and bytes per item.
BYTE, ASCII, SHORT, LONG, RATIONAL = (1, 1), (2, 1), (3, 2), (4, 4), (5, 8)

HEADER = b"MM\x00\x2a" + struct.pack(">I", 8)  # big-endian TIFF; the first directory follows


def text(value):
    """An ASCII value, which ends with a zero byte."""
    return ASCII, value.encode("ascii") + b"\x00"


def degrees(value):
    """Degrees, minutes and hundredths of seconds as three fractions."""
    hundredths = round(abs(value) * 360_000)
    whole, rest = divmod(hundredths, 360_000)
    minutes, seconds = divmod(rest, 6_000)
    return RATIONAL, struct.pack(">6I", whole, 1, minutes, 1, seconds, 100)


def directory(tags, start):
    """Encode a directory which begins `start` bytes after the TIFF header's first byte."""
    entries, overflow = b"", b""
    data_start = start + 2 + 12 * len(tags) + 4
    for tag, ((kind, size), data) in sorted(tags.items()):
        entries += struct.pack(">HHI", tag, kind, len(data) // size)
        if len(data) <= 4:  # a short value stands in the entry itself
            entries += data.ljust(4, b"\x00")
        else:
            entries += struct.pack(">I", data_start + len(overflow))
            overflow += data + b"\x00" * (len(data) % 2)
    return struct.pack(">H", len(tags)) + entries + struct.pack(">I", 0) + overflow


def exif(photo):
    """The APP1 segment for one entry of `photos.json`."""
    main = {ORIENTATION: (SHORT, struct.pack(">H", photo["orientation"]))}
    if "make" in photo:
        main[MAKE], main[MODEL] = text(photo["make"]), text(photo["model"])
    place = b""
    if "gps" in photo:
        north, east = photo["gps"]
        main[GPS_POINTER] = (LONG, struct.pack(">I", 0))
        # The pointer has a fixed size, so the length of the first directory is known beforehand.
        gps_start = 8 + len(directory(main, 8))
        main[GPS_POINTER] = (LONG, struct.pack(">I", gps_start))
        tags = {
            GPS_VERSION: (BYTE, bytes([2, 3, 0, 0])),
            LATITUDE_REF: text("N" if north >= 0 else "S"),
            LATITUDE: degrees(north),
            LONGITUDE_REF: text("E" if east >= 0 else "W"),
            LONGITUDE: degrees(east),
        }
        place = directory(tags, gps_start)
    body = b"Exif\x00\x00" + HEADER + directory(main, 8) + place
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def with_segment(jpeg, segment):
    """Put the segment right behind the start marker; drop older APP1 segments and comments."""
    if not jpeg.startswith(b"\xff\xd8"):
        raise ValueError("this is not a JPEG file")
    kept, position = b"", 2
    while jpeg[position + 1] != 0xDA:  # the picture's data begin behind this marker
        length = 2 + struct.unpack_from(">H", jpeg, position + 2)[0]
        if jpeg[position + 1] not in (0xE1, 0xFE):
            kept += jpeg[position : position + length]
        position += length
    return b"\xff\xd8" + segment + kept + jpeg[position:]


def main():
    """Tag every photo of the folder named on the command line."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    photos = json.loads((HERE / "photos.json").read_text(encoding="utf-8"))
    for name, photo in photos.items():
        path = folder / f"{name}.jpg"
        if path.exists():
            path.write_bytes(with_segment(path.read_bytes(), exif(photo)))


if __name__ == "__main__":
    main()
