"""The figures of albums, the queue and playlists: each command beside the own first page of songs."""

import os
import shutil

from figures import PAGE, SHORT_WORDS, Figure
from measure import run

ORDERS = ("name", "artist", "newest", "added", "random")
RATIO = 1.3  # of a page of albums to one of songs
MOVE_SECONDS = 0.005  # how much longer a move in the queue may take than the status of the player
PAGE_OPTIONS = ("--limit", str(PAGE), "--json")


def albums(bench):
    """Measures first pages of albums and genres, then the queue and a playlist in a copy of the library."""
    songs = bench.ours("list", *PAGE_OPTIONS)
    for name, *command in (
        *((f"albums by {order}", "albums", "--sort", order) for order in ORDERS),
        ("albums of a genre", "albums", "genre:rock"),
        ("genres", "genres"),
        ("artists", "artists"),
        ("artists of albums", "artists", "--album-artists"),
    ):
        yield beside(bench, f"first {PAGE} {name}", bench.ours(*command, *PAGE_OPTIONS), songs)
    copy = os.path.join(bench.folder, "listener.db")
    shutil.copyfile(bench.library, copy)
    try:
        yield from long_lists(bench, copy, songs)
    finally:
        bench.remove(copy)


def long_lists(bench, library, songs):
    """Puts one song in 36 into the queue and into a playlist; moves one and shows the others."""
    words, count = [SHORT_WORDS[0], "--all"], bench.count // 36
    for command in (["player", "add", *words], ["playlist", "new", "Many", *words]):
        run(bench.ours(*command, library=library), bench.environment)
    status = bench.ours("player", "status", "--json", library=library)
    for place, name in ((4, "by one place"), (count // 2, "to the middle")):
        move = bench.ours("player", "move", "2", "--before", str(place), "--json", library=library)
        ours, other = bench.side_by_side(move, status)
        yield Figure(f"moving one of {count:,} queued songs {name}", ours, other, "own status of the player",
                     beyond=MOVE_SECONDS, megabytes=40)
    playlist = bench.ours("playlist", "Many", *PAGE_OPTIONS, library=library)
    yield beside(bench, f"first {PAGE} of a playlist of {count:,}", playlist, songs)


def beside(bench, name, ours, songs):
    return Figure(name, *bench.side_by_side(ours, songs), "own first page of songs", ratio=RATIO, megabytes=40)
