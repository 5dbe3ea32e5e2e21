"""Runs complete commands in turn and measures their wall time and peak memory."""

import os
import statistics
import subprocess
import sys
import time


class Failure(Exception):
    pass


class Timing:
    """The seconds and peak megabytes of the runs of one command."""

    def __init__(self, samples):
        self.seconds = statistics.median(seconds for seconds, _ in samples)
        self.megabytes = max(megabytes for _, megabytes in samples)
        self.samples = samples


def run(command, environment=None, output=os.devnull):
    """Wall seconds and peak resident megabytes of one command.

    The system counts the memory of the process that starts a command as the command's own, so that no figure is
    below this script's own 10 to 20 MB.
    """
    with open(output, "wb") as sink:
        start = time.perf_counter()
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.PIPE, env=environment)
        complaint = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode != 0:
        tail = complaint.decode(errors="replace").strip()[-500:]
        raise Failure(f"{' '.join(command[:3])} … ended with {child.returncode}: {tail}")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return seconds, usage.ru_maxrss / unit


def in_turn(runs, *commands, warm=True, environment=None):
    """Timings of commands run A, B, A, B, …; a command is an argument list or a function that returns a sample."""
    samplers = [
        command if callable(command) else lambda command=command: run(command, environment) for command in commands]
    if warm:
        for sample in samplers:
            sample()
    samples = [[] for _ in samplers]
    for _ in range(runs):
        for results, sample in zip(samples, samplers):
            results.append(sample())
    return [Timing(results) for results in samples]
