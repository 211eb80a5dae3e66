"""Work that takes long: Ctrl-C, threads, progress, memory."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import numpy
import pytest

import lastbite as lb

LONG = {
    "solve by the sieve": "lb.solve('19x19', threads=1)",
    "solve few rows": "lb.solve('5x300', threads=1)",
    "solve three rows": "lb.solve('3x100000', threads=1)",
    "solve an order": "lb.solve('chomp:5x5x5', threads=1)",
    "solve any game": "lb.solve('grundy:60,61,62/misere', nodes=10**9)",
    "lost": "lb.solve('4x1200', threads=1).lost(threads=1)",
    "analyze": "lb.analyze('17x18', threads=1)",
    "draw": "lb.position('16x17').svg(analysis=True)",
    "explain": "lb.explain('18x19', threads=1)",
    "search": "lb.search('9x9')",
    "tree": "lb.tree('12x12', search='memo', most=4000)",
    "openings": "lb.openings('2..18', '2..18', threads=1)",
    "openings of boxes": "lb.openings('3x3', '1..60', threads=1)",
    "openings of divisors": "lb.openings('divisors:1..1000000')",
    "grundy": "lb.grundy('14x14')",
    "grundy table": "lb.grundy('1..14', '1..14', threads=1)",
    "sample": "lb.sample('14x14', 10, thorough=True, threads=1)",
    "sample many": "lb.sample('4x4', 10**8)",
    "periods": "lb.periods('octal:0.007', 10**8)",
    "three rows": "lb.periods(3, 200_000)",
    "columns": "lb.periods(5, 180)",
    "values": "lb.values('11x11', threads=1)",
    "count by area": "lb.count_by_area(100)",
    "sequence": "lb.sequence('grundy', 10**8)",
    "verify": "lb.Table(TABLE).verify(threads=1)",
    "bot": "lb.bot(engine='minimax')(lb.position('6x6'))",
    "session": "lb.Session('6x6', 'perfect', 'perfect', engine='minimax')",
    "hint": "lb.Session('19x20', 'human', 'human').hint()",
    "tournament": "lb.tournament({'a': lb.bot(engine='minimax'), 'b': lb.bot()}, '6x6')",
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: Any) -> str:
    path = tmp_path_factory.mktemp("tables") / "16x16.table"
    lb.solve("16x16", method="sieve").save(path)
    return str(path)


def test_ctrl_c_is_heard_soon_in_every_call(table: str) -> None:
    """All in a process of their own; a call that ends by itself before that is left out."""
    script = textwrap.dedent(
        """
        import os, signal, sys, threading, time
        import lastbite as lb
        TABLE = sys.argv[1]
        # Whoever is started in the background ignores Ctrl-C, and so would this process.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for name, call in eval(sys.argv[2]).items():
            pressed = [0.0]
            def press():
                pressed[0] = time.process_time()
                os.kill(os.getpid(), signal.SIGINT)
            timer = threading.Timer(0.3, press)
            timer.start()
            try:
                try:
                    # Python ends by SIGINT itself once one has come out of eval.
                    eval("lambda: " + call)()
                except lb.LastbiteError:
                    pass  # It was too large, and said so before anybody could press a key.
                timer.cancel()
                timer.join()
                print(f"{name}\\tended", flush=True)
            except KeyboardInterrupt:
                print(f"{name}\\t{time.process_time() - pressed[0]:.3f}", flush=True)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", script, table, repr(LONG)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    waited = dict(line.split("\t") for line in done.stdout.splitlines())
    assert waited.keys() == LONG.keys(), done.stdout + done.stderr
    late = {name: seconds for name, seconds in waited.items() if seconds != "ended" and float(seconds) > LATE}
    assert not late, waited
    ended = [name for name, seconds in waited.items() if seconds == "ended"]
    assert len(ended) <= len(LONG) // 3, f"too quick to be interrupted: {ended}"


# Seconds of processor time after Ctrl-C. A busy machine gives them later, but no more of them; two threads
# may use them at once, and one beside another is slower.
LATE = 0.5


def test_the_lock_is_released_while_solving() -> None:
    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    lb.solve("18x18", threads=1)
    stop.set()
    counter.join()
    assert counted[0] > 5


