#!/usr/bin/env python3
"""Kills a random rank at a random time, again and again, and goes on from the checkpoint with other numbers of ranks.

    killed.py LASTBITE_CLUSTER BAR LOST TIMES [SEED]

Says whether every run that was killed ended with a sentence, and the last one with the right count of lost positions.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]


def ranks_of(mpirun, cluster):
    """The processes that this mpirun has started and that have become ranks."""
    ranks = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1]
            if int(parent) == mpirun and open(f"/proc/{process}/cmdline").read().startswith(cluster):
                ranks.append(int(process))
        except OSError:
            pass  # it has ended meanwhile
    return sorted(ranks)


def main():
    cluster, bar, lost, times = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(10**6)
    dice = random.Random(seed)
    print(f"seed {seed}", flush=True)
    killed = finished = 0
    took = 1.5
    while killed < times:
        with tempfile.TemporaryDirectory() as scratch:
            folder = os.path.join(scratch, "work")
            while True:
                ranks = dice.choice([2, 3, 4])
                command = [*MPIRUN, "-n", str(ranks), cluster, "solve", bar, "--json", "--threads", "1",
                           "--block", "100000", "--checkpoint", folder, "--every", "1"]
                started = time.time()
                run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                victim = None
                if killed < times:
                    deadline = started + dice.uniform(0.3, took)
                    while time.time() < deadline and run.poll() is None:
                        time.sleep(0.01)
                    alive = ranks_of(run.pid, cluster)
                    if run.poll() is None and alive:
                        victim = dice.randrange(len(alive))
                        os.kill(alive[victim], signal.SIGKILL)
                out, said = run.communicate(timeout=600)
                if run.returncode == 0:
                    found = json.loads(out)
                    assert found["lost"] == lost, f"{found['lost']} lost positions, not {lost}"
                    print(f"finished on {ranks} ranks, {found['resumed_parts']} of {found['parts']} parts from before", flush=True)
                    finished += 1
                    took = max(took, time.time() - started)
                    break
                assert victim is not None, f"ended with {run.returncode} though nobody was killed: {said}"
                killed += 1
                ours = [line for line in said.splitlines() if line.startswith("lastbite-cluster: ") and "% done" not in line]
                print(f"killed {killed}: rank {victim} of {ranks} after {time.time() - started:.1f} s: {len(ours)} sentence(s)", flush=True)
                assert all("goes on from there" in line for line in ours), said
                assert len(ours) <= 1, said
                # Before MPI has started there is nobody to speak but mpirun.
                assert ours or "mpirun noticed" in said or "job has been aborted" in said, said
    print(f"{killed} kills, {finished} runs finished, every one with {lost} lost positions")


main()
