#!/usr/bin/env python3
"""Measures runs on several ranks: bytes sent, waiting, balance, memory, and the time beside that of one process.

    measure.py LASTBITE LASTBITE_CLUSTER BAR RANKS ...

One line a run. `speed` is the time of one process with as many threads as there are ranks, run just before, through the time of
the ranks; it means something only where there are as many idle cores.
"""

import json
import subprocess
import sys

MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]


def solved(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    one, cluster, bar, *counts = sys.argv[1:]
    print("ranks  time     speed  waiting  sent       a position  of store  positions  store  peak of one  exchange")
    for ranks in map(int, counts):
        alone = solved([one, "solve", bar, "--threads", str(ranks), "--json"])
        run = solved([*MPIRUN, "-n", str(ranks), cluster, "solve", bar, "--threads", "1", "--json"])
        assert run["lost"] == alone["lost"], (run["lost"], alone["lost"])
        store, sent = sum(run["store_bytes_by_rank"]), run["bytes_sent"]
        waited = 100 * sum(run["waited_by_rank"]) / run["seconds"] / ranks
        most = [max(run[name]) * ranks / sum(run[name]) for name in ("judged_by_rank", "store_bytes_by_rank")]
        exchange = 100 * sum(run["exchange_cpu_by_rank"]) / sum(run["cpu_by_rank"])
        print(
            f"{ranks:5}  {run['seconds']:6.2f} s {alone['seconds'] / run['seconds']:5.2f} {waited:6.1f} %  "
            f"{sent / 1e6:7.1f} MB {sent / run['judged']:8.4f} B {sent / store:8.2f}  "
            f"{most[0]:9.3f} {most[1]:6.3f}  {run['peak_bytes'] / alone['peak_bytes']:11.3f} {exchange:8.1f} %",
            flush=True,
        )


main()
