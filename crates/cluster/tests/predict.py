#!/usr/bin/env python3
"""Says how far the simulation is from the runs that series.py measured on one machine.

    predict.py LASTBITE_CLUSTER RESULTS [LATENCY [MESSAGE]]

The rate is the one at which the simulation of one process of as many threads takes as long as that process did, the median of
its turns in the same results; how often blocks were fetched and the share of lost positions are the run's own. LATENCY (200) and
MESSAGE (6), in microseconds, are what was measured on that machine (docs/notes/cluster.md): a block asked for by itself, and what one of many
takes of the thread that speaks MPI. Everything else is the simulation's own.
"""

import json
import statistics
import subprocess
import sys


def main():
    cluster, results, *given = sys.argv[1:]
    latency, message = [*given, *["200", "6"][len(given):]]
    runs, cores = {}, None
    for line in open(results):
        if line.startswith("CPU(s): "):
            cores = int(line.split()[1])
        if line.startswith("json "):
            run = json.loads(line[5:])
            if run.get("extra"):
                continue
            runs.setdefault((run["bar"], run["asked_ranks"], run["asked_threads"]), []).append(run)
    for (bar, ranks, threads), turns in runs.items():
        alone = runs.get((bar, 0, ranks * threads))
        if ranks == 0 or alone is None:
            continue
        judged, lost = turns[0]["judged"], sum(turns[0]["store_bytes_by_rank"]) / 2

        def simulated(ranks, threads, rate, refetched, *more):
            command = [cluster, "simulate", bar, "--json", "--ranks", ranks, "--threads", threads, "--on-a-node", ranks, "--rate", f"{rate:.5e}",
                       "--refetched", f"{refetched:.3f}", "--lost", f"{lost / judged:.6f}", "--latency", latency, "--message", message, *more]
            return json.loads(subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout)

        def median(name, runs):
            return statistics.median(run[name] for run in runs)

        # One process has no thread that speaks MPI.
        one = simulated(1, ranks * threads, 1e9, 1, "--slower", 1)
        rate = 1e9 * (one["seconds"] - one["preparing"]) / (median("seconds", alone) - one["preparing"])
        refetched = median("blocks_fetched", turns) / max(simulated(ranks, threads, rate, 1)["blocks_fetched"], 1)
        forecast = simulated(ranks, threads, rate, refetched, *(["--cores", cores] if cores else []))
        seconds, measured = forecast["seconds"], median("seconds", turns)
        waited = statistics.median(sum(run["waited_by_rank"]) / run["seconds"] / ranks / threads for run in turns)
        print(f"{bar} {ranks} x {threads}: measured {measured:.3f} s, simulated {seconds:.3f} s, {100 * (seconds / measured - 1):+.0f} %; "
              f"waiting measured {100 * waited:.1f} %, simulated {100 * forecast['waiting']:.1f} %", flush=True)


main()
