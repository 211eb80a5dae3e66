"""What is refused, and how: the right exception and one sentence; nonsense of every type is never more than that."""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import lastbite as lb

def cancelled() -> lb.Cancel:
    cancel = lb.Cancel()
    cancel()
    return cancel


REFUSED: list[tuple[type[Exception], str, Callable[[], object]]] = [
    (lb.GameError, "is not a game", lambda: lb.game("chess")),
    (lb.GameError, "", lambda: lb.game("")),
    (lb.GameError, "", lambda: lb.game("chomp:0x5")),
    (lb.GameError, "command line", lambda: lb.game("poset:@/etc/passwd")),
    (lb.PositionError, "", lambda: lb.position("3x4", "5,5")),
    (lb.PositionError, "", lambda: lb.solve("3x4").is_lost("9,9")),
    (lb.PositionError, "", lambda: lb.solve("3x4").is_lost(lb.position("nim:3,4"))),
    (lb.MoveError, "", lambda: lb.position("3x4").play("north")),
    (lb.IllegalMoveError, "loses at once", lambda: lb.position("3x4").play("1,1")),
    (lb.IllegalMoveError, "", lambda: lb.position("3x4").play("9,9")),
    (lb.IllegalMoveError, "over", lambda: lb.bot()(lb.position("1x1"))),
    (lb.ArgumentError, "from 1 to 1,024", lambda: lb.solve("3x4", threads=0)),
    (lb.ArgumentError, "memory", lambda: lb.solve("3x4", memory="lots")),
    (lb.ArgumentError, "a search is", lambda: lb.search("2x2", algorithm="magic")),  # type: ignore[arg-type]
    (lb.ArgumentError, "a method is", lambda: lb.solve("3x4", method="magic")),  # type: ignore[arg-type]
    (lb.ArgumentError, "a level is", lambda: lb.bot("godlike")),  # type: ignore[arg-type]
    (lb.ArgumentError, "range", lambda: lb.openings("9..2", "3")),
    (lb.ArgumentError, "columns", lambda: lb.openings("2..9")),
    (lb.ArgumentError, "a range of neighbours", lambda: lb.openings(range(2, 9, 2), 3)),
    (lb.ArgumentError, "are counted by", lambda: lb.values("3x4").count("x")),
    (lb.ArgumentError, "three to six rows", lambda: lb.periods(7)),
    (lb.ArgumentError, "four rows or more", lambda: lb.periods(3, third=4)),
    (lb.ArgumentError, "two bots or more", lambda: lb.tournament({"HAL": lb.bot()}, "2x2")),
    (lb.ArgumentError, "of a game or of a day", lambda: lb.puzzle("3x4", day=datetime.date.today())),
    (lb.ArgumentError, "a difficulty is", lambda: lb.worksheet("3x4", difficulty="godlike")),  # type: ignore[arg-type]
    (lb.ArgumentError, "from 1 to 48", lambda: lb.worksheet("3x4", number=49)),
    (lb.ArgumentError, "a search is", lambda: lb.trace("2x2", search="magic")),  # type: ignore[arg-type]
    (lb.NotKnownError, "too many to follow", lambda: lb.trace("5x5")),
    (lb.NotKnownError, "exactly one winning move", lambda: lb.puzzle(lb.position("3x4", "2,1"))),
    (lb.RecordError, "", lambda: lb.review("{}")),
    (lb.CancelledError, "was cancelled", lambda: lb.solve("3x4", cancel=cancelled())),
    (lb.RuleError, "", lambda: lb.sequence("octal:9.9.9", 10)),
    (lb.RuleError, "", lambda: lb.periods("nonsense")),
    (lb.ArgumentError, "by is", lambda: lb.count_by_area(9, "colour")),  # type: ignore[arg-type]
    (lb.GameError, "not a bar", lambda: lb.values("nim:3,4")),
    (lb.TooLargeError, "127 squares", lambda: lb.count_by_area(128, "grundy")),
    (lb.TooLargeError, "65000 columns", lambda: lb.periods(5, 66_000)),
    (lb.NotEnoughMemoryError, "memory", lambda: lb.periods(5, 400, memory="1G")),
    (lb.NotEnoughMemoryError, "memory", lambda: lb.values("12x12", memory="1M")),
    (lb.RecordError, "", lambda: lb.Session.from_record("{}")),
    (lb.TableError, "cannot open", lambda: lb.Table("/no/such/file")),
    (lb.TooLargeError, "", lambda: lb.solve("chomp:6x6x6")),
    (lb.TooLargeError, "cannot be solved by", lambda: lb.solve("9x9", method="three-rows")),
    (lb.TooLargeError, "too many to draw", lambda: lb.tree("6x6")),
    (lb.TooLargeError, "too many to list", lambda: lb.position("nim:1000000^3").moves()),
    (lb.TooLargeError, "too large to be played", lambda: lb.Session("300x300")),
    (lb.TooLargeError, "not solved whole", lambda: lb.solve("nim:3,4").lost()),
    (lb.NotEnoughMemoryError, "memory", lambda: lb.solve("30x30", memory="1M")),
    (lb.NotEnoughMemoryError, "memory", lambda: lb.solve("12x12").lost(memory=1000)),
    (lb.NotEnoughMemoryError, "memory", lambda: lb.sample("3x4", 2**40)),
    (lb.NotEnoughMemoryError, "", lambda: lb.sequence("octal:0.007", 10**6, memory=10_000)),
    (lb.StoppedError, "nodes", lambda: lb.search("6x6", nodes=1000)),
    (lb.StoppedError, "time", lambda: lb.search("9x9", seconds=0.05)),
    (lb.StoppedError, "", lambda: lb.solve("20x20", seconds=0.05)),
]


