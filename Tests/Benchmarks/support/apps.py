"""The figures of the API for apps of Subsonic servers: requests a second, memory, and paging through all songs."""

import contextlib
import hashlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import time
import urllib.parse

from figures import SUPPORT, Figure
from measure import Failure, run
from serve import megabytes, timing, wrk

WARM_SECONDS, NEW_SECONDS = 1 / 3_000, 1 / 300  # a request that was made before, and one that was not
SLOWEST = 0.030  # 99 of 100 requests
PAGED = 1 / 100_000  # a song of all, 500 in a request
STARRED = 200
CREDENTIALS = "u=anna&t={}&s=salt00&v=1.16.1&c=bench&f=json".format(hashlib.md5(b"secretsalt00").hexdigest())


def apps(bench):
    """Measures searches, lists and albums by wrk -t1 -c32, as one app requests them again and with other values."""
    if not shutil.which("wrk"):
        raise Failure("wrk is not installed")
    secret = os.path.join(bench.folder, "secret")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("secret\n")
    run(bench.ours("user", "add", "anna", "--password-file", secret), bench.environment)
    server = subprocess.Popen(bench.ours("serve", "--port", "0"), stdout=subprocess.PIPE, text=True,
                              env=bench.environment)
    try:
        address = server.stdout.readline().strip()
        with contextlib.closing(http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc)) as connection:
            songs = [song["id"] for song in get(connection, "search3", query="", songCount=STARRED)["song"]]
            get(connection, "star", id=songs)
            album = get(connection, "getAlbumList2", type="newest", size=1)["album"][0]["id"]
            for route, query in (
                ("search3", "query=love&songCount=20"), ("getAlbumList2", "type=newest&size=20"),
                ("getStarred2", ""), ("getAlbum", f"id={album}"),
            ):
                target = f"{address}rest/{route}?{CREDENTIALS}&{query}"
                wrk(target)
                seconds, slowest, _ = wrk(target)
                yield Figure(f"apps: {route}", timing(seconds, megabytes(server.pid)), None, "", seconds=WARM_SECONDS,
                             megabytes=120)
                yield Figure(f"apps: {route}, 99 of 100", timing(slowest, 0), None, "", seconds=SLOWEST)
            target = f"{address}rest/getAlbumList2?{CREDENTIALS}&type=alphabeticalByName&size=20"
            seconds, slowest, _ = wrk(target, os.path.join(SUPPORT, "new_offsets.lua"))
            yield Figure("apps: another page of the albums each time", timing(seconds, megabytes(server.pid)), None, "",
                         seconds=NEW_SECONDS, megabytes=120)
        # The server has closed the idle connection.
        with contextlib.closing(http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc)) as connection:
            seconds, parsing = page_through(connection, bench.count)
            yield Figure("apps: all songs, 500 in a request, each", timing(seconds, 0), None, "", seconds=PAGED)
            yield Figure("apps: parsing these by Python's json, each", timing(parsing, 0), None, "")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def page_through(connection, count):
    """The seconds for each song of all, as an app reads them that is used offline, and those of parsing the replies."""
    waiting, parsing, found = 0, 0, 0
    while True:
        start = time.perf_counter()
        reply = requested(connection, "search3", query="", songCount=500, songOffset=found, albumCount=0, artistCount=0)
        received = time.perf_counter()
        songs = parsed("search3", reply)["song"]
        waiting, parsing = waiting + received - start, parsing + time.perf_counter() - received
        if not songs:
            break
        found += len(songs)
    if found != count:
        raise Failure(f"search3 has {found} of {count} songs")
    return waiting / count, parsing / count


def get(connection, route, **parameters):
    """The only object of a reply, besides the members of each one."""
    return parsed(route, requested(connection, route, **parameters))


def requested(connection, route, **parameters):
    connection.request("GET", f"/rest/{route}?{CREDENTIALS}&{urllib.parse.urlencode(parameters, doseq=True)}")
    return connection.getresponse().read()


def parsed(route, reply):
    reply = json.loads(reply)["subsonic-response"]
    if reply["status"] != "ok":
        raise Failure(f"{route}: {reply}")
    return next((value for value in reply.values() if isinstance(value, dict)), {})
