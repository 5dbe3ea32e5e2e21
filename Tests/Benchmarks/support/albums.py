"""The figures of albums, the queue, playlists and the home page, most of them beside the own first page of songs."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import statistics
import subprocess
import time
import urllib.parse

from figures import PAGE, SHORT_WORDS, SUPPORT, Figure
from measure import Failure, in_turn, run
from serve import first_byte, timing, wrk

ORDERS = ("name", "artist", "newest", "added", "random")
RATIO = 1.3  # of a page of albums to one of songs
QUEUED = 10_000  # songs in the queue
MOVE_SECONDS = 0.005  # a move in the queue
MOVES = 51  # by the server
SHUFFLE_SECONDS = 0.2  # until all songs play in a random order
HOME_SECONDS, HOME_RATE = 0.060, 1_500  # a new home page, and cached ones a second
PAGE_OPTIONS = ("--limit", str(PAGE), "--json")


def albums(bench):
    """Measures first pages of albums and genres, the queue and a playlist in a copy of the library, and the home page."""
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
        yield shuffle(bench, copy)
        yield from long_lists(bench, copy, songs)
    finally:
        bench.remove(copy)
    yield from home_page(bench)


def home_page(bench):
    """Measures the page with new and with cached responses, which are valid for a second."""
    with served(bench) as (address, connection):
        yield Figure("home page, not cached", first_byte(connection, "/home"), None, "", seconds=HOME_SECONDS)
        if not shutil.which("wrk"):
            raise Failure("wrk is not installed")
        yield Figure("home page, cached, by wrk -t1 -c32", timing(wrk(address + "home")[0], 0), None, "",
                     seconds=1 / HOME_RATE)


@contextlib.contextmanager
def served(bench, library=None):
    """Serves a library: the address, and a connection to it."""
    server = subprocess.Popen(bench.ours("serve", "--port", "0", **({"library": library} if library else {})),
                              stdout=subprocess.PIPE, text=True, env=bench.environment)
    try:
        address = server.stdout.readline().strip()
        host = urllib.parse.urlsplit(address).netloc
        with contextlib.closing(http.client.HTTPConnection(host)) as connection:
            yield address, connection
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def shuffle(bench, library):
    """The time until the address of the first song reaches the player, in whose place a script runs."""
    folder = os.path.join(bench.folder, "player")
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(SUPPORT, "player.py"), os.path.join(folder, "mpv"))
    os.chmod(os.path.join(folder, "mpv"), 0o755)
    ours, = in_turn(bench.runs, lambda: first_song(bench, library, folder))
    return Figure("play --all --shuffle, until the first song is handed to the player", ours, None, "",
                  seconds=SHUFFLE_SECONDS, megabytes=40)


def first_song(bench, library, folder):
    """A sample of the seconds until the script has the first song, and of the peak memory until then."""
    loaded = os.path.join(folder, "loaded")
    if os.path.exists(loaded):
        os.remove(loaded)
    environment = bench.environment | {
        "PATH": folder + os.pathsep + os.environ["PATH"], "XDG_RUNTIME_DIR": bench.environment["HOME"]}
    start = time.perf_counter()
    child = subprocess.Popen(
        bench.ours("play", "--all", "--shuffle", library=library), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    while not os.path.exists(loaded):
        if time.perf_counter() - start > 10:
            child.kill()
            raise Failure("play --all --shuffle plays nothing")
        time.sleep(0.0005)
    seconds = time.perf_counter() - start
    child.send_signal(signal.SIGINT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss / 1024


def long_lists(bench, library, songs):
    """Fills the queue, and a playlist with one song in 36; moves a song of one, and shows the other."""
    count, long = min(QUEUED, bench.count), bench.count // 36
    listed = os.path.join(bench.folder, "queued.json")
    run(bench.ours("list", "--limit", str(count), "--json", "--fields", "id"), bench.environment, listed)
    with open(listed, encoding="utf-8") as file:
        ids = [song["id"] for song in json.load(file)]
    os.remove(listed)
    run(bench.ours("player", "clear", library=library), bench.environment)
    run(bench.ours("player", "add", *ids, library=library), bench.environment)
    run(bench.ours("playlist", "new", "Many", SHORT_WORDS[0], "--all", library=library), bench.environment)
    status = bench.ours("player", "status", "--json", library=library)
    for place, name in ((4, "by one place"), (count // 2, "to the middle")):
        move = bench.ours("player", "move", "2", "--before", str(place), "--json", library=library)
        ours, other = bench.side_by_side(move, status)
        yield Figure(f"moving one of {count:,} queued songs {name}", ours, other, "own status of the player",
                     megabytes=40)
    with served(bench, library) as (_, connection):
        seconds = statistics.median(move_to_middle(connection, count) for _ in range(MOVES))
    yield Figure("the same, by the server", timing(seconds, 0), None, "", seconds=MOVE_SECONDS)
    playlist = bench.ours("playlist", "Many", *PAGE_OPTIONS, library=library)
    yield beside(bench, f"first {PAGE} of a playlist of {long:,}", playlist, songs)


def move_to_middle(connection, count):
    """The seconds until the server has moved the second song of the queue to the middle."""
    def request(method, target, body=None):
        connection.request(method, target, body and json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        reply = json.loads(response.read())
        if response.status != 200:
            raise Failure(f"{method} {target}: {reply}")
        return reply

    second, middle = (request("GET", f"/api/player/queue?limit=1&offset={offset}")["rows"][0]["number"]
                      for offset in (1, count // 2))
    start = time.perf_counter()
    request("PATCH", f"/api/player/queue/{second}", {"before": str(middle)})
    return time.perf_counter() - start


def beside(bench, name, ours, songs):
    return Figure(name, *bench.side_by_side(ours, songs), "own first page of songs", ratio=RATIO, megabytes=40)
