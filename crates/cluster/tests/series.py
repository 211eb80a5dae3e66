#!/usr/bin/env python3
"""Measures and tries everything that docs/notes/cluster.md tells of ranks on one quiet machine, within a time limit.

    series.py [--seconds LIMIT] [--out FILE] [--only times|tests] LASTBITE LASTBITE_CLUSTER [ONE_SIDED]

First the times: one process of several threads beside ranks of one thread, by turns, and ranks of several threads. Then the
answers (compare.py) and kills (killed.py), several at once. What would not fit in the limit is left out, and said so. Every run is one
line to read and one line of JSON, written at once.
"""

import argparse
import json
import os
import subprocess
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
POSITIONS = {"16x16": 0.3e9, "18x18": 4.54e9, "20x20": 68.9e9, "21x21": 269e9}
# What is kept of the limit for the answers and the kills.
KEPT = 110


class Series:
    def __init__(self, given):
        self.given = given
        self.ends = time.time() + given.seconds
        self.out = open(given.out, "w")
        self.said = threading.Lock()
        # Positions a second and thread, until a run has shown better; the slowest of all is what counts.
        self.rate = 1.5e9
        self.peaks_are_told = "VmHWM" in open("/proc/self/status").read()

    def say(self, line, only_there=False):
        with self.said:
            print(line, file=self.out, flush=True)
            if not only_there:
                print(line, flush=True)

    def left(self):
        return self.ends - time.time()

    def solve(self, bar, ranks, threads, extra=()):
        """Solves a bar on this many ranks, or in one process for 0 ranks; returns what it told."""
        estimate = POSITIONS[bar] / self.rate / min(max(ranks, 1) * threads, os.cpu_count()) * 1.2 + 1.5
        name = f"{bar} in one process of {threads}" if ranks == 0 else f"{bar} on {ranks} ranks of {threads}"
        name = " ".join([name, *extra])
        if estimate > self.left() - (5 if self.given.brief or not self.given.tests else KEPT):
            self.say(f"{name}: left out, it would take {estimate:.0f} s")
            return None
        command = [self.given.one, "solve", bar, "--method", "sieve"]
        if ranks > 0:
            command = [*MPIRUN, "-n", str(ranks), self.given.cluster, "solve", bar]
        started = time.time()
        run = subprocess.Popen([*command, "--threads", str(threads), "--json", *extra], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        peak = [] if self.peaks_are_told else [self.watch(run)]
        out, said = run.communicate()
        wall = time.time() - started
        if run.returncode != 0:
            self.say(f"{name}: ended with {run.returncode}: {said.strip()}")
            return None
        found = json.loads(out)
        found["wall"] = wall
        if peak:
            found["peak_bytes"] = peak[0].result()
        if POSITIONS[bar] > 4e9 and not extra:
            used = min(max(ranks, 1) * threads, os.cpu_count())
            self.rate = POSITIONS[bar] / max(found["seconds"], 0.01) / used
        self.say(f"{name}: {self.told(found, ranks, threads)}")
        self.say("json " + json.dumps({"bar": bar, "asked_ranks": ranks, "asked_threads": threads, "extra": extra, **found}), only_there=True)
        return found

    def told(self, found, ranks, threads):
        text = f"{found['seconds']:.3f} s, {found['judged'] / found['seconds'] / 1e9 / threads / max(ranks, 1):.2f} e9/s a thread, peak {found['peak_bytes'] / 1e6:.0f} MB"
        if ranks == 0:
            return text
        waited = 100 * sum(found["waited_by_rank"]) / found["seconds"] / ranks / threads
        most = [max(found[name]) * ranks / sum(found[name]) for name in ("judged_by_rank", "store_bytes_by_rank")]
        exchange = sum(found["exchange_cpu_by_rank"])
        return (f"{text}, waiting {waited:.1f} %, sent {found['bytes_sent'] / 1e6:.1f} MB, "
                f"{found['bytes_sent'] / sum(found['store_bytes_by_rank']):.2f} of store, largest rank {most[0]:.3f} of positions "
                f"{most[1]:.3f} of store, exchange {exchange:.2f} s of processors")

    def watch(self, run):
        """Watches the memory of the largest process of a run, where the system does not tell the peak itself."""
        watcher = Watcher(run)
        watcher.start()
        return watcher

    def beside(self, bar, threads, turns):
        """One process and as many ranks of one thread, by turns."""
        speeds = []
        for _ in range(turns):
            alone, ranks = self.solve(bar, 0, threads), self.solve(bar, threads, 1)
            if alone and ranks:
                assert alone["lost"] == ranks["lost"]
                speeds.append(alone["seconds"] / ranks["seconds"])
        if speeds:
            told = ", ".join(f"{speed:.3f}" for speed in speeds)
            self.say(f"= {bar}, {threads}: one process through ranks {told}")

    def times(self):
        for bar, turns in [("16x16", (7, 7, 7)), ("18x18", (5, 5, 5)), ("20x20", (1, 2, 2))]:
            for threads, turns_of in zip([2, 4, 8], turns):
                self.beside(bar, threads, turns_of)
        # Many short blocks: what a message takes.
        for ranks in [1, 2, 4, 8]:
            self.solve("18x18", ranks, 1, ["--block", "50000"])
        for ranks, threads in [(0, 12), (4, 3), (0, 14), (2, 7), (2, 2), (4, 2), (0, 16), (4, 4), (8, 2)]:
            self.solve("20x20", ranks, threads)
        for threads in [8, 4]:
            self.beside("21x21", threads, 1)
        for ranks, threads in [(0, 12), (4, 3), (0, 16), (8, 2)]:
            self.solve("21x21", ranks, threads)
        self.beside("21x21", 2, 1)

    def script(self, name, command, limit=None):
        """Runs a script and says what it said; ends it shortly before the limit."""
        limit = min(limit or 1e9, self.left() - 3)
        if limit < 5:
            return self.say(f"{name}: left out")
        started = time.time()
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        timer = threading.Timer(limit, lambda: os.killpg(run.pid, 9))
        timer.start()
        lines = run.communicate()[0].splitlines()
        timer.cancel()
        for line in lines:
            self.say(f"{name}: {line}")
        self.say(f"{name}: exit {run.returncode} after {time.time() - started:.1f} s")

    def tests(self):
        one, cluster = self.given.one, self.given.cluster
        compare = [os.path.join(HERE, "compare.py"), "--at-once"]
        scripts = [
            ("small", [*compare, "4", one, cluster, "small"]),
            ("large", [*compare, "2", one, cluster, *(["16x16"] if self.given.brief else ["18x18", "20x20"])]),
            ("kills", [os.path.join(HERE, "killed.py"), cluster, *(["16x16", "3317972", "2"] if self.given.brief else ["18x18", "37993832", "20"])]),
        ]
        threads = [threading.Thread(target=self.script, args=(name, ["python3", *command])) for name, command in scripts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


class Watcher(threading.Thread):
    """The largest resident memory that a process of a run was seen to have."""

    def __init__(self, run):
        super().__init__(daemon=True)
        self.run_, self.most = run, 0

    def run(self):
        while self.run_.poll() is None:
            for process in filter(str.isdigit, os.listdir("/proc")):
                try:
                    status = open(f"/proc/{process}/status").read()
                except OSError:
                    continue
                if "Name:\tlastbite" in status and "VmRSS:" in status:
                    self.most = max(self.most, int(status.split("VmRSS:")[1].split()[0]) * 1024)
            time.sleep(0.05)

    def result(self):
        self.join()
        return self.most


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--out", default="results.txt")
    parser.add_argument("--only", choices=["times", "tests"], help="measure the times only, or try the answers and kills only")
    parser.add_argument("--brief", action="store_true", help="a short form, to see whether everything runs")
    parser.add_argument("one")
    parser.add_argument("cluster")
    given = parser.parse_args()
    given.tests = given.only != "times"
    series = Series(given)
    machine = subprocess.run(["lscpu"], capture_output=True, text=True).stdout.splitlines()
    wanted = ("Model name", "CPU(s)", "Thread(s)", "Core(s)", "Socket(s)", "L2", "L3", "NUMA node(s)", "Hypervisor")
    series.say(f"{os.cpu_count()} processors, {len(os.sched_getaffinity(0))} of them ours, {' '.join(os.uname())}")
    for line in machine:
        if line.strip().startswith(wanted):
            series.say(" ".join(line.split()))
    if given.brief:
        for ranks, threads in [(0, 2), (2, 1), (4, 1), (2, 2)]:
            series.solve("16x16", ranks, threads)
    elif given.only != "tests":
        series.times()
    if given.tests:
        series.tests()
    series.say(f"ended with {series.left():.0f} s left")


main()
