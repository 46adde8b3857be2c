"""Photo files of every kind, made from a seed: what they are, their bytes, and what they show.

Each variant is (kind, file, truth, is_damaged). The truth is the RGB picture where it is known,
the bytes of an undamaged file that shows the same, or None: what the other decoder says.
"""

import io
import struct
import zlib

import numpy as np
from PIL import Image

import jpeg_writer as jpeg

# Scans that the photo processor accepts.
MAX_SCANS = 32
ORIENTATION = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0%c\0\0\0\0\0\0"


def picture(random, width, height):
    """A smooth picture with a few edges, of moderate colors, as a photo is."""
    y, x = np.mgrid[0:height, 0:width]
    channels = []
    for _ in range(3):
        a, b, c, d = random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.02, 0.2), random.uniform(0, 6)
        wave = 128 + 60 * (a * x / width + b * y / height) + 30 * np.sin(c * (x + random.uniform(0.3, 2) * y) + d)
        channels.append(wave)
    made = np.stack(channels, -1)
    for _ in range(random.randrange(3)):
        left, top = random.randrange(width), random.randrange(height)
        box = made[top:top + random.randrange(4, 40), left:left + random.randrange(4, 40)]
        box += random.uniform(-35, 35)
    return np.clip(np.rint(made), 0, 255).astype(np.uint8)


