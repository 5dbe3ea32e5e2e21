"""The figures of checks, repairs and backups of the library."""

import glob
import os
import shutil

from figures import Figure
from measure import in_turn, run

PAGE_BYTES = 4096
HEADER_BYTES = 100


def safety(bench):
    """Compares each with SQLite or the system doing the same; runs are warm, apart from those that write."""
    check = bench.ours("library", "check")
    integrity = bench.sql("PRAGMA integrity_check", "-list")
    yield Figure("check of the library", *bench.side_by_side(check, integrity, bench.long_runs),
                 "sqlite3 PRAGMA integrity_check", ratio=1.5)
    spare = os.path.join(bench.folder, "spare.db")
    repair, first = in_turn(
        bench.long_runs, lambda: repaired(bench), lambda: bench.first_sync(spare), warm=False)
    bench.remove(spare)
    yield Figure("repair without the list of tables", repair, first, "own first sync", ratio=2, megabytes=150)
    backup, copy = in_turn(bench.long_runs, lambda: backed_up(bench), lambda: copied(bench))
    yield Figure("backup of the library", backup, copy, "cp and fsync", ratio=1.3)


def repaired(bench):
    """A sample of repairing a copy whose first page, behind its header, is empty."""
    library = os.path.join(bench.folder, "damaged.db")
    shutil.copyfile(bench.library, library)
    with open(library, "r+b") as file:
        file.seek(HEADER_BYTES)
        file.write(bytes(PAGE_BYTES - HEADER_BYTES))
    os.sync()
    try:
        return run(bench.ours("library", "repair", library=library), bench.environment)
    finally:
        for path in glob.glob(glob.escape(library) + "*"):
            os.remove(path)


def backed_up(bench):
    target = os.path.join(bench.folder, "backup.db")
    try:
        return run(bench.ours("library", "backup", target), bench.environment)
    finally:
        bench.remove(target)


def copied(bench):
    target = os.path.join(bench.folder, "copied.db")
    try:
        return run(["sh", "-c", 'cp "$0" "$1" && sync "$1"', bench.library, target])
    finally:
        bench.remove(target)
