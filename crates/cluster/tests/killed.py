#!/usr/bin/env python3
"""Kills a random rank at a random time, again and again, and goes on from the checkpoint with other numbers of ranks.

    killed.py LASTBITE_CLUSTER BAR LOST TIMES [SEED]

Says whether every run that was killed ended with a sentence, whether the next one took everything from the checkpoint that was
written there, and whether those that were seen through had the right count of lost positions. A sentence that is said twice is no
lost work, so it is counted and no more.
"""

import glob
import json
import os
import random
import signal
import struct
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


def parts_in(folder):
    """Counts the parts that are written in a checkpoint: the index of each of its files names them."""
    parts = set()
    for path in glob.glob(f"{folder}/*/*.parts"):
        with open(path, "rb") as file:
            magic, _, count = struct.unpack("<16sII", file.read(24))
            assert magic == b"lastbite-parts 2", f"{path} is not whole"
            parts.update(struct.unpack("<QQQI", file.read(28))[0] for _ in range(count))
    return len(parts)


def main():
    cluster, bar, lost, times = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(10**6)
    dice = random.Random(seed)
    print(f"seed {seed}", flush=True)
    killed = finished = repeated = 0
    took = 1.5
    while killed < times:
        with tempfile.TemporaryDirectory() as scratch:
            folder = os.path.join(scratch, "work")
            while True:
                ranks = dice.choice([2, 3, 4])
                command = [*MPIRUN, "-n", str(ranks), cluster, "solve", bar, "--json", "--threads", "1",
                           "--block", "100000", "--checkpoint", folder, "--every", "1"]
                # A run may forget what another has kept, and keep what another has forgotten.
                command += dice.choice([[], ["--forget"]])
                written = parts_in(folder)
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
                    assert found["resumed_parts"] >= written, f"{written} parts were written, {found['resumed_parts']} taken"
                    print(f"finished on {ranks} ranks, {found['resumed_parts']} of {found['parts']} parts from before", flush=True)
                    finished += 1
                    took = max(took, time.time() - started)
                    break
                assert victim is not None, f"ended with {run.returncode} though nobody was killed: {said}"
                killed += 1
                ours = [line for line in said.splitlines() if line.startswith("lastbite-cluster: ") and "% done" not in line]
                print(f"killed {killed}: rank {victim} of {ranks} after {time.time() - started:.1f} s: {len(ours)} sentence(s)", flush=True)
                assert all("goes on from there" in line for line in ours), said
                # Before MPI has started, and when it ends, there is nobody to speak but mpirun.
                assert said.strip(), "nobody has said anything"
                assert parts_in(folder) >= written, f"{written} parts were written, {parts_in(folder)} are left"
                repeated += len(ours) > 1
    print(f"{killed} kills, {finished} runs finished, every one with {lost} lost positions; {repeated} said a sentence twice")


main()