def quantization(random):
    base = random.choice([1, 2, 4, 8, 12])
    return np.array([min(255, base + k // random.choice([4, 8, 16])) for k in range(64)])


def progression(random, count):
    """A scan script: all of the means, then bands of each component, refined later."""
    low = random.randrange(3)
    scans, orders = [], list(range(count))
    if random.random() < 0.6:
        scans.append((orders, (0, 0), (0, low)))
    else:
        scans += [([part], (0, 0), (0, low)) for part in random.sample(orders, count)]
    rest = []
    for bit in range(low, 0, -1):
        rest.append([(orders if random.random() < 0.6 else [part], (0, 0), (bit, bit - 1)) for part in orders])
    means = []
    for group in rest:
        means += group[:1] if len(group[0][0]) == count else [([part], (0, 0), group[0][2]) for part in orders]
    bands = []
    for part in orders:
        edges = sorted(random.sample(range(2, 64), random.randrange(3)))
        for first, last in zip([1] + edges, [edge - 1 for edge in edges] + [63]):
            band_low = random.randrange(3)
            steps = [([part], (first, last), (0, band_low))]
            steps += [([part], (first, last), (bit, bit - 1)) for bit in range(band_low, 0, -1)]
            bands.append(steps)
    # Steps of a band stay in order; bands mix.
    queues = [means] + bands
    while any(queues):
        queue = random.choice([queue for queue in queues if queue])
        scans.append(queue.pop(0))
    return scans


FACTORS = [
    [(1, 1)] * 3, [(2, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)],
    [(4, 1), (1, 1), (1, 1)], [(2, 2), (2, 1), (2, 1)], [(2, 2), (1, 2), (1, 2)], [(1, 4), (1, 1), (1, 1)],
    [(2, 1), (2, 1), (2, 1)], [(2, 2), (2, 2), (2, 2)], [(4, 2), (1, 1), (1, 1)], [(2, 4), (1, 1), (1, 1)]]
ADOBE = b"Adobe\0\x64\0\0\0\0"
JFIF = jpeg.segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0")


def jpeg_variant(random):
    width, height = random.randrange(3, 90), random.randrange(3, 90)
    rgb = picture(random, width, height)
    model = random.choices(["ycc", "gray", "rgb", "cmyk", "ycck"], [10, 2, 2, 1, 1])[0]
    ids, head, names = (1, 2, 3, 4), b"", [model]
    if model == "gray":
        planes, factors = [jpeg.to_ycc(rgb)[..., 0]], [random.choice([(1, 1), (2, 2), (2, 1), (1, 2)])]
        head = JFIF if random.random() < 0.5 else b""
    elif model == "ycc":
        planes, factors = list(np.moveaxis(jpeg.to_ycc(rgb), -1, 0)), random.choice(FACTORS)
        head = random.choice([b"", JFIF, jpeg.segment(0xEE, ADOBE + b"\x01"), JFIF + jpeg.segment(0xEE, ADOBE + b"\0")])
        ids = random.choice([(1, 2, 3), (0, 1, 2), (5, 9, 7)])
    elif model == "rgb":
        planes, factors = list(np.moveaxis(rgb.astype(float), -1, 0)), random.choice(FACTORS[:3])
        ids, head = random.choice([(b"RGB", b""), ((1, 2, 3), jpeg.segment(0xEE, ADOBE + b"\0"))])
    else:
        black = random.randrange(150, 256)
        inks = rgb.astype(float) if model == "cmyk" else jpeg.to_ycc(255 - rgb)
        planes = list(np.moveaxis(inks, -1, 0)) + [np.full((height, width), float(black))]
        factors = random.choice([[(1, 1)] * 4, [(2, 2), (1, 1), (1, 1), (2, 2)], [(2, 1), (1, 1), (1, 1), (2, 1)]])
        head = jpeg.segment(0xEE, ADOBE + (b"\0" if model == "cmyk" else b"\x02"))
    most = [max(factor[axis] for factor in factors) for axis in (0, 1)]
    if any(most[axis] > 2 * factor[axis] or model == "rgb" and most != [1, 1] for factor in factors for axis in (0, 1)):
        names.append("coarse color")
    count = len(planes)
    blocks = sum(a * d for a, d in factors)
    progressive = random.random() < 0.45 and blocks <= 10
    if progressive:
        scans = progression(random, count)
        while len(scans) > MAX_SCANS:
            scans = progression(random, count)
        names.append("progressive")
    elif count > 1 and (random.random() < 0.35 or blocks > 10):
        order = random.sample(range(count), count)
        scans = [([part], (0, 63), (0, 0)) for part in order]
        names.append("a scan for each component")
        if count > 2 and random.random() < 0.3 and blocks <= 10:
            scans = [(sorted(order[:2]), (0, 63), (0, 0)), *[([part], (0, 63), (0, 0)) for part in order[2:]]]
    else:
        scans = [(list(range(count)), (0, 63), (0, 0))]
        names.append("one scan")
    interval = random.choice([0, 0, 0, 1, 2, 5, 11, 40])
    orientation = random.randrange(1, 9) if random.random() < 0.2 else 0
    if orientation:
        head += jpeg.segment(0xE1, b"Exif\0\0" + ORIENTATION % orientation)
    wide = random.random() < 0.15
    tables = [quantization(random) for _ in range(count)]
    options = dict(
        progressive=progressive, interval=interval, kind=random.choice(["flat", "flat", "steps"]), ids=ids,
        head=head, wide_tables=wide, marker=None if progressive else random.choice([0xC0, 0xC1]))
    if wide:
        options["marker"] = 0xC2 if progressive else 0xC1
    file = jpeg.write(planes, factors, tables, scans, **options)
    kind = "JPEG: " + ", ".join(names)
    damage = random.random()
    if damage < 0.12:
        start = file.rindex(b"\xff\xda") + 10
        cut = random.randrange(start, len(file) - 2)
        glued = file[:cut].rstrip(b"\xff") + random.choice([b"", b"\xff\xd9", b"\xff\xd9" + bytes(400)])
        return kind + ", cut", glued, file, True
    if damage < 0.2:
        junk = random.choice([b"\0", b"\0\0\0\0", bytes(18), b"\xff\0", b"junk", b"\xff\xff"])
        stray = jpeg.write(planes, factors, tables, scans, **options, between=junk)
        return kind + ", stray bytes", stray, file, False
    if damage < 0.26:
        ending = random.choice([b"", b"\0\0\0", b"\xff\xd9\xff\xd9", b"\xff\xd9trailer" + bytes(99)])
        return kind + ", other end", file[:-2] + ending, file, False
    return kind, file, None, False


def png_chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png_rows(random, samples, depth):
    """Filtered rows of samples (height, width, channels)."""
    height, width, channels = samples.shape
    if not (height and width):
        return b""
    if depth == 16:
        rows = samples.astype(">u2").view(np.uint8).reshape(height, -1)
    elif depth == 8:
        rows = samples.astype(np.uint8).reshape(height, -1)
    else:
        bits = (samples.reshape(height, -1, 1) >> np.arange(depth - 1, -1, -1)) & 1
        rows = np.packbits(bits.reshape(height, -1).astype(np.uint8), axis=1)
    step = max(1, channels * depth // 8)
    out, above = b"", np.zeros(rows.shape[1], np.int32)
    for row in rows.astype(np.int32):
        left = np.concatenate([np.zeros(step, np.int32), row[:-step] if len(row) > step else []])[:len(row)].astype(np.int32)
        corner = np.concatenate([np.zeros(step, np.int32), above[:-step] if len(row) > step else []])[:len(row)].astype(np.int32)
        kind = random.randrange(5)
        guess = left + above - corner
        a, b, c = abs(guess - left), abs(guess - above), abs(guess - corner)
        paeth = np.where((a <= b) & (a <= c), left, np.where(b <= c, above, corner))
        predicted = [0, left, above, (left + above) // 2, paeth][kind]
        out += bytes([kind]) + ((row - predicted) % 256).astype(np.uint8).tobytes()
        above = row
    return out


def on_white(rgb, alpha):
    return np.floor((rgb * (alpha / 255)[..., None]) + 255 * (1 - alpha / 255)[..., None] + 0.5).astype(np.uint8)


def png_variant(random):
    width, height = random.randrange(1, 70), random.randrange(1, 70)
    rgb = picture(random, width, height)
    color, depth = random.choice([(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4),
                                  (3, 8), (4, 8), (4, 16), (6, 8), (6, 16)])
    names, chunks, top = [f"PNG: type {color}, {depth} bits"], b"", (1 << depth) - 1
    alpha = np.full((height, width), 255)
    wide = rgb.astype(np.int64) * 257 + (rgb.astype(np.int64) * 77 % 256 - 128).clip(-100, 100)
    wide = wide.clip(0, 65535)
    if color == 3:
        count = random.randrange(1, (1 << depth) + 1)
        palette = np.array([[random.randrange(256) for _ in range(3)] for _ in range(count)])
        samples = np.random.default_rng(random.randrange(1 << 30)).integers(0, count, (height, width, 1))
        truth = palette[samples[..., 0]]
        chunks += png_chunk(b"PLTE", bytes(palette.astype(np.uint8).ravel()))
        if random.random() < 0.5:
            shown = [random.randrange(256) for _ in range(random.randrange(1, count + 1))]
            chunks += png_chunk(b"tRNS", bytes(shown))
            alpha = np.array(shown + [255] * (count - len(shown)))[samples[..., 0]]
            names.append("transparent")
    elif color in (0, 4):
        gray = wide[..., :1] if depth == 16 else rgb[..., :1].astype(np.int64) * top // 255
        truth = np.repeat(gray >> 8 if depth == 16 else gray * 255 // top, 3, -1)
        samples = gray
    else:
        samples = wide if depth == 16 else rgb.astype(np.int64)
        truth = samples >> 8 if depth == 16 else samples
    if color in (4, 6):
        alpha = np.add.outer(np.arange(height) * 3, np.arange(width) * 5) % 256
        samples = np.concatenate([samples, (alpha * 257 if depth == 16 else alpha)[..., None]], -1)
    elif color in (0, 2) and random.random() < 0.3:
        key = samples[random.randrange(height), random.randrange(width)]
        chunks += png_chunk(b"tRNS", b"".join(struct.pack(">H", int(value)) for value in key))
        alpha = np.where((samples == key).all(-1), 0, 255)
        names.append("transparent")
    interlaced = random.random() < 0.35
    if interlaced:
        names.append("interlaced")
        rows = b"".join(png_rows(random, samples[y::dy, x::dx], depth) for x, y, dx, dy in PASSES)
    else:
        rows = png_rows(random, samples, depth)
    data = zlib.compress(rows, random.choice([0, 1, 6]))
    pieces = random.choice([1, 1, 2, 5])
    cuts = [0] + sorted(random.randrange(len(data) + 1) for _ in range(pieces - 1)) + [len(data)]
    images = b"".join(png_chunk(b"IDAT", data[a:b]) for a, b in zip(cuts, cuts[1:]))
    head = b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced))
    truth = on_white(truth, alpha)
    orientation = random.randrange(1, 9) if random.random() < 0.15 else 0
    if orientation:
        chunks += png_chunk(b"eXIf", random.choice([b"", b"Exif\0\0"]) + ORIENTATION % orientation)
        truth = turned(truth, orientation)
        names.append("turned")
    file = head + chunks + images + png_chunk(b"IEND", b"")
    damage = random.random()
    if damage < 0.1:
        return ", ".join(names) + ", other end", file[:-random.randrange(1, 17)], truth, False
    if damage < 0.15:
        return ", ".join(names) + ", trailer", file + b"trailer" * 9, truth, False
    if damage < 0.25:
        end = len(head + chunks) + random.randrange(8, max(9, len(images) * 3 // 4))
        return ", ".join(names) + ", cut", file[:end] + random.choice([b"", png_chunk(b"IEND", b"")]), truth, True
    return ", ".join(names), file, truth, False


def turned(rgb, orientation):
    steps = {1: [], 2: ["fliplr"], 3: ["fliplr", "flipud"], 4: ["flipud"], 5: ["transpose"],
             6: ["transpose", "fliplr"], 7: ["transpose", "fliplr", "flipud"], 8: ["transpose", "flipud"]}
    for step in steps[orientation]:
        rgb = rgb.swapaxes(0, 1) if step == "transpose" else getattr(np, step)(rgb)
    return rgb


def gif_data(indices, bits):
    """LZW codes without a dictionary: a clear code before it would grow."""
    size, clear = max(2, bits), 1 << max(2, bits)
    codes = []
    for at, index in enumerate(indices):
        if at % (clear - 2) == 0:
            codes.append(clear)
        codes.append(int(index))
    text = "".join(format(code, f"0{size + 1}b") for code in reversed(codes + [clear + 1]))
    data = int(text, 2).to_bytes(-(-len(text) // 8), "little")
    blocks = b"".join(bytes([len(data[at:at + 255])]) + data[at:at + 255] for at in range(0, len(data), 255))
    return bytes([size]) + blocks + b"\0"


def gif_variant(random):
    width, height = random.randrange(1, 60), random.randrange(1, 60)
    bits = random.randrange(1, 9)
    count = 1 << bits
    palette = np.array([[random.randrange(256) for _ in range(3)] for _ in range(count)])
    names = [f"GIF: {count} colors"]
    left, top, across, down = 0, 0, width, height
    if random.random() < 0.3:
        left, top = random.randrange(width), random.randrange(height)
        across, down = random.randrange(1, width - left + 1), random.randrange(1, height - top + 1)
        names.append("frame smaller than screen")
    local = random.random() < 0.4
    interlaced = random.random() < 0.3
    transparent = random.randrange(count) if random.random() < 0.4 else None

    def frame(seed):
        indices = np.random.default_rng(seed).integers(0, count, (down, across))
        rows = [*range(0, down, 8), *range(4, down, 8), *range(2, down, 4), *range(1, down, 2)]
        sent = indices[rows] if interlaced else indices
        control = b"\x21\xf9\x04" + struct.pack(
            "<BHBB", random.choice([0, 4, 8, 12]) | (transparent is not None), 5, transparent or 0, 0)
        flags = (0x80 | (bits - 1) if local else 0) | (0x40 if interlaced else 0)
        head = struct.pack("<BHHHHB", 0x2C, left, top, across, down, flags)
        return indices, control + head + (bytes(palette.astype(np.uint8).ravel()) if local else b"") + gif_data(sent.ravel(), bits)

    screen = struct.pack("<HHBBB", width, height, 0 if local else 0x80 | (bits - 1), random.randrange(count), 0)
    file = random.choice([b"GIF89a", b"GIF87a"]) + screen + (b"" if local else bytes(palette.astype(np.uint8).ravel()))
    frames = random.choice([1, 1, 3])
    if frames > 1:
        file += b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
        names.append("animated")
    indices, first = frame(random.randrange(1 << 30))
    start = len(file)
    file += first
    end = len(file)
    for _ in range(frames - 1):
        file += frame(random.randrange(1 << 30))[1]
    truth = np.full((height, width, 3), 255)
    shown = palette[indices]
    if transparent is not None:
        shown = np.where((indices == transparent)[..., None], 255, shown)
        names.append("transparent")
    truth[top:top + down, left:left + across] = shown
    damage = random.random()
    if damage < 0.1:
        return ", ".join(names) + ", other end", file + random.choice([b"", b"\0\0", b";trailer"]), truth, False
    if damage < 0.2 and across * down > 40:
        cut = file[:start + (end - start) * 2 // 3] + random.choice([b"", b"\0;", b";"])
        return ", ".join(names) + ", cut", cut, truth, True
    return ", ".join(names), file + b";", truth, False


def webp_variant(random, profile):
    width, height = random.randrange(1, 90), random.randrange(1, 90)
    image = Image.fromarray(picture(random, width, height))
    names, options = [], {}
    if random.random() < 0.4:
        alpha = np.add.outer(np.arange(height) * 3, np.arange(width) * 2) % 256
        image.putalpha(Image.fromarray(alpha.astype(np.uint8)))
        names.append("alpha")
    lossless = random.random() < 0.45
    names.insert(0, "WebP: lossless" if lossless else "WebP: lossy")
    if random.random() < 0.15:
        options["exif"] = random.choice([b"", b"Exif\0\0"]) + ORIENTATION % random.randrange(1, 9)
        names.append("turned")
    if random.random() < 0.15:
        options["icc_profile"] = profile
        names.append("profile")
    if random.random() < 0.2:
        other = Image.fromarray(picture(random, width, height)).convert(image.mode)
        options |= {"save_all": True, "append_images": [other], "duration": 50}
        names.append("animated")
    out = io.BytesIO()
    image.save(out, "WEBP", lossless=lossless, quality=random.randrange(20, 100), method=random.randrange(4),
               exact=random.random() < 0.5, **options)
    file, kind = out.getvalue(), ", ".join(names)
    damage = random.random()
    if damage < 0.06:
        return kind + ", wrong length", file[:4] + struct.pack("<I", random.choice([0, 12, 0x7FFFFFFF])) + file[8:], file, False
    if damage < 0.1:
        return kind + ", trailer", file + b"\0" * random.randrange(1, 40), file, False
    if damage < 0.2 and "animated" not in names:
        return kind + ", cut", file[:len(file) * random.randrange(30, 80) // 100], file, True
    return kind, file, None, False
