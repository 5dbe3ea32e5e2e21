"""Makes libraries as older versions of Fermata made them, from a current one."""
import os
import sqlite3

# The tables of version 5, which later versions have added to.
TABLES = {"source", "music", "record", "held_bookmark", "playlist", "playlist_entry", "download", "todo", "geocoding",
          "geocoder", "grdb_migrations"}
UNDO_TABLES = ("undo_todo", "undo_bookmark", "undo")
# The indexes of versions 2 to 7.
ENDS = "title_key, title, id, explicit, sources"
ORDERS = {"title": "", "artist": "artist_key, ", "album": "album_key, disc, track, ", "popular": "popularity DESC, ",
          "newest": "released DESC, ", "added": "added DESC, "}
INDEXES = [f"CREATE INDEX bookmarked_by_{name} ON music({start}{ENDS}) WHERE bookmarked = 1"
           for name, start in ORDERS.items()] + [
    f"CREATE INDEX music_by_{name} ON music({start}{ENDS}, bookmarked{', artist' * (name == 'artist')})"
    for name, start in ORDERS.items()] + ["CREATE INDEX record_fingerprint ON record(source, fingerprint, id)"]
# The search index up to version 7, which no later version reads.
OLD_SEARCH = """
    CREATE VIRTUAL TABLE music_search USING fts5(
        text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
    INSERT INTO music_search(rowid, text) SELECT row, lower(title || char(10) || artist || char(10) || album) FROM music;
"""
# The statements that turn each version into the one before.
STEPS = {
    # The trigger mentions a table that has been removed.
    16: """DROP TRIGGER music_bookmarked;
           ALTER TABLE music DROP COLUMN album_artist; ALTER TABLE music DROP COLUMN album_artist_key;""",
    14: "ALTER TABLE source DROP COLUMN syncs;",
    13: """ALTER TABLE source DROP COLUMN issue;
           ALTER TABLE source DROP COLUMN issue_time;""",
    12: "ALTER TABLE music DROP COLUMN plays; ALTER TABLE music DROP COLUMN played;",
    10: "ALTER TABLE source DROP COLUMN stars;",
    8: f"""ALTER TABLE music DROP COLUMN title_order; ALTER TABLE music ADD COLUMN lyrics TEXT NOT NULL DEFAULT '';
           UPDATE music SET lyrics = coalesce((SELECT text FROM lyrics WHERE lyrics.row = music.row), '');
           DROP TABLE lyrics; {"; ".join(INDEXES)};""",
    6: "; ".join(f"DROP TABLE {name}" for name in UNDO_TABLES),
    5: "ALTER TABLE todo DROP COLUMN address; ALTER TABLE todo DROP COLUMN town_only;",
    4: "ALTER TABLE source DROP COLUMN identity;",
    3: "DROP TABLE todo; DROP TABLE geocoding; DROP TABLE geocoder;",
    2: """DROP TABLE playlist; DROP TABLE playlist_entry; DROP TABLE download; DROP INDEX record_row;
          ALTER TABLE source DROP COLUMN playlists; ALTER TABLE source DROP COLUMN playlists_revision;
          ALTER TABLE source DROP COLUMN playlists_rejected; DROP INDEX music_by_artist;
          CREATE INDEX music_by_artist
              ON music(artist_key, title_key, title, id, explicit, sources, bookmarked);""",
}
CURRENT = 16


def copy_without_checksums(path):
    """Copies a library, without the search index, into a file whose pages have no room for checksums, as up to version 8."""
    new = sqlite3.connect(path + ".new")
    new.execute("PRAGMA journal_mode = WAL")
    new.execute("ATTACH ? AS old", (path,))
    parts = new.execute("""SELECT type, name, sql FROM old.sqlite_schema WHERE sql IS NOT NULL
        AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'music_search%' ORDER BY type <> 'table'""").fetchall()
    for kind, name, sql in parts:
        new.execute(sql)
        if kind == "table":
            new.execute(f'INSERT INTO main."{name}" SELECT * FROM old."{name}"')
    new.execute("DELETE FROM main.sqlite_sequence")
    new.execute("INSERT INTO main.sqlite_sequence SELECT * FROM old.sqlite_sequence")
    for name in ("application_id", "user_version"):
        new.execute(f"PRAGMA main.{name} = {new.execute(f'PRAGMA old.{name}').fetchone()[0]}")
    new.commit()
    new.execute("DETACH old")
    new.close()
    os.replace(path + ".new", path)


def make_older(path, version):
    """Turns a copy of a current library into one of a version from 1 to 7."""
    copy_without_checksums(path)
    db = sqlite3.connect(path)
    known = TABLES | {"lyrics", *UNDO_TABLES}
    db.executescript(OLD_SEARCH)
    for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL").fetchall():
        if name not in known and not name.startswith(("music_search", "sqlite_")):
            db.execute(f'DROP TABLE "{name}"')
    kinds = " OR ".join([f"name LIKE '{name}'" for name in
                         ("music_by_%", "bookmarked_by_%", "played_by_%", "record_fingerprint")])
    for name, in db.execute(f"SELECT name FROM sqlite_schema WHERE type = 'index' AND ({kinds})").fetchall():
        db.execute(f"DROP INDEX {name}")
    for step in range(CURRENT, version, -1):
        db.executescript(STEPS.get(step, ""))
    for identifier, in db.execute("SELECT identifier FROM grdb_migrations").fetchall():
        if int(identifier.split()[0]) > version:
            db.execute("DELETE FROM grdb_migrations WHERE identifier = ?", (identifier,))
    db.execute(f"PRAGMA user_version = {version}")
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
