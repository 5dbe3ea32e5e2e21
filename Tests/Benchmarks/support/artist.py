"""The figures of an artist's page: one process against the bare joins."""

import os

from figures import ALL_COLUMNS, Figure, sql
from measure import run

ARTIST, KEY = "The Busiest Band", "busiest band"

TRACKS = f"SELECT {ALL_COLUMNS} FROM music WHERE artist_key = '{KEY}' ORDER BY title_key, title, id"

PLAYLISTS = f"""
    SELECT playlist.id, playlist.name, count(*) AS shared
    FROM music JOIN record USING (row) JOIN playlist_entry ON playlist_entry.record = record.id
        JOIN playlist ON playlist.row = playlist_entry.playlist
    WHERE artist_key = '{KEY}' GROUP BY playlist.row ORDER BY shared DESC, name_key, name, playlist.id LIMIT 20"""

RELATED = f"""
    WITH shared(playlist) AS (
        SELECT DISTINCT playlist FROM music JOIN record USING (row)
            JOIN playlist_entry ON playlist_entry.record = record.id WHERE artist_key = '{KEY}'),
    member(playlist, artist_key) AS (
        SELECT DISTINCT playlist, artist_key FROM shared JOIN playlist_entry USING (playlist)
            JOIN record ON record.id = playlist_entry.record JOIN music USING (row)),
    size(playlist, artists) AS (SELECT playlist, count(*) FROM member GROUP BY playlist)
    SELECT artist_key, count(*) AS shared, sum(1000000000 / (artists - 1)) AS closeness
    FROM member JOIN size USING (playlist) WHERE artist_key <> '{KEY}' AND artists > 1
    GROUP BY artist_key ORDER BY closeness DESC, shared DESC, artist_key LIMIT 20"""


def artist_page(bench):
    """Measures the page in a separate library with playlists."""
    library = os.path.join(bench.folder, "related.db")
    if not os.path.exists(library):
        bench.add_source(library, "--playlists", "playlists.ndjson")
        run(bench.ours("sync", library=library), bench.environment)
    page = bench.ours("artist", ARTIST, "--json", library=library)
    joins = sql(library, f"{TRACKS}; {PLAYLISTS}; {RELATED}")
    yield Figure("page of an artist with 1,000 tracks", *bench.side_by_side(page, joins), "sqlite3, the bare joins",
                 ratio=10)
    yield Figure("its related artists", *bench.side_by_side(page, sql(library, RELATED)),
                 "sqlite3, related artists alone", ratio=2)
