"""Prints the texts and the names of photos in an archive as JSON, if its names are safe on every system.

    archive.py ARCHIVE TABLE
"""

import json
import pathlib
import re
import sys
import zipfile

SAFE = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9]+)?")
RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
# Windows allows 260 characters for a path.
MAX_NAME = 200


def check(names):
    if len({name.lower() for name in names}) != len(names):
        raise SystemExit("two names differ only by case")
    for name in names:
        if len(name) > MAX_NAME:
            raise SystemExit(f"long name {name!r}")
        for part in name.split("/"):
            if not SAFE.fullmatch(part) or RESERVED.fullmatch(part):
                raise SystemExit(f"unsafe name {name!r}")


def main():
    with zipfile.ZipFile(sys.argv[1]) as archive:
        damaged = archive.testzip()
        if damaged is not None:
            raise SystemExit(f"{damaged!r} is damaged")
        names = archive.namelist()
        check(names)
        texts = {name: archive.read(name).decode() for name in names if name.endswith(".txt")}
        table = archive.read("listings.csv")
    photos = [name for name in names if name.endswith(".jpg")]
    unknown = set(names) - set(texts) - set(photos) - {"listings.csv"}
    if unknown:
        raise SystemExit(f"unexpected files {sorted(unknown)}")
    has_table = table == pathlib.Path(sys.argv[2]).read_bytes()
    json.dump({"texts": texts, "photos": photos, "has_table": has_table}, sys.stdout)


main()
