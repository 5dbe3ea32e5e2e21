"""Reads and compares the personal data of libraries without Fermata."""
import os
import sqlite3


class Failure(Exception):
    pass


def content(path):
    """Reads the names and ids of a library that SQLite finds intact."""
    db = sqlite3.connect(path)
    integrity = [row[0] for row in db.execute("PRAGMA integrity_check")]
    if integrity != ["ok"]:
        raise Failure(f"{os.path.basename(path)} is damaged: {integrity[:3]}")
    query = lambda sql: {row[0] for row in db.execute(sql)}  # noqa: E731
    tables = query("SELECT name FROM sqlite_schema WHERE type = 'table'")
    found = {
        "sources": query("SELECT name FROM source"),
        "songs": query("SELECT id FROM music"),
        "bookmarks": query("SELECT id FROM music WHERE bookmarked = 1 UNION SELECT music FROM held_bookmark"),
        "ratings": query(
            "SELECT id || ' ' || rating FROM music WHERE rating IS NOT NULL "
            "UNION SELECT music || ' ' || rating FROM held_rating"),
        "annotations": query("SELECT id || ' ' || bookmarked || ' ' || ifnull(rating, 0) FROM annotation")
        if "annotation" in tables else set(),
        "playlists": query("SELECT name FROM playlist") if "playlist" in tables else set(),
        "todos": query("SELECT title FROM todo") if "todo" in tables else set(),
    }
    db.close()
    return found


def expect(name, found, *allowed):
    """Expects one of the allowed contents, as returned by `content`."""
    if found in allowed:
        return
    nearest = min(allowed, key=lambda one: sum(len(one[key] ^ found[key]) for key in one))
    parts = [f"{key}: {len(nearest[key] - found[key])} lost, {len(found[key] - nearest[key])} unexpected"
             for key in nearest if nearest[key] != found[key]]
    raise Failure(f"{name}: " + "; ".join(parts))
