#!/usr/bin/env python3
"""Runs ranks on several machines that are made of this one: each has a name and a network of its own, and a wire to the others.

    machines.py [--machines 2] [--ranks 1] [--if-possible] LASTBITE LASTBITE_CLUSTER [BAR ...]

Solves the bars (16x16, 18x18 and 19x19 if none are named) on all machines, ranks of one thread, and compares the answers
with those of one process. Then the wire of a machine is cut in the middle of a run: the run must end with a sentence, within its
patience, and go on from its checkpoint. It needs Linux, root, `ip`, `nsenter`, and Open MPI.
"""

import argparse
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

# Names of this run's own, no longer than Linux allows.
PREFIX = f"lb{os.getpid()}-"
# No run takes this many seconds, not even on a busy machine.
LONG = 600


def sh(command):
    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)


class Machines:
    """Network and name spaces, joined by a bridge; the first machine is where ranks are started from."""

    def __init__(self, count, folder):
        self.count, self.folder = count, folder
        # What Open MPI calls instead of ssh: the address, then a command.
        self.agent = f"{folder}/agent"
        with open(self.agent, "w") as file:
            file.write(f'#!/bin/sh\nk=$((${{1##*.}} - 1))\nshift\nexec nsenter --net=/run/netns/{PREFIX}$k --uts={folder}/name-$k sh -c "$*"\n')
        os.chmod(self.agent, 0o755)

    def make(self):
        # Spaces for names are kept by files, on a file system of which this is the only view.
        sh(f"mount --bind {self.folder} {self.folder} && mount --make-private {self.folder}")
        sh(f"ip link add {PREFIX}br type bridge forward_delay 0 && ip link set {PREFIX}br up")
        for k in range(self.count):
            name, space = f"{PREFIX}{k}", f"{self.folder}/name-{k}"
            open(space, "w").close()
            sh(f"ip netns add {name}")
            sh(f"ip link add {PREFIX}v{k} type veth peer name eth0 netns {name}")
            sh(f"ip link set {PREFIX}v{k} master {PREFIX}br up")
            sh(f"ip -n {name} link set lo up && ip -n {name} link set eth0 up && ip -n {name} addr add {self.address(k)}/24 dev eth0")
            sh(f"unshare --uts={space} hostname machine{k}")
        if not all(map(self.is_there, range(self.count))):
            raise subprocess.CalledProcessError(1, "one machine does not reach another")

    def address(self, k):
        return f"10.77.77.{k + 1}"

    def mpirun(self, ranks_on_each, command):
        hosts = ",".join(f"{self.address(k)}:{ranks_on_each}" for k in range(self.count))
        inside = ["nsenter", f"--net=/run/netns/{PREFIX}0", f"--uts={self.folder}/name-0"]
        given = {"btl": "self,vader,tcp", "btl_tcp_if_include": "eth0", "oob_tcp_if_include": "eth0",
                 # What Open MPI leaves behind where its processes are killed.
                 "orte_tmpdir_base": self.folder, "btl_vader_backing_directory": self.folder}
        wires = [word for name, value in given.items() for word in ("--mca", name, value)]
        start = ["mpirun", "--allow-run-as-root", "--bind-to", "none", "--host", hosts, "--mca", "plm_rsh_agent", self.agent, "-n",
                 str(ranks_on_each * self.count)]
        return [*inside, *start, *wires, *command]

    def ranks(self):
        """Lists the processes of all ranks."""
        names = [f"{PREFIX}{k}" for k in range(self.count)]
        listed = [process for name in names for process in subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True).stdout.split()]
        told = subprocess.run(["ps", "-o", "pid=,comm=,stat=", "-p", ",".join(listed)], capture_output=True, text=True).stdout if listed else ""
        return [line for line in told.splitlines() if "lastbite-cluste" in line and not line.split()[-1].startswith("Z")]

    def is_there(self, k):
        """Says whether the first machine reaches another one within a few seconds."""
        knock = ["ip", "netns", "exec", f"{PREFIX}0", "bash", "-c", f": < /dev/tcp/{self.address(k)}/9"]
        for _ in range(25):
            try:
                said = subprocess.run(knock, capture_output=True, text=True, timeout=2, env={**os.environ, "LC_ALL": "C"}).stderr
            except subprocess.TimeoutExpired:
                continue
            # Nobody listens, but somebody answers.
            if "refused" in said:
                return True
            time.sleep(0.2)
        return False

    def cut(self, k):
        sh(f"ip link set {PREFIX}v{k} down")

    def mend(self, k):
        sh(f"ip link set {PREFIX}v{k} up")
        # What Open MPI has left there.
        subprocess.run(f"ip netns pids {PREFIX}{k} | xargs -r kill -9", shell=True)
        assert self.is_there(k), f"machine {k} does not answer though its wire is mended"

    def take_away(self):
        for k in range(self.count):
            name = f"{PREFIX}{k}"
            subprocess.run(f"ip netns pids {name} | xargs -r kill -9; ip link del {PREFIX}v{k}; ip netns del {name}; umount {self.folder}/name-{k}", shell=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(f"ip link del {PREFIX}br; umount --lazy {self.folder}", shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def solve(command):
    run = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=LONG)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: ended with {run.returncode}: {run.stderr.strip()}")
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--machines", type=int, default=2)
    parser.add_argument("--ranks", type=int, default=1, help="on each machine")
    parser.add_argument("--patience", type=int, default=3, help="of ranks with each other, in seconds")
    parser.add_argument("--if-possible", action="store_true", help="leave it at a sentence where no machines can be made of this one")
    parser.add_argument("one")
    parser.add_argument("cluster")
    parser.add_argument("bars", nargs="*", default=["16x16", "18x18", "19x19"])
    given = parser.parse_args()
    given.one, given.cluster = map(os.path.abspath, (given.one, given.cluster))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))
    with tempfile.TemporaryDirectory() as folder:
        machines = Machines(given.machines, folder)
        try:
            try:
                machines.make()
            except subprocess.CalledProcessError as error:
                if not given.if_possible:
                    raise
                return print(f"no machines can be made of this one here ({error})")
            for bar in given.bars:
                one = solve([given.one, "solve", bar, "--method", "sieve", "--threads", "1"])
                all_ = solve(machines.mpirun(given.ranks, [given.cluster, "solve", bar, "--threads", "1"]))
                for name in ("lost", "winning", "positions", "judged"):
                    assert one[name] == all_[name], f"{bar}: {name} is {all_[name]}, not {one[name]}"
                waited = sum(all_["waited_by_rank"]) / all_["seconds"] / all_["ranks"]
                print(f"{bar} on {given.machines} machines of {given.ranks}: {all_['seconds']:.3f} s beside {one['seconds']:.3f} s of one thread, "
                      f"waiting {100 * waited:.1f} %, {all_['blocks_fetched']} blocks, {all_['bytes_sent'] / 1e6:.1f} MB", flush=True)
            bar = given.bars[-1]
            # A fast machine may be done before anything is written.
            while not cut_the_wire(machines, given, bar, folder):
                bar = larger(bar)
        finally:
            machines.take_away()


