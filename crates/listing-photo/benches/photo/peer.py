"""Pillow as a program that prepares photos when it is told to: the commands are those of peer.rs."""

import io
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image, ImageOps


def prepare(file: bytes, edge: int) -> bytes:
    picture = Image.open(io.BytesIO(file))
    picture.draft("RGB", (edge, edge))
    picture = ImageOps.exif_transpose(picture.convert("RGB"))
    picture.thumbnail((edge, edge), Image.Resampling.LANCZOS, reducing_gap=2.0)
    made = io.BytesIO()
    picture.save(made, "JPEG", quality=85)
    return made.getvalue()


file = made = b""
ready = 0
pool = ThreadPoolExecutor(2)
for line in sys.stdin:
    command, *words = line.rstrip("\n").split("\t")
    if command == "load":
        file = Path(words[0]).read_bytes()
    elif command == "ready":
        ready = int(words[0])
    elif command == "go":
        made = prepare(file, int(words[0]))
    elif command == "batch":
        list(pool.map(lambda _: prepare(file, int(words[0])), range(ready)))
    elif command == "save":
        Path(words[0]).write_bytes(made)
    elif command == "convert":
        Image.open(words[0]).save(words[1], quality=85, lossless=words[2] == "lossless")
    else:
        raise SystemExit(f"unknown command {line!r}")
    print("ok", flush=True)