def test_two_threads_solve_at_the_same_time() -> None:
    """Both are under way at once: each waits in the middle of its work until the other is there too."""
    meeting = threading.Barrier(2, timeout=60)
    met = []

    def solve(bar: str) -> None:
        waiting = [True]

        def meet(share: float | None, nodes: int) -> None:
            if waiting[0]:
                waiting[0] = False
                meeting.wait()
                met.append(bar)

        lb.solve(bar, threads=1, progress=meet)

    threads = [threading.Thread(target=solve, args=(bar,)) for bar in ("17x16", "16x17")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(met) == ["16x17", "17x16"]


def test_progress_is_told_and_may_call_it_off() -> None:
    shares: list[float | None] = []
    solved = lb.solve("16x16", threads=1, progress=lambda share, nodes: shares.append(share))
    known = [share for share in shares if share is not None]
    assert solved.count and known == sorted(known) and all(0 <= share <= 1 for share in known)

    class Enough(Exception):
        pass

    def refuse(share: float | None, nodes: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        lb.solve("19x19", threads=1, progress=refuse)
    nodes = []
    with pytest.raises(lb.StoppedError):
        lb.search("9x9", seconds=0.3, progress=lambda share, visited: nodes.append(visited))
    assert nodes == sorted(nodes) and nodes[-1] > 0


def test_work_is_cancelled_from_another_thread_and_from_asyncio() -> None:
    cancel = lb.Cancel()
    timer = threading.Timer(0.2, cancel)
    timer.start()
    began = time.monotonic()
    with pytest.raises(lb.CancelledError, match="was cancelled"):
        lb.solve("21x21", threads=1, cancel=cancel)
    assert time.monotonic() - began < 5 and cancel.is_cancelled
    shown: list[float | None] = []
    assert lb.solve("16x16", cancel=lb.Cancel(), progress=lambda share, nodes: shown.append(share)).count
    assert shown, "progress is still told"

    async def main() -> str:
        stop = lb.Cancel()
        try:
            await asyncio.wait_for(asyncio.to_thread(lb.solve, "21x21", threads=1, cancel=stop), 0.2)
        except asyncio.TimeoutError:
            stop()
            return "stopped"
        return "done"

    began = time.monotonic()
    # The thread of the work must have ended before asyncio.run returns.
    assert asyncio.run(main()) == "stopped" and time.monotonic() - began < 5


def test_every_call_that_shows_its_progress_can_be_cancelled() -> None:
    for name in lb.__all__:
        public = getattr(lb, name)
        if inspect.isfunction(public) and "progress" in inspect.signature(public).parameters:
            assert "cancel" in inspect.signature(public).parameters, name


def test_a_bar_of_progress(capfd: Any, monkeypatch: Any) -> None:
    lb.solve("15x16", threads=1, progress=True)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    lb.solve("16x16", threads=1, progress=True)
    assert "solving chomp:16x16" in capfd.readouterr().err


def test_arrays_are_handed_over_as_they_are() -> None:
    lost = lb.solve("9x9").lost()
    assert lost.dtype == numpy.uint16 and lost.flags["C_CONTIGUOUS"] and lost.shape == (lb.solve("9x9").count, 9)
    assert lost.base is not None, "the memory is Rust's"
    lost[0] = 7
    assert lb.solve("2x70000").lost().dtype == numpy.uint32
    assert len(lb.solve("2x70000").lost()) == 70000
    tall, wide = lb.solve("30x4").lost(), lb.solve("4x30").lost()
    assert len(tall) == len(wide) and tall.shape[1] == 30
    order = lb.solve("divisors:72")
    assert order.lost().shape == (order.count, len(order.columns)) and order.lost().dtype == bool
    for heap, kind in [("kayles", numpy.uint8), ("subtract:1,2,3", numpy.uint8), ("lasker", numpy.uint16)]:
        assert lb.sequence(heap, 1000).dtype == kind


def test_lost_positions_are_lost() -> None:
    for bar in ["4x30", "3x50", "9x9", "6x5", "2x12", "8x10@3,4"]:
        solved = lb.solve(bar)
        for line in solved.lost()[:: max(1, (solved.count or 0) // 20)].tolist():
            position = ",".join(str(length) for length in line if length)
            assert solved.is_lost(position) and not solved.winning(position), (bar, position)


def resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is told by Linux")
def test_memory_does_not_grow_over_ten_thousand_solves() -> None:
    def some(many: int) -> None:
        for number in range(many):
            solved = lb.solve(f"{2 + number % 3}x{3 + number % 7}", threads=1)
            solved.lost()
            lb.analyze("3x4")
            lb.position("nim:3,4,5").play("1 from 1").svg()

    some(1000)
    before = resident()
    some(10_000)
    assert resident() - before < 4 << 20


def test_memory_of_what_was_called_off_comes_back() -> None:
    for _ in range(20):
        with pytest.raises(lb.StoppedError):
            lb.solve("18x18", seconds=0.01, threads=1)
    assert lb.release() >= 0 and lb.release() == 0


def test_signals_of_others_are_left_alone() -> None:
    heard = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(number))
    try:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        assert lb.solve("16x16", threads=1).count
        deadline = time.monotonic() + 60
        while not heard and time.monotonic() < deadline:
            time.sleep(0.01)
        assert heard == [signal.SIGUSR1]
    finally:
        signal.signal(signal.SIGUSR1, before)
