"""Games that are written in Python: they are games like any other, and what is wrong with one is said."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import lastbite as lb
from lastbite import _lastbite


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forgets what a test added: the other tests ask the program about every kind of game."""
    known = {kind.name for kind in lb.games()}
    yield
    for kind in lb.games():
        if kind.name not in known:
            _lastbite.forget_game(kind.name)


class Rows(lb.OwnGame):
    """Bite a square and all below and right of it. The square 1,1 is poison, and nobody bites it."""

    examples = ("3x4", "2x3")

    def start(self, given: str) -> Any:
        rows, cols = given.split("x")
        return (int(cols),) * int(rows)

    def moves(self, position: Any) -> list[str]:
        squares = [(row, col) for row, length in enumerate(position, 1) for col in range(1, length + 1)]
        return [f"{row},{col}" for row, col in squares if (row, col) != (1, 1)]

    def play(self, position: Any, move: str) -> Any:
        row, col = map(int, move.split(","))
        left = [min(length, col - 1) if at >= row else length for at, length in enumerate(position, 1)]
        return tuple(length for length in left if length)


class Daisy(lb.OwnGame):
    """Pluck one petal, or two that grow side by side. Whoever plucks the last one wins."""

    examples = ("7", "12")

    def start(self, given: str) -> Any:
        if not given.isdigit() or not 1 <= int(given) <= 26:
            raise lb.ArgumentError(f"{given} is not a daisy; a daisy has 1 to 26 petals")
        return "abcdefghijklmnopqrstuvwxyz"[: int(given)]

    def moves(self, position: Any) -> list[str]:
        return [*position, *(a + b for a, b in zip(position, position[1:]) if ord(b) == ord(a) + 1)]

    def play(self, position: Any, move: str) -> Any:
        return "".join(petal for petal in position if petal not in move)

    def pieces(self, position: Any) -> list[str]:
        return list(position)


def test_it_has_the_values_of_the_same_game_in_rust() -> None:
    lb.add(Rows)
    seen = [lb.position("rows:3x4")]
    for here in seen:
        there = lb.position("3x4", here.text)
        own, house = lb.analyze(here), lb.analyze(there)
        assert (own.outcome, own.distance, own.grundy) == (house.outcome, house.distance, house.grundy), here
        assert sorted(own.winning) == sorted(house.winning), here
        assert lb.grundy(here) == house.grundy
        seen += [after for after in map(here.play, here.moves()) if after not in seen]
    assert len(seen) == 34, "as many as a bar of 3x4 has, and still has its poison"


def test_it_is_a_game_like_any_other() -> None:
    assert lb.add(Daisy) is Daisy
    assert [kind.examples for kind in lb.games() if kind.name == "daisy"] == [("daisy:7", "daisy:12")]
    start = lb.position("daisy:7")
    assert (start.game.title, start.size, start.game.kind) == ("Daisy 7", 7, "daisy")
    assert start.game.rule.startswith("Pluck one petal, or two that grow side by side. Whoever")
    assert "d" in lb.analyze(start).winning
    assert lb.position("Daisy") == start, "people type its name as they like"
    assert _lastbite.check_game("daisy:7", 1000) == 128
    svg = start.play("cd").svg(analysis=True)
    assert svg is not None and ">a<" in svg
    assert pickle.loads(pickle.dumps(start)) == start
    together = lb.game("daisy:5") + lb.game("nim:3")
    assert lb.grundy(together) == lb.grundy("daisy:5") ^ 3

    session = lb.Session("daisy:7", second="perfect", names=("Ada", "HAL"))
    session.play("d")
    while not session.is_over:
        session.play(lb.analyze(session.position).best or "")
    assert session.winner == 1 and lb.Session.from_record(session.record()).moves == session.moves
    assert session.review().players[0].winnable == session.review().players[0].kept
    assert lb.play(lb.bot("perfect"), lb.bot("easy"), "daisy:6").winner == "first"
    puzzle = lb.puzzle("daisy:8")
    assert puzzle.try_move(lb.analyze(puzzle.position).winning[0]).right
    assert len(lb.worksheet("daisy:8", number=2).puzzles) == 2
    assert lb.trace("daisy:3", search="memo").nodes == lb.search("daisy:3", algorithm="memo").nodes
    assert lb.tree("daisy:3").nodes > 3 and lb.explain("daisy:4").sentences


