"""The figures: the compared commands and their limits."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys

from measure import Failure, Timing, in_turn, run

SUPPORT = os.path.dirname(os.path.abspath(__file__))
ORDERS = ("title", "artist", "album", "popular", "newest", "added")
COLUMNS = "id, title, artist, album, duration, bookmarked"
ALL_COLUMNS = COLUMNS + ", artwork, audio, explicit, popularity, released, added"
RARE_WORD = "zyzzyva"
SHORT_WORDS = ("사랑", "C4")  # one song in 36 contains the first, one in 800 the second
WORDS = ("love", "夜", "ありがとう", "zy", "qx")  # frequent, medium and absent ones
PAGE = 20


def sql(library, query, mode="-json"):
    return ["sqlite3", "-readonly", mode, library, query]


class Figure:
    """One row of the table: two timings and the limits for their comparison."""

    def __init__(self, name, ours, other, other_name, ratio=None, seconds=None, beyond=None, megabytes=None, note=""):
        self.name, self.ours, self.other, self.other_name = name, ours, other, other_name
        self.ratio_limit, self.seconds_limit, self.megabytes_limit = ratio, seconds, megabytes
        self.beyond_limit = beyond  # seconds that ours may take longer than the other
        self.note = note

    @property
    def ratio(self):
        return self.ours.seconds / self.other.seconds if self.other else None

    @property
    def is_within_limits(self):
        return (
            not self.note
            and (self.ratio_limit is None or self.ratio <= self.ratio_limit)
            and (self.seconds_limit is None or self.ours.seconds <= self.seconds_limit)
            and (self.beyond_limit is None or self.ours.seconds - self.other.seconds <= self.beyond_limit)
            and (self.megabytes_limit is None or self.ours.megabytes <= self.megabytes_limit)
        )


class SizeFigure:
    """One row of the table: a size and the limit for its comparison with another."""

    def __init__(self, name, size, other, other_name, ratio):
        self.name, self.size, self.other, self.other_name, self.ratio_limit = name, size, other, other_name, ratio

    @property
    def is_within_limits(self):
        return self.size <= self.other * self.ratio_limit

    def cells(self):
        sizes = [f"{size / 1e6:.0f} MB" for size in (self.size, self.other)]
        verdict = "ok" if self.is_within_limits else "past the limit"
        return [self.name, *sizes, self.other_name, f"{self.size / self.other:.2f} ×", f"{self.ratio_limit:.3g} ×",
                "–", "–", "–", verdict]


class Bench:
    """A catalogue, its server and a library filled from it, for all figures."""

    def __init__(self, fermata, count, folder, url, catalogue, runs, long_runs):
        self.fermata, self.count, self.folder, self.url = fermata, count, folder, url
        self.catalogue, self.runs, self.long_runs = catalogue, runs, long_runs
        self.library = os.path.join(folder, "library.db")
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(("FERMATA_", "XDG_"))}
        homes = {name: os.path.join(folder, "home") for name in
                 ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
        os.makedirs(homes["HOME"], exist_ok=True)
        self.environment = inherited | homes

    # Commands

    def ours(self, *arguments, library=None):
        return [self.fermata, *arguments, "--library", library or self.library]

    def sql(self, query, mode="-json"):
        return sql(self.library, query, mode)

    def side_by_side(self, ours, other, runs=None):
        return in_turn(runs or self.runs, ours, other, environment=self.environment)

    def order_by(self, order):
        """The columns of the order's own index, so that sqlite3 reads rows in order without sorting them."""
        with sqlite3.connect(f"file:{self.library}?mode=ro", uri=True) as database:
            columns = database.execute(f"PRAGMA index_xinfo(music_by_{order})").fetchall()
        names = [f"{name}{' DESC' if descending else ''}" for _, _, name, descending, _, is_key in columns if is_key]
        if "id" not in names:
            raise Failure(f"the library has no index music_by_{order} that ends in id")
        return ", ".join(names[:names.index("id") + 1])

    def titles_differ(self, ours, other):
        """The difference of two commands' JSON rows; empty if they show the same songs in the same order."""
        here, there = (os.path.join(self.folder, name) for name in ("ours.json", "other.json"))
        run(ours, self.environment, here)
        run(other, self.environment, there)
        check = subprocess.run(
            [sys.executable, os.path.join(SUPPORT, "same_rows.py"), here, there], stdout=subprocess.PIPE, text=True)
        os.remove(here)
        os.remove(there)
        return check.stdout.strip()

    # Filling libraries

    def remove(self, library):
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(library + suffix):
                os.remove(library + suffix)

    def add_source(self, library, *options):
        self.remove(library)
        command = self.ours("source", "add", "http", self.url, "--name", "bench", *options, library=library)
        run(command, self.environment)

    def first_sync(self, library):
        """A sample of one first sync into a new library, which remains."""
        self.add_source(library)
        os.sync()
        return self.sync(library)

    def sync(self, library):
        return run(self.ours("sync", library=library), self.environment)

    def filled_by_python(self):
        library = os.path.join(self.folder, "filled.db")
        self.remove(library)
        os.sync()
        sample = run([sys.executable, os.path.join(SUPPORT, "fill.py"), self.library, self.url, library])
        self.remove(library)
        return sample

    def with_changed_catalogue(self, changed, body):
        """Calls `body` with a copy of the library whose source has another catalogue at the same address."""
        copy = os.path.join(self.folder, "copy.db")
        self.remove(copy)
        for suffix in ("", "-wal"):
            if os.path.exists(self.library + suffix):
                shutil.copyfile(self.library + suffix, copy + suffix)
        served, hidden = self.catalogue, self.catalogue + ".hidden"
        os.rename(served, hidden)
        try:
            os.link(changed, served)
            os.sync()
            return body(copy)
        finally:
            os.remove(served)
            os.rename(hidden, served)
            self.remove(copy)

    def first_pages_during(self, library):
        """The timing of first pages while a sync runs."""
        page = self.ours("list", "--limit", str(PAGE), "--json", library=library)
        run(page, self.environment)
        sync = subprocess.Popen(self.ours("sync", library=library), stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, env=self.environment)
        samples = []
        try:
            while sync.poll() is None:
                samples.append(run(page, self.environment))
        finally:
            sync.terminate()
            sync.wait()
        if sync.returncode != 0 or not samples:
            raise Failure(f"a sync ended with {sync.returncode} after {len(samples)} pages")
        return Timing(samples)

    # Figures

    def start_up(self):
        ours, other = self.side_by_side([self.fermata, "--version"], ["sqlite3", "--version"])
        yield Figure("start-up: `--version`", ours, other, "sqlite3 --version", seconds=0.010)

    def first_pages(self):
        for order in ORDERS:
            ours = self.ours("list", "--limit", str(PAGE), "--sort", order, "--json")
            other = self.sql(f"SELECT {ALL_COLUMNS} FROM music ORDER BY {self.order_by(order)} LIMIT {PAGE}")
            note = self.titles_differ(ours, other)
            yield Figure(f"first {PAGE} by {order}", *self.side_by_side(ours, other), "sqlite3 -json",
                         ratio=6, megabytes=40, note=note)

    def size(self):
        paths = [self.library + suffix for suffix in ("", "-wal") if os.path.exists(self.library + suffix)]
        size = sum(map(os.path.getsize, paths))
        # 1.1 × of the library before it had albums, which was 2.29 × of the catalogue.
        yield SizeFigure("size of the library", size, os.path.getsize(self.catalogue), "catalogue", ratio=2.52)

    def far_page(self):
        offset = self.count - PAGE
        page = ["list", "--limit", str(PAGE), "--json", "--sort"]
        for order in ("title", "popular"):
            far = self.ours(*page, order, "--offset", str(offset))
            query = f"SELECT {ALL_COLUMNS} FROM music ORDER BY {self.order_by(order)} LIMIT {PAGE} OFFSET {offset}"
            note = self.titles_differ(far, self.sql(query))
            yield Figure(f"page at offset {offset:,} by {order}", *self.side_by_side(far, self.ours(*page, order)),
                         "own first page", ratio=3, megabytes=40, note=note)

    def full_list(self):
        query = f"SELECT {COLUMNS} FROM music ORDER BY {self.order_by('title')}"
        ours = self.ours("list", "--json", "--fields", COLUMNS.replace(" ", ""))
        note = self.titles_differ(ours, self.sql(query))
        yield Figure("full list as JSON", *self.side_by_side(ours, self.sql(query), self.long_runs), "sqlite3 -json",
                     ratio=1, megabytes=60, note=note)
        yield Figure("full list as table", *self.side_by_side(
            self.ours("list"), self.sql(query, "-list"), self.long_runs), "sqlite3 -list", ratio=1.2, megabytes=60)

    def searches(self):
        order = self.order_by("title")
        ours = self.ours("list", RARE_WORD, "--sort", "title", "--json")
        other = self.sql(
            f"SELECT {ALL_COLUMNS} FROM music WHERE row IN (SELECT rowid FROM music_search "
            f"WHERE music_search MATCH '{trigrams(RARE_WORD)}') ORDER BY {order}")
        note = self.titles_differ(ours, other)
        yield Figure("search for a rare word", *self.side_by_side(ours, other), "sqlite3 FTS5 trigram", ratio=6,
                     megabytes=40, note=note)
        for word in SHORT_WORDS:
            ours = self.ours("list", word, "--sort", "title", "--limit", str(PAGE), "--json")
            other = self.fastest([self.sql(self.like(word, order)), self.sql(self.like(word, "+" + order))])
            note = self.titles_differ(ours, other)
            yield Figure(f"search for {word}, first {PAGE}", *self.side_by_side(ours, other), "sqlite3 LIKE", ratio=1,
                         megabytes=40, note=note)
        for word in WORDS:
            ours = self.ours("list", word, "--sort", "title", "--limit", str(PAGE), "--json")
            first_page = self.ours("list", "--sort", "title", "--limit", str(PAGE), "--json")
            note = self.titles_differ(ours, self.sql(self.like(word, order)))
            yield Figure(f"search for {word}, first {PAGE}", *self.side_by_side(ours, first_page), "own first page",
                         beyond=0.040, megabytes=40, note=note)

    def like(self, word, order):
        match = " OR ".join(f"{column} LIKE '%{word}%'" for column in ("title", "artist", "album"))
        return f"SELECT {ALL_COLUMNS} FROM music WHERE {match} ORDER BY {order} LIMIT {PAGE}"

    def fastest(self, commands):
        """LIKE may walk an index until the page is full, or scan the table and sort. The faster plan counts."""
        timings = in_turn(2, *commands, environment=self.environment)
        return min(zip(timings, commands), key=lambda pair: pair[0].seconds)[1]

    def syncs(self, changed):
        spare = os.path.join(self.folder, "spare.db")
        first, python = in_turn(
            self.long_runs, lambda: self.first_sync(spare), self.filled_by_python, warm=False)
        self.remove(spare)
        yield Figure("first sync", first, python, "Python json + sqlite3", ratio=0.35, megabytes=100)
        unchanged, = in_turn(self.runs, self.ours("sync"), environment=self.environment)
        yield Figure("sync of an unchanged catalogue (304)", unchanged, None, "", seconds=0.050, megabytes=120)
        again, = in_turn(self.long_runs, lambda: self.with_changed_catalogue(changed, self.sync), warm=False)
        yield Figure("sync with 1 % changed", again, first, "own first sync", ratio=1 / 3, megabytes=120)
        quiet, = in_turn(50, self.ours("list", "--limit", str(PAGE), "--json"), environment=self.environment)
        busy = self.with_changed_catalogue(changed, self.first_pages_during)
        yield Figure(f"first {PAGE} during a sync with 1 % changed", busy, quiet, "own first page, quiet", ratio=2,
                     megabytes=40)

    def others(self):
        """Other common tools, if they are installed."""
        ours = self.ours("list", "--limit", str(PAGE), "--json")
        if shutil.which("jq"):
            query = f"sort_by(.title) | .[:{PAGE}]"
            yield Figure(f"first {PAGE} by title", *self.side_by_side(ours, ["jq", "-s", query, self.catalogue], 3),
                         "jq on the catalogue")
        if shutil.which("beet"):
            beet = self.beets_library()
            yield Figure(f"search for {RARE_WORD}", *self.side_by_side(
                self.ours("list", RARE_WORD), [*beet, "ls", RARE_WORD], 3), "beet ls")

    def beets_library(self):
        """A beets library with the same titles, artists and albums, filled without beets."""
        folder = os.path.join(self.folder, "beets")
        os.makedirs(folder, exist_ok=True)
        configuration, path = os.path.join(folder, "config.yaml"), os.path.join(folder, "beets.db")
        with open(configuration, "w") as file:
            json.dump({"library": path, "directory": folder, "plugins": []}, file)
        self.remove(path)
        beet = ["beet", "-c", configuration]
        run([*beet, "ls"], self.environment)
        with sqlite3.connect(path) as database:
            database.execute("ATTACH ? AS fermata", (self.library,))
            database.execute(
                "INSERT INTO items (id, path, title, artist, album, length) "
                "SELECT row, CAST('/' || row AS BLOB), title, artist, album, duration FROM fermata.music")
        return beet


def trigrams(word):
    """A full-text query for the trigrams of a word."""
    return " AND ".join(f'"{word[start:start + 3]}"' for start in range(len(word) - 2))
