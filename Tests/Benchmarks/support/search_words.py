"""Chooses searches of many kinds from the songs of a library."""

import collections
import sqlite3

from names import folded

SAMPLE = 20_000
ABSENT = ("qx", "zzq", "xylophonic", "뷁", "뷁쉙", "ゑヱ", "龘", "龘靐", "🦖", "ß¤", "qqqqqqqqqq", "ㅅㄲㅆ")
SCRIPTS = (
    ("latin", lambda c: c.isascii() and c.isalpha()), ("hangul", lambda c: "가" <= c <= "힣"),
    ("kana", lambda c: "ぁ" <= c <= "ヿ"), ("han", lambda c: "一" <= c <= "鿿"), ("digits", str.isdigit),
    ("emoji", lambda c: c > "\U0001F000"))


def searches(library, count, chance, by_key=False):
    """Yields the kind and the words of each search; the same library, count and source of chance give the same ones."""
    names = sampled(library, chance)
    pools = frequencies(names)
    for number in range(count):
        yield key_search(pools, chance) if by_key else search(number, names, pools, chance)


def sampled(library, chance):
    """Names of songs at random: title, artist, album."""
    with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as database:
        last, = database.execute("SELECT max(row) FROM music").fetchone()
        find = "SELECT title, artist, album FROM music WHERE row >= ? LIMIT 1"
        return [database.execute(find, (1 + int(last * chance.random()),)).fetchone() for _ in range(SAMPLE)]


def frequencies(names):
    """The words of each script, the most frequent ones first."""
    counts = collections.Counter(word for name in names for word in set(folded(" ".join(name)).split()))
    words = [word for word, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    pools = {name: [word for word in words if any(map(belongs, word))] for name, belongs in SCRIPTS}
    return {name: pool for name, pool in pools.items() if pool}


def search(number, names, pools, chance):
    kinds = (characters, characters, word, word, part, words_of_a_song, words_at_random, mixed)
    if number % 25 == 24:
        return "absent", [chance.choice(ABSENT)]
    return kinds[number % len(kinds)](names, pools, chance)


def drawn(pools, chance):
    """A script, how frequent the word is, and the word."""
    script = chance.choice([name for name, _ in SCRIPTS if name in pools] + ["latin", "latin"])
    pool = pools[script]
    frequency, share = chance.choice((("frequent", 0.002), ("medium", 0.1), ("rare", 1)))
    return script, frequency, pool[int(max(1, len(pool) * share) * chance.random())]


def characters(names, pools, chance):
    """One or two characters."""
    script, _, word = drawn(pools, chance)
    length = 1 + int(2 * chance.random())
    start = int(max(1, len(word) - length + 1) * chance.random())
    text = word[start:start + length]
    return f"{len(text)} characters, {script}", [text]


def word(names, pools, chance):
    script, frequency, text = drawn(pools, chance)
    return f"{frequency} word, {script}", [text]


def part(names, pools, chance):
    """Three to five characters within a word."""
    text = chance.choice([word for word in pools["latin"][:2000] if len(word) > 4])
    length = 3 + int(3 * chance.random())
    start = int((len(text) - length + 1) * chance.random())
    return "part of a word", [text[start:start + length]]


def words_of_a_song(names, pools, chance):
    """Two to four words that occur together."""
    words = list(dict.fromkeys(folded(" ".join(chance.choice(names))).split()))
    chance.shuffle(words)
    words = words[:2 + int(3 * chance.random())]
    return f"{len(words)} words of a song", words


def words_at_random(names, pools, chance):
    """Two to four words, often without a song that has all."""
    words = [drawn(pools, chance)[2] for _ in range(2 + int(3 * chance.random()))]
    return f"{len(words)} words at random", words


def mixed(names, pools, chance):
    """A word of one script and one or two characters of another."""
    return "mixed scripts", [drawn(pools, chance)[2], characters(names, pools, chance)[1][0]]


def key_search(pools, chance):
    key = chance.choice(("artist", "title", "album"))
    script, frequency, text = drawn(pools, chance)
    text = text[:1 + int(len(text) * chance.random())] if chance.random() < 0.3 else text
    return f"{key}: {frequency}", [f"{key}:{text}"]