def cut_the_wire(machines, given, bar, folder):
    """Cuts a wire in the middle of a run, and goes on from its checkpoint; says whether there was a middle, before the bar was solved."""
    one = solve([given.one, "solve", bar, "--method", "sieve", "--threads", "1"])
    command = [given.cluster, "solve", bar, "--threads", "1", "--checkpoint", f"{folder}/parts-{bar}", "--every", "1"]
    said = open(f"{folder}/said-{bar}", "w+")
    begun = machines.mpirun(given.ranks, [*command, "--patience", str(given.patience)])
    run = subprocess.Popen(begun, stdout=subprocess.DEVNULL, stderr=said, start_new_session=True)
    # In the middle of the work: when the first parts are written.
    limit = time.time() + LONG
    while run.poll() is None and not glob.glob(f"{folder}/parts-{bar}/*/*") and time.time() < limit:
        time.sleep(0.01)
    machines.cut(given.machines - 1)
    cut = time.time()
    while machines.ranks() and time.time() < cut + LONG:
        time.sleep(0.1)
    ranks, ended = machines.ranks(), time.time() - cut
    # mpirun waits for the machine that it cannot reach, until somebody says twice that it need not.
    while run.poll() is None and time.time() < cut + 2 * LONG:
        run.send_signal(signal.SIGINT)
        time.sleep(1)
    said.seek(0)
    said = said.read()
    told = [line for line in said.splitlines() if line.startswith("lastbite-cluster: ") and "% done" not in line]
    assert not ranks, f"the ranks {ranks} have not ended {ended:.0f} s after the wire was cut, {given.patience} s of patience"
    machines.mend(given.machines - 1)
    if run.returncode == 0:
        return False
    print(f"{bar}, a wire cut: all ranks ended after {ended:.1f} s, mpirun after two Ctrl-C; they said:")
    print("\n".join(f"  {line}" for line in told))
    assert any(f" for {given.patience} seconds" in line and "goes on from there" in line for line in told), said
    again = solve(machines.mpirun(given.ranks, command))
    assert again["lost"] == one["lost"], f"resumed from the checkpoint: {again['lost']} lost, not {one['lost']}"
    print(f"{bar}, the wire mended: right, resumed {again['resumed_parts']} of {again['parts']} parts")
    return True


def larger(bar):
    """A bar with one row and one column more."""
    return "x".join(str(int(side) + 1) for side in bar.split("x"))


main()
