#!/usr/bin/env python3
"""Solves bars on one machine and on several ranks, and says whether the answers are the same.

    compare.py [--at-once BARS] LASTBITE LASTBITE_CLUSTER [quick | small | large | BAR ...]

1, 2, 3 and 5 ranks of 1 and 2 threads: 'small' tries all eight on each of twenty bars, 'quick' two on each, in turn. There may
be more ranks than cores; what is compared are answers, not times.
"""

import argparse
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

SMALL = [
    "1x1", "1x9", "2x2", "2x30", "3x17", "17x3", "5x5", "6x11", "8x10", "10x8", "9x9", "12x12", "11x14",
    "6x6@3,4", "5x9@1,9", "9x5@9,1", "8x8@8,8", "7x10@4,1", "10x10@5,5", "11x9@1,3",
]
LARGE = ["18x18", "20x20"]
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
SAME = ["game", "rows", "cols", "positions", "judged", "lost", "winning"]


WAYS = [(ranks, threads) for ranks in [1, 2, 3, 5] for threads in [1, 2]]


def answer(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def compare(given, nth, bar):
    """Solves one bar in every way, and returns in how many."""
    expected = answer([given.one, "solve", bar, "--method", "sieve", "--json"])
    ways = [WAYS[2 * nth % 8], WAYS[(2 * nth + 3) % 8]] if given.bars == ["quick"] else WAYS
    # Small blocks and a small cache, so that small bars too are cut in many parts and fetched again.
    small = ["--block", str([300, 2000, 20000][nth % 3]), "--cache", "20K"] if bar in SMALL else []
    for ranks, threads in ways:
        # One way or the other: what no rank reads again is kept, or forgotten as of large bars.
        forget = ["--forget"] if small and (nth + threads) % 2 == 0 else []
        run = [*MPIRUN, "-n", str(ranks), given.cluster, "solve", bar, "--json", "--threads", str(threads), *small, *forget]
        found = answer(run)
        for name in SAME:
            if found[name] != expected[name]:
                raise SystemExit(f"{bar} on {ranks} ranks of {threads}: {name} is {found[name]}, not {expected[name]}")
        assert found["ranks"] == ranks and found["threads"] == threads
    print(f"{bar} agrees", flush=True)
    return len(ways)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("one")
    parser.add_argument("cluster")
    parser.add_argument("bars", nargs="*", default=["small"])
    given = parser.parse_args()
    bars = {"quick": SMALL, "small": SMALL, "large": LARGE}.get(given.bars[0], given.bars)
    with ThreadPoolExecutor(given.at_once) as pool:
        compared = sum(pool.map(lambda numbered: compare(given, *numbered), enumerate(bars)))
    print(f"{len(bars)} bars, {compared} runs: all answers are those of one machine")


main()
