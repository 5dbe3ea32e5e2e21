"""The figures of the server: requests per second, first bytes and memory, beside a route that returns a constant."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.parse

from figures import PAGE, RARE_WORD, SUPPORT, Figure
from measure import Failure, Timing

REQUESTS = 100_000
SECONDS = 10
ROUNDS = 9
WORD = "love"  # a frequent word of the catalogue


def serve(bench):
    """Measures the first page as JSON, the page as HTML, and the memory after many requests."""
    if not shutil.which("wrk"):
        raise Failure("wrk is not installed")
    server = subprocess.Popen(bench.ours("serve", "--port", "0"), stdout=subprocess.PIPE, text=True,
                              env=bench.environment)
    try:
        address = server.stdout.readline().strip()
        constant, page = address + "robots.txt", f"{address}api/music?limit={PAGE}"
        wrk(constant), wrk(page)
        rounds = [(wrk(page), wrk(constant)) for _ in range(3)]
        ours, other = sorted(rounds)[1]
        memory = megabytes(server.pid)
        yield Figure(f"serve: a page of {PAGE} rows as JSON, by wrk -t1 -c32", timing(ours[0], memory),
                     timing(other[0], memory), "a constant", ratio=3, seconds=1 / 10_000)
        yield Figure("serve: 99 of 100 of these", timing(ours[1], memory), timing(other[1], memory), "a constant",
                     seconds=0.015)
        html, new = wrk(address), wrk(address, os.path.join(SUPPORT, "new_pages.lua"))
        yield Figure("serve: the music list as HTML, 50 rows", timing(html[0], memory), timing(other[0], memory),
                     "a constant", seconds=1 / 3_000)
        yield Figure("serve: each time another page of the list", timing(new[0], memory), timing(other[0], memory),
                     "a constant", seconds=1 / 300)
        yield from first_bytes(bench, address)
        before = megabytes(server.pid, peak=False)
        completed = 0
        while completed < REQUESTS:
            completed += wrk(page)[2]
        after = megabytes(server.pid, peak=False)
        note = "" if after < before * 1.1 + 1 else f"grew from {before:.0f} MB"
        yield Figure(f"serve: memory after {REQUESTS:,} requests more", timing(ours[0], after), None, "",
                     megabytes=80, note=note)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def first_bytes(bench, address):
    """The first byte of each kind of page, and of a search with and without its total."""
    host = urllib.parse.urlsplit(address).netloc
    last, middle = bench.count - 50, bench.count // 2
    with contextlib.closing(http.client.HTTPConnection(host)) as connection:
        song = json.loads(get(connection, f"/api/music?limit=1&offset={middle}")[1])["rows"][0]
        artist = urllib.parse.quote(song["artist"], safe="")
        for path in ("/", "/?sort=artist", "/?sort=popular&reverse=true", "/?bookmarkedFirst=true", "/bookmarks",
                     "/?downloaded=true", f"/?offset={middle}", f"/?offset={last}", f"/?artist={artist}",
                     f"/?text={WORD}", f"/?text={RARE_WORD}", f"/artists/{artist}", f"/music/{song['id']}",
                     "/playlists", "/downloads", "/to-dos"):
            shown = path.replace(artist, "…").replace(song["id"], "…")
            yield Figure(f"serve: first byte of {shown}", first_byte(connection, path), None, "", seconds=0.010)
        for query in (f"text={WORD}", f"text={WORD}&total=true"):
            path = f"/api/music?{query}"
            yield Figure(f"serve: {path}", first_byte(connection, path), None, "")


def first_byte(connection, path):
    """Requests the path repeatedly with a varying number of rows, so that no response is cached."""
    samples = []
    for number in range(ROUNDS):
        separator = "&" if "?" in path else "?"
        varies = not path.startswith(("/artists/", "/music/", "/home"))
        if not varies:
            time.sleep(1.1)  # a cached page is valid for a second
        varied = f"{path}{separator}limit={50 + number}" if varies else path
        samples.append((get(connection, varied)[0], 0))
    return Timing(samples)


def get(connection, path):
    """Seconds to the first byte of the body, and the body."""
    start = time.perf_counter()
    connection.request("GET", path)
    response = connection.getresponse()
    seconds = time.perf_counter() - start
    body = response.read()
    if response.status != 200:
        raise Failure(f"{path}: status {response.status}")
    return seconds, body


def wrk(address, script=None, seconds=SECONDS):
    """Seconds per request, the 99th percentile in seconds, and the number of completed requests."""
    command = ["wrk", "-t1", "-c32", f"-d{seconds}s", f"--timeout={seconds}s", "--latency",
               *(["-s", script] if script else []), address]
    report = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    if "Non-2xx" in report or "Socket errors" in report:
        raise Failure(f"{address}: {report}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1])
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", report).groups()
    count = int(re.search(r"(\d+) requests in", report)[1])
    if count == 0:
        raise Failure(f"{address}: no response in {seconds} s")
    return 1 / rate, float(value) * {"us": 1e-6, "ms": 1e-3, "s": 1}[unit], count


def timing(seconds, megabytes):
    return Timing([(seconds, megabytes)])


def megabytes(pid, peak=True):
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmHWM" if peak else "VmRSS"))
    return int(line.split()[1]) / 1024
