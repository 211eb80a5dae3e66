#!/usr/bin/env python3
"""Solves bars on one machine and on several ranks, and says whether the answers are the same.

    compare.py LASTBITE LASTBITE_CLUSTER [quick | small | large | BAR ...]

1, 2, 3 and 5 ranks of 1 and 2 threads: 'small' tries all eight on each of twenty bars, 'quick' two on each, in turn. There may
be more ranks than cores; what is compared are answers, not times.
"""

import json
import subprocess
import sys

SMALL = [
    "1x1", "1x9", "2x2", "2x30", "3x17", "17x3", "5x5", "6x11", "8x10", "10x8", "9x9", "12x12", "11x14",
    "6x6@3,4", "5x9@1,9", "9x5@9,1", "8x8@8,8", "7x10@4,1", "10x10@5,5", "11x9@1,3",
]
LARGE = ["18x18", "20x20"]
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
SAME = ["game", "rows", "cols", "positions", "judged", "lost", "winning"]


def answer(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def main():
    one, cluster, *bars = sys.argv[1:]
    which = bars[0] if bars else "small"
    bars = {"quick": SMALL, "small": SMALL, "large": LARGE}.get(which, bars)
    ways = [(ranks, threads) for ranks in [1, 2, 3, 5] for threads in [1, 2]]
    compared = 0
    for nth, bar in enumerate(bars):
        expected = answer([one, "solve", bar, "--method", "sieve", "--json"])
        for ranks, threads in [ways[2 * nth % 8], ways[(2 * nth + 3) % 8]] if which == "quick" else ways:
            # Small blocks and a small cache, so that small bars too are cut in many parts and fetched again.
            small = ["--block", str([300, 2000, 20000][nth % 3]), "--cache", "20K"] if bars is SMALL else []
            command = [*MPIRUN, "-n", str(ranks), cluster, "solve", bar, "--json", "--threads", str(threads), *small]
            found = answer(command)
            for name in SAME:
                if found[name] != expected[name]:
                    sys.exit(f"{bar} on {ranks} ranks of {threads}: {name} is {found[name]}, not {expected[name]}")
            assert found["ranks"] == ranks and found["threads"] == threads
            compared += 1
        print(f"{bar} agrees", flush=True)
    print(f"{len(bars)} bars, {compared} runs: all answers are those of one machine")


main()
