#!/usr/bin/env python3
"""Says how far the simulation is from the runs that series.py measured on one machine.

    predict.py LASTBITE_CLUSTER RESULTS [LATENCY [MESSAGE]]

The rate is that of one process with as many threads, the median of its turns in the same results; how often blocks were fetched and the
share of lost positions are the run's own. LATENCY (310) and MESSAGE (20), in microseconds, are what the example one_sided
measured on that machine: a block asked for by itself, and one of many. Nothing else is fitted.
"""

import json
import re
import statistics
import subprocess
import sys


def main():
    cluster, results, *given = sys.argv[1:]
    latency, message = [*given, "310", "20"][:2] if len(given) != 1 else [given[0], "20"]
    runs = {}
    for line in open(results):
        if line.startswith("json "):
            run = json.loads(line[5:])
            runs.setdefault((run["bar"], run["asked_ranks"], run["asked_threads"]), []).append(run)
    for (bar, ranks, threads), turns in runs.items():
        alone = runs.get((bar, 0, ranks * threads))
        if ranks == 0 or alone is None:
            continue
        first = turns[0]
        judged, lost = first["judged"], sum(first["store_bytes_by_rank"]) / 2
        rate = judged / statistics.median(run["seconds"] for run in alone) / (ranks * threads)

        def simulated(refetched):
            command = [cluster, "simulate", bar, "--ranks", ranks, "--threads", threads, "--on-a-node", ranks, "--rate", f"{rate:.4e}",
                       "--refetched", f"{refetched:.3f}", "--lost", f"{lost / judged:.6f}", "--latency", latency, "--message", message]
            return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout

        blocks = int(re.search(r"in ([\d,]+) blocks", simulated(1)).group(1).replace(",", ""))
        refetched = statistics.median(run["blocks_fetched"] for run in turns) / max(blocks, 1)
        number, unit = re.search(r"time +([\d.]+) (ms|s)\n", simulated(refetched)).groups()
        seconds = float(number) / (1000 if unit == "ms" else 1)
        measured = statistics.median(run["seconds"] for run in turns)
        print(f"{bar} {ranks} x {threads}: measured {measured:.3f} s, simulated {seconds:.3f} s, {100 * (seconds / measured - 1):+.0f} %", flush=True)


main()
