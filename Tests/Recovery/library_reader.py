"""Reads rows from a damaged SQLite file, independently of Fermata and of SQLite.

Follows https://www.sqlite.org/fileformat2.html. Reads every page, and recognizes rows by their columns."""
import struct

PAGE = 4096
CHECKSUM = 8
SAMPLE = 50


def has_checksum(page):
    """Whether a page ends with two sums of its other words. Source: https://www.sqlite.org/cksumvfs.html"""
    if len(page) != PAGE or page[-CHECKSUM:] == bytes(CHECKSUM):
        return False
    words = struct.unpack("<%dI" % (PAGE // 4), page)
    first = second = 0
    for index in range(0, len(words) - 2, 2):
        first = (first + words[index] + second) & 0xFFFFFFFF
        second = (second + words[index + 1] + first) & 0xFFFFFFFF
    return (first, second) == words[-2:]


def varint(data, at):
    value = 0
    for index in range(9):
        byte = data[at + index]
        if index == 8:
            value = (value << 8) | byte
            break
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            break
    if value >= 1 << 63:
        value -= 1 << 64
    return value, at + index + 1


def log_pages(path):
    """Returns the committed pages of a log up to the first damaged frame, as SQLite does."""
    try:
        data = open(path, "rb").read()
    except FileNotFoundError:
        return {}
    if len(data) < 32:
        return {}
    big = struct.unpack(">I", data[:4])[0] == 0x377F0683
    if struct.unpack(">I", data[:4])[0] not in (0x377F0682, 0x377F0683):
        return {}

    def add(sums, piece):
        first, second = sums
        words = struct.unpack((">" if big else "<") + "%dI" % (len(piece) // 4), piece)
        for index in range(0, len(words), 2):
            first = (first + words[index] + second) & 0xFFFFFFFF
            second = (second + words[index + 1] + first) & 0xFFFFFFFF
        return first, second

    sums = add((0, 0), data[:24])
    if sums != struct.unpack(">2I", data[24:32]):
        return {}
    pages, pending = {}, {}
    for start in range(32, len(data) - PAGE - 24 + 1, PAGE + 24):
        head, content = data[start:start + 24], data[start + 24:start + 24 + PAGE]
        number, size = struct.unpack(">2I", head[:8])
        sums = add(add(sums, head[:8]), content)
        if head[8:16] != data[16:24] or sums != struct.unpack(">2I", head[16:24]):
            break
        pending[number] = content
        if size:
            pages.update(pending)
            pending = {}
    return pages


def record(payload):
    size, at = varint(payload, 0)
    if not at <= size <= len(payload):
        raise ValueError
    values, content = [], size
    while at < size:
        kind, at = varint(payload, at)
        if kind < 0 or kind in (10, 11):
            raise ValueError
        length = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][kind] if kind < 10 else (kind - 12) // 2
        piece = payload[content:content + length]
        if len(piece) != length:
            raise ValueError
        content += length
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind == 7:
            values.append(struct.unpack(">d", piece)[0])
        elif kind < 7:
            values.append(int.from_bytes(piece, "big", signed=True))
        elif kind % 2:
            values.append(piece.decode())
        else:
            values.append(bytes(piece))
    if content != len(payload) or at != size:
        raise ValueError
    return values


def rows(path, uses_log=True):
    """Yields all rows of tables that can be decoded completely, as (row number, values)."""
    data = open(path, "rb").read()
    pages = log_pages(path + "-wal") if uses_log else {}
    count = max([(len(data) + PAGE - 1) // PAGE, *pages])

    def page(number):
        return pages.get(number) or data[(number - 1) * PAGE:number * PAGE]

    starts = range(0, len(data), max(1, len(data) // PAGE // SAMPLE) * PAGE)
    is_checked = any(has_checksum(data[start:start + PAGE]) for start in starts) or page(1)[20:21] == bytes([CHECKSUM])
    usable = PAGE - CHECKSUM if is_checked else PAGE
    for number in range(1, count + 1):
        content = page(number)
        start = 100 if number == 1 else 0
        if len(content) < start + 8 or content[start] != 13:
            continue
        cells = struct.unpack(">H", content[start + 3:start + 5])[0]
        for cell in range(min(cells, 1024)):
            try:
                pointer = start + 8 + cell * 2
                at = struct.unpack(">H", content[pointer:pointer + 2])[0]
                if at < start + 8 + cells * 2:
                    continue
                size, at = varint(content, at)
                row, at = varint(content, at)
                local = size
                if size > usable - 35:
                    least = (usable - 12) * 32 // 255 - 23
                    local = least + (size - least) % (usable - 4)
                    local = local if local <= usable - 35 else least
                if size <= 0 or at + local > len(content):
                    continue
                payload = content[at:at + local]
                if local < size:
                    following = struct.unpack(">I", content[at + local:at + local + 4])[0]
                    while len(payload) < size and 0 < following <= count:
                        more = page(following)
                        payload += more[4:4 + min(usable - 4, size - len(payload))]
                        following = struct.unpack(">I", more[:4])[0]
                yield row, record(payload)
            except (ValueError, IndexError, struct.error, UnicodeDecodeError):
                continue


def fits(values, kinds):
    if len(values) != len(kinds):
        return False
    types = {"k": lambda v: v is None, "i": lambda v: isinstance(v, int), "t": lambda v: isinstance(v, str),
             "I": lambda v: v is None or isinstance(v, int), "T": lambda v: v is None or isinstance(v, str),
             "R": lambda v: v is None or isinstance(v, (int, float)), "b": lambda v: isinstance(v, bytes)}
    return all(types[kind](value) for kind, value in zip(kinds, values))


def content(path, uses_log=True):
    """Returns the readable personal data: sources, to-dos, bookmarks (ids of music), playlists."""
    found = {"sources": set(), "todos": set(), "bookmarks": set(), "playlists": set()}
    for row, values in rows(path, uses_log):
        if fits(values, "ktTttiITiiTTiIiTI"):
            found["sources"].add((row, values[1]))
        elif fits(values, "kiiittTITIIITTi"):
            found["todos"].add((row, values[4]))
        elif fits(values, "kiiiittttttiIIRIiTTTbIItt"):
            if values[3]:
                found["bookmarks"].add(values[1])
        elif fits(values, "kiiItt"):
            found["playlists"].add((row, values[5]))
        elif fits(values, "ki"):
            found["bookmarks"].add(values[1])
    return found
