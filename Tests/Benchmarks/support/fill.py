#!/usr/bin/env python3
"""Reads a catalogue over HTTP and fills the tables of a music library, as sync does, in one Python process.

Usage: fill.py MODEL URL LIBRARY. The tables, indexes and the full-text table are those of the library MODEL.
"""

import hashlib
import json
import sqlite3
import sys
import time
import urllib.parse
import urllib.request

from names import search_text, sort_key, title_order

BATCH = 5000
EXPLICIT = {None: 0, False: 1, True: 2}
COLUMNS = """row id sources bookmarked explicit title_key artist_key album_key title artist album duration disc track
popularity released added genre artwork audio title_order album_artist album_artist_key""".split()


def schema(model):
    """A library's page size and CREATE statements: tables and views, then indexes, without those of SQLite itself."""
    with sqlite3.connect(f"file:{model}?mode=ro", uri=True) as database:
        page_size, = database.execute("PRAGMA page_size").fetchone()
        rows = database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    virtual = [name for _, name, sql in rows if sql.upper().startswith("CREATE VIRTUAL")]
    shadows = {f"{name}_{part}" for name in virtual for part in ("data", "idx", "content", "docsize", "config")}
    rows = [row for row in rows if row[1] not in shadows and not row[1].startswith("sqlite_")]
    return page_size, [row[2] for row in rows if row[0] != "index"], [row[2] for row in rows if row[0] == "index"]


def integer_date(text):
    if not text:
        return None
    parts = [int(part) for part in text.split("-")] + [0, 0]
    return parts[0] * 10000 + parts[1] * 100 + parts[2]


def records(lines, base, now):
    """Yields the values of music, lyrics, music_search and record for each line of NDJSON."""
    base_folder = urllib.parse.urljoin(base, ".")
    for row, line in enumerate(lines, start=1):
        song = json.loads(line)
        get = song.get
        title, artist, album = song["title"], song["singer"], song["album"]
        album_artist = get("albumArtist") or ""
        image, file = get("image"), get("file")
        identity = int.from_bytes(hashlib.sha256(f"bench\n{song['id']}".encode()).digest()[:8], "big") >> 1
        fingerprint = int.from_bytes(hashlib.sha256(line).digest()[:8], "big", signed=True)
        title_key = sort_key(title)
        yield (
            (
                row, identity, 1, 0, EXPLICIT[get("explicit")], title_key, sort_key(artist), sort_key(album),
                title, artist, album, song["duration"], get("disc"), get("track"), get("popularity"),
                integer_date(get("released")), now, get("genre"), absolute(base_folder, image),
                absolute(base_folder, file), title_order(title, title_key), album_artist,
                sort_key(album_artist or artist),
            ),
            (row, get("lyrics"), identity),
            (row, search_text(title, artist, album) + "\n\n"),
            (identity, 1, fingerprint, row),
        )


def absolute(folder, address):
    """Appends a relative address to the document's folder, and leaves complex ones to urllib."""
    if not address:
        return None
    if address[0] in "/.?#" or ":" in address:
        return urllib.parse.urljoin(folder, address)
    return folder + address


def fill(model, url, library):
    page_size, tables, indexes = schema(model)
    database = sqlite3.connect(library, isolation_level=None)
    database.execute(f"PRAGMA page_size = {page_size}")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA cache_size = -32000")
    for sql in tables:
        database.execute(sql)
    for setting in (("automerge", 0), ("crisismerge", 1000)):
        database.execute("INSERT INTO music_search (music_search, rank) VALUES (?, ?)", setting)
    into_music = f"INSERT INTO music ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
    with urllib.request.urlopen(url) as body:
        batch = []
        for record in records(body, url, int(time.time())):
            batch.append(record)
            if len(batch) == BATCH:
                write(database, into_music, batch)
                batch = []
        write(database, into_music, batch)
    database.execute("BEGIN")
    for sql in indexes:
        database.execute(sql)
    database.execute("INSERT INTO music_search (music_search) VALUES ('optimize')")
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def write(database, into_music, batch):
    music, lyrics, text, record = zip(*batch) if batch else ((), (), (), ())
    database.execute("BEGIN")
    database.executemany(into_music, music)
    with_lyrics = [values for values in lyrics if values[1]]
    database.executemany("INSERT INTO lyrics (row, text, music) VALUES (?, ?, ?)", with_lyrics)
    database.executemany("INSERT INTO music_search (rowid, text) VALUES (?, ?)", text)
    database.executemany("INSERT INTO record (id, source, fingerprint, row) VALUES (?, ?, ?, ?)", record)
    database.execute("COMMIT")


if __name__ == "__main__":
    fill(*sys.argv[1:])
