"""Writes JPEG files of every kind that ITU-T T.81 allows with Huffman codes and 8 bits.

Other writers make a few kinds of file only. This one takes any sampling factors, scans in any
order, restart intervals, table precisions, Adobe and JFIF markers.
"""

import struct

import numpy as np

ZIGZAG = np.array([
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
    45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63])
_K, _N = np.mgrid[0:8, 0:8]
DCT = np.sqrt(np.where(_K == 0, 0.125, 0.25)) * np.cos((2 * _N + 1) * _K * np.pi / 16)


def to_ycc(rgb):
    r, g, b = (rgb[..., i].astype(float) for i in range(3))
    return np.stack([
        0.299 * r + 0.587 * g + 0.114 * b,
        128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
        128 + 0.5 * r - 0.418688 * g - 0.081312 * b], -1)


def segment(marker, content):
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


class Component:
    """A component: its quantized coefficients, block by block, in zigzag order."""

    def __init__(self, plane, factors, most, quantization):
        height, width = plane.shape
        self.across, self.down = factors
        most_across, most_down = most
        self.quantization = quantization
        samples = (-(-width * self.across // most_across), -(-height * self.down // most_down))
        self.shown = (-(-samples[0] // 8), -(-samples[1] // 8))
        units = (-(-width // (8 * most_across)), -(-height // (8 * most_down)))
        self.blocks = (units[0] * self.across, units[1] * self.down)
        padded = np.pad(plane, ((0, units[1] * 8 * most_down - height), (0, units[0] * 8 * most_across - width)), "edge")
        rows = np.arange(self.blocks[1] * 8 + 1) * most_down / self.down
        columns = np.arange(self.blocks[0] * 8 + 1) * most_across / self.across
        if most_down % self.down or most_across % self.across:
            small = padded[rows[:-1].astype(int)][:, columns[:-1].astype(int)]
        else:
            step_down, step_across = most_down // self.down, most_across // self.across
            small = padded.reshape(self.blocks[1] * 8, step_down, self.blocks[0] * 8, step_across).mean((1, 3))
        tiles = small.reshape(self.blocks[1], 8, self.blocks[0], 8).swapaxes(1, 2) - 128
        values = (DCT @ tiles @ DCT.T).reshape(self.blocks[1], self.blocks[0], 64)[..., ZIGZAG]
        self.coefficients = np.rint(values / quantization).astype(int)


class Codes:
    """Huffman codes for the values that a scan uses."""

    def __init__(self, values, kind):
        values = sorted(values) or [0]
        count = len(values)
        lengths = [0] * 16
        length = max(1, count.bit_length())
        if kind == "steps" and count > 3:
            # Codes of one, two and three bits, and long ones for all others.
            lengths[0] = lengths[1] = lengths[2] = 1
            lengths[15 if count > 200 else 12] = count - 3
        else:
            lengths[length - 1] = count
        self.table = bytes(lengths) + bytes(values)
        self.codes, code, at = {}, 0, 0
        for size in range(1, 17):
            for value in values[at:at + lengths[size - 1]]:
                self.codes[value] = (code, size)
                code += 1
            at += lengths[size - 1]
            code <<= 1


def size_of(value):
    return int(abs(value)).bit_length()


def extra(value, size):
    return value if value >= 0 else value + (1 << size) - 1


class ScanWriter:
    """Gathers what a scan says as (table, value, bits, count), and restarts."""

    def __init__(self):
        self.said = []
        self.run = 0
        self.held = []

    def code(self, table, value, bits=0, count=0):
        self.said.append((table, value, bits, count))

    def bit(self, bit):
        self.said.append((None, None, bit, 1))

    def end_run(self, table):
        if self.run:
            size = self.run.bit_length() - 1
            self.code(table, size << 4, self.run - (1 << size), size)
            self.run = 0
            for bit in self.held:
                self.bit(bit)
            self.held = []

    def sequential(self, block, mean, tables):
        difference = int(block[0]) - mean
        size = size_of(difference)
        self.code(tables[0], size, extra(difference, size), size)
        run = 0
        for value in block[1:].tolist():
            if value == 0:
                run += 1
                continue
            while run > 15:
                self.code(tables[1], 0xF0)
                run -= 16
            size = size_of(value)
            self.code(tables[1], run << 4 | size, extra(value, size), size)
            run = 0
        if run:
            self.code(tables[1], 0)

    def band(self, block, low, table):
        values = [abs(v) >> low if v >= 0 else -(abs(v) >> low) for v in block.tolist()]
        run = 0
        for value in values:
            if value == 0:
                run += 1
                continue
            self.end_run(table)
            while run > 15:
                self.code(table, 0xF0)
                run -= 16
            size = size_of(value)
            self.code(table, run << 4 | size, extra(value, size), size)
            run = 0
        if run:
            self.run += 1
            if self.run == 0x7FFF:
                self.end_run(table)

    def refine(self, block, low, table):
        magnitudes = [abs(v) >> low for v in block.tolist()]
        last_new = max((k for k, m in enumerate(magnitudes) if m == 1), default=-1)
        run, bits = 0, []
        for k, magnitude in enumerate(magnitudes):
            if magnitude == 0:
                run += 1
                continue
            while run > 15 and k <= last_new:
                self.end_run(table)
                self.code(table, 0xF0)
                for bit in bits:
                    self.bit(bit)
                run, bits = run - 16, []
            if magnitude > 1:
                bits.append(magnitude & 1)
                continue
            self.end_run(table)
            self.code(table, run << 4 | 1)
            self.bit(1 if block[k] > 0 else 0)
            for bit in bits:
                self.bit(bit)
            run, bits = 0, []
        if run or bits:
            self.run += 1
            self.held += bits
            if self.run == 0x7FFF or len(self.held) > 900:
                self.end_run(table)

    def restart(self):
        self.said.append("restart")

    def data(self, tables):
        out, bits, restarts = bytearray(), [], 0

        def flush():
            text = "".join(bits)
            text += "1" * (-len(text) % 8)
            raw = int(text or "0", 2).to_bytes(len(text) // 8, "big") if text else b""
            out.extend(raw.replace(b"\xff", b"\xff\x00"))
            bits.clear()

        for said in self.said:
            if said == "restart":
                flush()
                out.extend([0xFF, 0xD0 + restarts % 8])
                restarts += 1
                continue
            table, value, number, count = said
            if table is not None:
                code, size = tables[table].codes[value]
                bits.append(format(code, f"0{size}b"))
            if count:
                bits.append(format(int(number), f"0{count}b"))
        flush()
        return bytes(out)


def scan(components, parts, band, approximation, progressive, interval, kind, ids):
    """One scan with the tables that it needs."""
    writer, means = ScanWriter(), [0] * 4
    first, last = band
    high, low = approximation
    single = len(parts) == 1
    if single:
        columns, rows = components[parts[0]].shown
    else:
        only = components[parts[0]]
        columns, rows = only.blocks[0] // only.across, only.blocks[1] // only.down
    done = 0
    for y in range(rows):
        for x in range(columns):
            if interval and done and done % interval == 0:
                writer.end_run(("ac", 0))
                writer.restart()
                means = [0] * 4
            done += 1
            for slot, part in enumerate(parts):
                component = components[part]
                across, down = (1, 1) if single else (component.across, component.down)
                for v in range(down):
                    for u in range(across):
                        block = component.coefficients[y * down + v, x * across + u]
                        if not progressive:
                            writer.sequential(block, means[slot], (("dc", slot), ("ac", slot)))
                            means[slot] = int(block[0])
                        elif first == 0 and high == 0:
                            mean = int(block[0]) >> low
                            difference = mean - means[slot]
                            size = size_of(difference)
                            writer.code(("dc", slot), size, extra(difference, size), size)
                            means[slot] = mean
                        elif first == 0:
                            writer.bit(int(block[0]) >> low & 1)
                        elif high == 0:
                            writer.band(block[first:last + 1], low, ("ac", slot))
                        else:
                            writer.refine(block[first:last + 1], low, ("ac", slot))
    writer.end_run(("ac", 0))
    used = {}
    for said in writer.said:
        if said != "restart" and said[0] is not None:
            used.setdefault(said[0], set()).add(said[1])
    tables = {name: Codes(values, kind) for name, values in used.items()}
    out = b""
    for (name, slot), codes in tables.items():
        out += segment(0xC4, bytes([(0x10 if name == "ac" else 0) | slot]) + codes.table)
    header = bytes([len(parts)])
    for slot, part in enumerate(parts):
        header += bytes([ids[part], slot << 4 | slot])
    if not progressive:
        first, last, high, low = 0, 63, 0, 0
    return out + segment(0xDA, header + bytes([first, last, high << 4 | low])) + writer.data(tables)


def write(planes, factors, quantizations, scans, *, progressive=False, interval=0, kind="flat", ids=(1, 2, 3, 4),
          head=b"", wide_tables=False, between=b"", end=b"\xff\xd9", marker=None):
    """A file of these planes; each scan is (parts, band, approximation)."""
    most = (max(f[0] for f in factors), max(f[1] for f in factors))
    components = [
        Component(plane, factor, most, quantization)
        for plane, factor, quantization in zip(planes, factors, quantizations)]
    out = b"\xff\xd8" + head
    for slot, quantization in enumerate(quantizations):
        values = struct.pack(">64H", *quantization) if wide_tables else bytes(int(v) for v in quantization)
        out += segment(0xDB, bytes([(0x10 if wide_tables else 0) | slot]) + values) + between
    height, width = planes[0].shape
    frame = struct.pack(">BHHB", 8, height, width, len(planes))
    for slot, (across, down) in enumerate(factors):
        frame += bytes([ids[slot], across << 4 | down, slot])
    out += segment(marker or (0xC2 if progressive else 0xC0), frame) + between
    if interval:
        out += segment(0xDD, struct.pack(">H", interval))
    for parts, band, approximation in scans:
        out += scan(components, parts, band, approximation, progressive, interval, kind, ids) + between
    return out + end