def test_the_class_is_asked_once_and_never_again() -> None:
    asked = []

    class Counting(Daisy):
        """Pluck one petal, or two. Whoever plucks the last one wins."""

        def moves(self, position: Any) -> list[str]:
            asked.append(position)
            return super().moves(position)

    lb.add(Counting)
    lb.position("counting:8")
    before = len(asked)
    lb.analyze("counting:8")
    lb.bot("perfect")(lb.position("counting:8"))
    assert len(asked) == before, "everything after the first reading is a table"


def test_a_class_that_is_added_again_takes_the_place_of_the_first() -> None:
    lb.add(Daisy)
    old = lb.position("daisy:7")

    class Shy(Daisy):
        """Pluck one petal. Whoever plucks the last one wins."""

        name = "daisy"

        def moves(self, position: Any) -> list[str]:
            return list(position)

    lb.add(Shy)
    new = lb.position("daisy:7")
    assert old != new and len(old.moves()) == 13 and len(new.moves()) == 7
    assert lb.analyze(new).winning == list("abcdefg"), "seven plucks, whatever is plucked"
    assert lb.analyze(old).winning == ["bc", "ef", "d"]


def own(**parts: Any) -> Callable[[], object]:
    """Makes and adds a class with other parts: a daisy of one fault."""

    def make() -> object:
        namespace = {"__doc__": Daisy.__doc__, "examples": ("4",), **parts}
        return lb.add(type("Odd", (Daisy,), namespace))

    return make


def explode(*_: Any) -> Any:
    return 1 // 0


REFUSED: list[tuple[type[Exception], str, Callable[[], object]]] = [
    (lb.ArgumentError, "already", own(name="nim")),
    (lb.ArgumentError, "small letters", own(name="My Game")),
    (lb.ArgumentError, "no rule", own(__doc__="")),
    (lb.ArgumentError, "no examples", own(examples=())),
    (lb.ArgumentError, "no examples", own(examples="4")),
    (lb.GameError, "1 to 26", own(examples=("99",))),
    (lb.GameError, "ZeroDivisionError", own(moves=explode)),
    (lb.GameError, "for ever", own(play=lambda self, position, move: position, pieces=lambda self, position: None)),
    (lb.GameError, "twice", own(moves=lambda self, position: [*position, *position])),
    (lb.GameError, "100,000 positions", own(examples=("24",))),
    (lb.GameError, "not float", own(start=lambda self, given: 0.5)),
    (lb.GameError, "without spaces", own(moves=lambda self, position: [f"take {petal}" for petal in position])),
    (lb.GameError, "takes no piece", own(pieces=lambda self, position: ["a", "b"])),
    (lb.GameError, "not one of the start", own(pieces=lambda self, position: [f"{len(position)}{p}" for p in position])),
    (lb.GameError, "are written 0", own(play=lambda self, position, move: ("0", "")[len(move) - 1] if position not in ("0", "") else position)),
]


@pytest.mark.parametrize(("kind", "words", "ask"), REFUSED, ids=[words for _, words, _ in REFUSED])
def test_what_is_wrong_with_a_class_is_said_when_it_is_added(
    kind: type[Exception], words: str, ask: Callable[[], object]
) -> None:
    before = lb.games()
    with pytest.raises(kind, match=words):
        ask()
    assert lb.games() == before, "it was not added"


def test_an_exception_of_the_class_is_the_cause_of_the_refusal() -> None:
    with pytest.raises(lb.GameError) as refused:
        own(moves=explode)()
    assert isinstance(refused.value.__cause__, ZeroDivisionError)

    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        own(moves=stopped)()


def test_a_text_that_the_class_refuses_is_refused_in_its_words() -> None:
    lb.add(Daisy)
    with pytest.raises(lb.GameError, match="99 is not a daisy; a daisy has 1 to 26 petals"):
        lb.game("daisy:99")
    with pytest.raises(lb.PositionError, match="is not a position of daisy:7; it begins with abcdefg"):
        lb.position("daisy:7", "ba")
    with pytest.raises(lb.MoveError, match="a move is written like a"):
        lb.position("daisy:7").play("zz")
    with pytest.raises(lb.IllegalMoveError):
        lb.position("daisy:7").play("a").play("ab")
    with pytest.raises(TypeError, match="takes a class of lb.OwnGame"):
        lb.add(int)  # type: ignore[type-var]
