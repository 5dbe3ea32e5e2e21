#!/usr/bin/env python3
"""Prints where two JSON arrays of songs differ in title, artist or album; prints nothing if they agree."""

import json
import sys


def songs(path):
    with open(path, "rb") as file:
        text = file.read()
    return [(song["title"], song["artist"], song["album"]) for song in json.loads(text or b"[]")]


ours, other = map(songs, sys.argv[1:])
if len(ours) != len(other):
    print(f"{len(ours)} rows, not {len(other)}")
else:
    position = next((position for position, pair in enumerate(zip(ours, other), 1) if pair[0] != pair[1]), None)
    if position:
        print(f"row {position} differs")