@pytest.mark.parametrize(("kind", "words", "ask"), REFUSED, ids=[str(n) for n in range(len(REFUSED))])
def test_refusals_are_of_their_kind(kind: type[Exception], words: str, ask: Callable[[], object]) -> None:
    with pytest.raises(kind, match=words or None) as refused:
        ask()
    assert type(refused.value) is kind and isinstance(refused.value, lb.LastbiteError)
    assert str(refused.value).strip() and "panick" not in str(refused.value)


def test_exceptions_say_how_far_it_got() -> None:
    with pytest.raises(lb.StoppedError) as stopped:
        lb.search("6x6", nodes=1000)
    assert stopped.value.nodes == 1000
    # For a whole bar, the winner is known however large it is.
    with pytest.raises(lb.LastbiteError) as unknown:
        lb.analyze("99x98")
    assert getattr(unknown.value, "outcome", None) == "win"


class Odd:
    """Something that is nothing in particular, and says so loudly."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    def __index__(self) -> int:
        raise RuntimeError("no number")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    __hash__ = None  # type: ignore[assignment]


NONSENSE: list[Any] = [
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    2**64,
    2**2000,
    -(2**2000),
    0.5,
    float("nan"),
    float("inf"),
    1j,
    b"3x4",
    "",
    " ",
    "\ud800",
    "3x4\ud800",
    "\0",
    "3x4\0",
    "x" * 100_000,
    "9" * 5000,
    "9" * 20 + "x" + "9" * 20,
    "٣x٤",
    "3x4\n",
    [],
    ["3x4"],
    {},
    {"a": 1},
    set(),
    (),
    (1, 2, 3),
    range(0),
    object(),
    Odd(),
    int,
    len,
    numpy.array([4, 2, 2]),
    numpy.zeros((3, 3)),
    numpy.array("3x4"),
    numpy.array([], dtype=object),
    numpy.float64(3.5),
    numpy.int8(-4),
]

CALLS: dict[str, Callable[[Any], object]] = {
    "game": lambda it: lb.game(it),
    "position": lambda it: lb.position(it),
    "position of": lambda it: lb.position("3x4", it),
    "play": lambda it: lb.position("3x4").play(it),
    "analyze": lambda it: lb.analyze(it, nodes=100),
    "analyze at": lambda it: lb.analyze("3x4", it),
    "threads": lambda it: lb.analyze("3x4", threads=it),
    "memory": lambda it: lb.analyze("3x4", memory=it),
    "nodes": lambda it: lb.analyze("3x4", nodes=it),
    "seconds": lambda it: lb.analyze("3x4", seconds=it),
    "progress": lambda it: lb.analyze("3x4", progress=it),
    "explain": lambda it: lb.explain(it, nodes=100),
    "search": lambda it: lb.search(it, nodes=100),
    "algorithm": lambda it: lb.search("2x2", algorithm=it),
    "tree": lambda it: lb.tree(it),
    "most": lambda it: lb.tree("2x2", most=it),
    "tree search": lambda it: lb.tree("2x2", search=it),
    "solve": lambda it: lb.solve(it, nodes=100),
    "method": lambda it: lb.solve("3x4", method=it),
    "is lost": lambda it: lb.solve("3x4").is_lost(it),
    "winning": lambda it: lb.solve("3x4").winning(it),
    "inside": lambda it: lb.solve("3x4").inside(it),
    "save": lambda it: lb.solve("3x4", method="sieve").save(it if it not in ("", " ") else None),
    "solved": lambda it: lb.Solved(it),
    "rows": lambda it: lb.openings(it, 3, memory="100M", seconds=2),
    "cols": lambda it: lb.openings(3, it, memory="100M", seconds=2),
    "grundy": lambda it: lb.grundy(it),
    "grundy table": lambda it: lb.grundy_table(3, it, memory="100M", seconds=2),
    "sample": lambda it: lb.sample(it),
    "many": lambda it: lb.sample("3x4", it, memory="100M"),
    "seed": lambda it: lb.sample("3x4", 1, seed=it),
    "periods": lambda it: lb.periods(it, 100),
    "periods to": lambda it: lb.periods("kayles", it),
    "columns to": lambda it: lb.periods(3, it, seconds=2, memory="100M"),
    "columns of": lambda it: lb.periods(it, 20, third=3),
    "third": lambda it: lb.periods(4, 20, third=it),
    "values": lambda it: lb.values(it),
    "values by": lambda it: lb.values("3x3").count(it),
    "values of": lambda it: lb.values("3x3").positions(grundy=it),
    "area": lambda it: lb.count_by_area(it, seconds=1, memory="100M"),
    "area by": lambda it: lb.count_by_area(5, it),
    "sequence": lambda it: lb.sequence(it, 10),
    "sequence to": lambda it: lb.sequence("grundy", it, seconds=1, memory="100M"),
    "table": lambda it: lb.Table(it),
    "bot": lambda it: lb.bot(it),
    "engine": lambda it: lb.bot(engine=it),
    "bot seed": lambda it: lb.bot(seed=it),
    "bot plays": lambda it: lb.bot()(it),
    "session": lambda it: lb.Session(it),
    "add": lambda it: lb.add(it),
    "review": lambda it: lb.review(it),
    "puzzle": lambda it: lb.puzzle(it, seconds=1),
    "puzzle day": lambda it: lb.puzzle(day=it) if it is not None else None,
    "difficulty": lambda it: lb.puzzle("3x4", difficulty=it),
    "puzzle seed": lambda it: lb.puzzle("2x3", seed=it),
    "try": lambda it: lb.puzzle("3x4").try_move(it),
    "worksheet": lambda it: lb.worksheet(it, number=1, seconds=1),
    "sheet of": lambda it: lb.worksheet("3x4", number=it, seconds=1),
    "trace": lambda it: lb.trace(it),
    "trace search": lambda it: lb.trace("2x2", search=it),
    "cancel": lambda it: lb.analyze("3x4", cancel=it),
    "first": lambda it: lb.Session("2x2", it),
    "names": lambda it: lb.Session("2x2", names=it),
    "name": lambda it: lb.Session("2x2", names=(it, "HAL")),
    "session plays": lambda it: lb.Session("3x4").play(it),
    "record": lambda it: lb.Session.from_record(it),
    "match": lambda it: lb.play(it, lb.bot(), "2x2"),
    "match of": lambda it: lb.play(lb.bot(), lb.bot(), it),
    "a bot's answer": lambda it: lb.play(lambda position: it, lb.bot(), "2x2"),
    "tournament": lambda it: lb.tournament(it, "2x2"),
    "tournament of": lambda it: lb.tournament({"a": lb.bot(), "b": lb.bot()}, it),
    "rounds": lambda it: lb.tournament({"a": lb.bot(), "b": lb.bot()}, "2x2", rounds=it if it != 2**31 else None),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_nonsense_is_an_exception_and_never_more(call: Callable[[Any], object], tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for it in NONSENSE:
        try:
            call(it)
        except Exception as error:
            # PyO3 calls a panic that crosses the border a PanicException; it is no Exception.
            assert not isinstance(error, lb.InternalError), (error, repr(it)[:80])


def test_every_public_name_has_its_words() -> None:
    for name in lb.__all__:
        public = getattr(lb, name)
        if inspect.isclass(public) or inspect.isfunction(public):
            assert public.__doc__, name
            for inner, method in inspect.getmembers(public, inspect.isfunction):
                assert inner.startswith("_") or method.__doc__, (name, inner)
