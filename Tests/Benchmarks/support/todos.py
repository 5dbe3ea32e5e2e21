"""The figures of a long list of to-dos: one process against sqlite3 reading the same rows."""

import os
import plistlib
import sys

from figures import PAGE, Figure, sql
from measure import run

COUNT = 100_000
COLUMNS = "number, title, description, day, moment, place, latitude, longitude, music, artist, done"


def todos(bench):
    """Measures a separate library, filled by an import; one in four to-dos is done."""
    library, plist = (os.path.join(bench.folder, name) for name in ("todos.db", "todos.plist"))
    if not os.path.exists(plist):
        # A separate process, so that its memory is not counted in the figures.
        run([sys.executable, __file__, plist])
    if not os.path.exists(library):
        run(bench.ours("todo", "import", plist, library=library), bench.environment)
    rows = f"SELECT {COLUMNS} FROM todo ORDER BY done, position LIMIT {PAGE}"
    page = bench.ours("todo", "--limit", str(PAGE), library=library)
    yield Figure(f"first {PAGE} of {COUNT:,} to-dos", *bench.side_by_side(page, sql(library, rows)), "sqlite3", ratio=6)
    far = bench.ours("todo", "--limit", str(PAGE), "--offset", str(COUNT - PAGE), library=library)
    far_rows = sql(library, f"{rows} OFFSET {COUNT - PAGE}")
    yield Figure(f"last {PAGE} of {COUNT:,} to-dos", *bench.side_by_side(far, far_rows), "sqlite3")
    exported = os.path.join(bench.folder, "exported.ics")
    export = bench.ours("todo", "export", exported, "--force", library=library)
    again = bench.ours("todo", "import", exported, library=library)
    timings = bench.side_by_side(export, again, runs=bench.long_runs)
    yield Figure(f"export of {COUNT:,} to-dos as iCalendar", *timings, "import of that, all existing")


def write(path):
    """A property list as the Mac writes it, with completion marks."""
    items = []
    for number in range(COUNT):
        item = {"titleKey": f"Gig {number} 공연", "itemDescriptionKey": "Bring a friend.", "doneKey": number % 4 == 0}
        if number % 2:
            item["timestampKey"] = 1_800_000_000.0 + number * 3600
            item["locationKey"] = {"nameKey": f"Hall {number % 100}", "latitudeKey": 37.5 + number / 1e6,
                                   "longitudeKey": 127.0}
        items.append(item)
    with open(path, "wb") as file:
        plistlib.dump(items, file)


if __name__ == "__main__":
    write(sys.argv[1])
