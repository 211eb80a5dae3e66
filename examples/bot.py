#!/usr/bin/env python3
"""A bot for `lastbite tournament`: it reads positions of Chomp and answers with moves (see docs/guide/src/engine.md)."""
import random, sys

def bitten(rows, row, col):
    """Returns what a bite leaves: every row from `row` on keeps at most `col - 1` squares."""
    left = rows[:row - 1] + [min(n, col - 1) for n in rows[row - 1:]]
    return [n for n in left if n > 0]

def bites(rows):
    return [(r, c) for r, n in enumerate(rows, 1) for c in range(1, n + 1) if (r, c) != (1, 1)]

def read(text):  # "3^2,1" is 3, 3 and 1
    parts = [part.split("^") for part in text.split(",")]
    return [int(part[0]) for part in parts for _ in range(int(part[1]) if part[1:] else 1)]

for line in sys.stdin:
    words = line.split()
    if words[:1] == ["go"]:
        rows = read(words[2])
        # The one rule it knows: an L of two equal legs is lost for whoever must bite it.
        equal = [b for b in bites(rows) if (l := bitten(rows, *b)) and len(l) == l[0] and l[1:] == [1] * (l[0] - 1)]
        row, col = (equal or [random.choice(bites(rows))])[0]
        print(f"move {row},{col}", flush=True)
