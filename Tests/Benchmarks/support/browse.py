"""The figures of the TUI: waiting times, measured at the other end of its terminal."""

import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import subprocess
import termios
import time

from figures import Figure
from measure import Failure, Timing, in_turn

KEYS = 400
QUIET = 0.004  # seconds without output after which a repaint counts as complete


class TUIProcess:
    """The program on a terminal of 80 × 24."""

    def __init__(self, command, environment):
        self.started = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            settings = environment | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
            os.execvpe(command[0], command, settings)

    def read(self, seconds):
        """The output within a time; empty if there is none."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return b""
        try:
            return os.read(self.terminal, 1 << 16)
        except OSError as error:
            raise Failure(f"the TUI ended: {error}") from error

    def seconds_until(self, text):
        """Seconds from the start until a text has been drawn."""
        seen = b""
        while text not in seen:
            piece = self.read(10)
            if not piece:
                raise Failure(f"{text!r} was not drawn")
            seen += piece
        return time.perf_counter() - self.started

    def press(self, key):
        """Seconds from a key to the first bytes of its repaint, which is written at once."""
        while self.read(QUIET):
            pass
        start = time.perf_counter()
        os.write(self.terminal, key)
        if not self.read(10):
            raise Failure(f"nothing was drawn after {key!r}")
        return time.perf_counter() - start

    @property
    def megabytes(self):
        with open(f"/proc/{self.pid}/status") as status:
            peak = next(line for line in status if line.startswith("VmHWM"))
        return int(peak.split()[1]) / 1024

    def quit(self):
        os.write(self.terminal, b"q")
        try:
            while self.read(10):
                pass
        except Failure:
            pass
        if os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]) != 0:
            raise Failure("the TUI did not exit with 0")
        os.close(self.terminal)


def browse(bench, changed):
    """Measures the first paint, keys, and keys during a sync."""
    listed = subprocess.run(bench.ours("list", "--limit", "1", "--plain", "--fields", "title"), capture_output=True,
                            check=True, env=bench.environment)
    title = listed.stdout.strip()[:20]
    command = bench.ours("browse")

    def first_paint():
        tui = TUIProcess(command, bench.environment)
        seconds = tui.seconds_until(title)
        time.sleep(0.3)
        sample = seconds, tui.megabytes
        tui.quit()
        return sample

    painted, listed = in_turn(bench.runs, first_paint, bench.ours("list", "--limit", "20"),
                              environment=bench.environment)
    yield Figure("browse: first paint", painted, listed, "fermata list --limit 20", seconds=0.060, megabytes=50)
    yield from keys("browse: key to repaint", TUIProcess(command, bench.environment), title)
    shutil.copy(changed, bench.catalogue)
    tui = TUIProcess(command, bench.environment)
    sync = subprocess.Popen(bench.ours("sync"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            env=bench.environment)
    yield from keys("browse: key to repaint during a sync", tui, title, until=sync.poll)
    sync.send_signal(signal.SIGINT)
    sync.wait()


def keys(name, tui, title, until=lambda: None):
    """Moves by lines and pages down and up again."""
    tui.seconds_until(title)
    samples = []
    script = [b"j"] * 15 + [b"\x1b[6~"] * 4 + [b"k"] * 3 + [b"\x1b[5~"] * 2
    while len(samples) < KEYS and until() is None:
        for key in script:
            samples.append((tui.press(key), 0))
    if len(samples) < 50:
        raise Failure(f"{name}: only {len(samples)} keys were pressed")
    megabytes = tui.megabytes
    tui.quit()
    seconds = sorted(seconds for seconds, _ in samples)
    yield Figure(f"{name}, median of {len(samples)}", Timing([(statistics.median(seconds), megabytes)]), None, "",
                 seconds=0.016, megabytes=50)
    late = seconds[int(len(seconds) * 0.99)]
    yield Figure(f"{name}, 99 of 100", Timing([(late, megabytes)]), None, "", seconds=0.033, megabytes=50)
