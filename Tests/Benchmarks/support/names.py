"""Sort keys and search text as Domain/Text computes them, with a fast path for ASCII."""

import re
import unicodedata

NOTHING_LEFT = "\U0010FFFF"
APOSTROPHES = "'\u2018\u2019\u201B\u02BB\u02BC"
NUMBER = re.compile("[0-9]+")


def folded(text):
    """NFKD, combining marks dropped, case folded, recomposed."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text).translate(MARKS).casefold()
    return unicodedata.normalize("NFC", plain)


def sort_key(name):
    key = " ".join(folded(name).translate(SORT_CLASSES).split())
    key = NUMBER.sub(number_key, key)
    if key.startswith("the "):
        key = key[4:]
    return key or NOTHING_LEFT


def search_text(title, artist, album):
    return f"{search_line(title)}\n{search_line(artist)}\n{search_line(album)}"


def search_line(text):
    line = folded(text)
    return line if line.isascii() and line.isprintable() else line.translate(SEARCH_CLASSES)


def number_key(match):
    """A number becomes its count of digits, then its digits, so that longer numbers sort later."""
    digits = match[0].lstrip("0")
    nines, rest = divmod(len(digits), 8)
    if rest == 0 and nines:
        nines, rest = nines - 1, 8
    return f"{'9' * nines}{rest}{digits}"


class Marks(dict):
    def __missing__(self, code):
        self[code] = None if unicodedata.category(chr(code))[0] == "M" else code
        return self[code]


class SortClasses(dict):
    def __missing__(self, code):
        character = chr(code)
        category = unicodedata.category(character)
        if character in APOSTROPHES or category == "Cf" or category[0] == "M":
            self[code] = None
        elif category == "Cc" or category[0] in "ZPS":
            self[code] = " "
        elif category == "Nd":
            self[code] = str(unicodedata.decimal(character))
        else:
            self[code] = character
        return self[code]


class SearchClasses(dict):
    def __missing__(self, code):
        character = chr(code)
        category = unicodedata.category(character)
        if character in "\u2018\u2019\u201B\u02BC":
            self[code] = "'"
        elif category == "Cc" or character.isspace():
            self[code] = " "
        else:
            self[code] = None if category == "Cf" else character
        return self[code]


MARKS, SORT_CLASSES, SEARCH_CLASSES = Marks(), SortClasses(), SearchClasses()
for ascii_code in range(128):  # a table that knows all of ASCII lets str.translate take its fast path
    SORT_CLASSES[ascii_code], SEARCH_CLASSES[ascii_code]


def title_order(title, key):
    """Orders titles with one sort key; see Data/SQLite/Tables/MusicRow.swift."""
    form = " ".join(word[0].upper() + word[1:] if word[:1].isascii() and word else word for word in key.split(" "))
    if title == form:
        return b"\x7F"
    title, form = title.encode(), form.encode()
    start = next((position for position, (a, b) in enumerate(zip(title, form)) if a != b), min(len(title), len(form)))
    offset = min(start, 126)
    return bytes([offset if title < form else 254 - offset]) + title[offset:]
