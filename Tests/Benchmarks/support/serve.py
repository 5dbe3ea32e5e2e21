"""The figures of the server: requests per second and memory, beside a route that returns a constant."""

import re
import shutil
import signal
import subprocess

from figures import PAGE, Figure
from measure import Failure, Timing

REQUESTS = 100_000
SECONDS = 10


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
        html = wrk(address)
        yield Figure("serve: the playlist page as HTML", timing(html[0], memory), timing(other[0], memory),
                     "a constant")
        before = megabytes(server.pid, peak=False)
        asked = 0
        while asked < REQUESTS:
            asked += wrk(page)[2]
        after = megabytes(server.pid, peak=False)
        note = "" if after < before * 1.1 + 1 else f"grew from {before:.0f} MB"
        yield Figure(f"serve: memory after {REQUESTS:,} requests more", timing(ours[0], after), None, "",
                     megabytes=80, note=note)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def wrk(address):
    """Seconds a request, seconds of the 99th of 100, and how many requests were answered."""
    report = subprocess.run(["wrk", "-t1", "-c32", f"-d{SECONDS}s", "--latency", address], capture_output=True,
                          check=True, text=True).stdout
    if "Non-2xx" in report or "Socket errors" in report:
        raise Failure(f"{address}: {report}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1])
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", report).groups()
    count = int(re.search(r"(\d+) requests in", report)[1])
    return 1 / rate, float(value) * {"us": 1e-6, "ms": 1e-3, "s": 1}[unit], count


def timing(seconds, megabytes):
    return Timing([(seconds, megabytes)])


def megabytes(pid, peak=True):
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmHWM" if peak else "VmRSS"))
    return int(line.split()[1]) / 1024
