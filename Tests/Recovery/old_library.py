"""Makes libraries as older versions of Fermata made them, from a current one."""
import sqlite3

# The tables of version 5. Later versions may have added others.
TABLES = {"source", "music", "record", "held_bookmark", "playlist", "playlist_entry", "download", "todo", "geocoding",
          "geocoder", "grdb_migrations"}
# What leads from each version to the one before.
STEPS = {
    5: "ALTER TABLE todo DROP COLUMN address; ALTER TABLE todo DROP COLUMN town_only;",
    4: "ALTER TABLE source DROP COLUMN identity;",
    3: "DROP TABLE todo; DROP TABLE geocoding; DROP TABLE geocoder;",
    2: """DROP TABLE playlist; DROP TABLE playlist_entry; DROP TABLE download; DROP INDEX record_row;
          ALTER TABLE source DROP COLUMN playlists; ALTER TABLE source DROP COLUMN playlists_revision;
          ALTER TABLE source DROP COLUMN playlists_rejected; DROP INDEX music_by_artist;
          CREATE INDEX music_by_artist
              ON music(artist_key, title_key, title, id, explicit, sources, bookmarked);""",
}


def make_older(path, version):
    """Turns a copy of a current library into one of a version from 1 to 5."""
    db = sqlite3.connect(path)
    for name, in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL").fetchall():
        if name not in TABLES and not name.startswith(("music_search", "sqlite_")):
            db.execute(f'DROP TABLE "{name}"')
    for step in range(5, version, -1):
        db.executescript(STEPS[step])
    for identifier, in db.execute("SELECT identifier FROM grdb_migrations").fetchall():
        if int(identifier.split()[0]) > version:
            db.execute("DELETE FROM grdb_migrations WHERE identifier = ?", (identifier,))
    db.execute(f"PRAGMA user_version = {version}")
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
