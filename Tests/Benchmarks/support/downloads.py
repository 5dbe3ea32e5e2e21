"""The figures of downloads: many files from loopback, against curl."""

import json
import os
import random
import shutil

from figures import Figure
from measure import Failure, run

COUNT, SIZE, JOBS = 1000, 1 << 20, 4


def downloads(bench):
    """Measures a catalogue whose songs are files of random bytes."""
    make_files(bench)
    library, fresh = (os.path.join(bench.folder, name) for name in ("files.db", "fresh-files.db"))
    bench.remove(fresh)
    run(bench.ours("source", "add", "http", bench.url.replace("catalogue", "files"), "--name", "files", library=fresh),
        bench.environment)
    run(bench.ours("sync", library=fresh), bench.environment)
    ours, curl = bench.side_by_side(
        lambda: by_fermata(bench, fresh, library), lambda: by_curl(bench), runs=bench.long_runs)
    name = f"{COUNT:,} downloads of 1 MiB, {JOBS} at a time"
    yield Figure(name, ours, curl, "curl --parallel, no digests, nothing flushed", ratio=1.3, megabytes=60)
    ours, curl = bench.side_by_side(
        lambda: by_fermata(bench, fresh, library), lambda: by_curl(bench, with_digests=True), runs=bench.long_runs)
    yield Figure(name, ours, curl, "curl --parallel, then sha256sum", ratio=1.3, megabytes=60)


def make_files(bench):
    served = os.path.dirname(bench.catalogue)
    chance = random.Random(1)
    with open(os.path.join(served, "files.ndjson"), "w") as catalogue:
        for number in range(COUNT):
            name = f"file-{number:04}.mp3"
            song = {"id": name, "singer": "Loopback", "title": name, "duration": 60, "file": name}
            catalogue.write(json.dumps(song) + "\n")
            with open(os.path.join(served, name), "wb") as file:
                file.write(chance.randbytes(SIZE))
    with open(os.path.join(bench.folder, "curl.config"), "w") as config:
        for number in range(COUNT):
            name = f"file-{number:04}.mp3"
            config.write(f'url = "{bench.url.replace("catalogue.ndjson", name)}"\noutput = "{name}"\n')


def by_fermata(bench, fresh, library):
    """A sample of all downloads into a new folder, each checked to be complete."""
    folder = os.path.join(bench.folder, "files.db.downloads")
    shutil.rmtree(folder, ignore_errors=True)
    bench.remove(library)
    shutil.copyfile(fresh, library)
    os.sync()
    command = bench.ours("download", "--artist", "Loopback", "--jobs", str(JOBS), library=library)
    sample = run(command, bench.environment)
    sizes = [os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)]
    if sizes != [SIZE] * COUNT:
        raise Failure("not all files exist and are complete")
    return sample


def by_curl(bench, with_digests=False):
    folder = os.path.join(bench.folder, "curl.downloads")
    shutil.rmtree(folder, ignore_errors=True)
    os.sync()
    curl = ["curl", "--silent", "--fail", "--parallel", "--parallel-max", str(JOBS), "--create-dirs", "--output-dir",
            folder, "--config", os.path.join(bench.folder, "curl.config")]
    seconds, megabytes = run(curl, bench.environment)
    if with_digests:
        files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        seconds += run(["sha256sum", *files], bench.environment)[0]
    return seconds, megabytes
