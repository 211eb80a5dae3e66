"""Positions print, compare, hash, pickle and show themselves."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import pytest

import lastbite as lb

SOME = [
    lb.position("chomp:3x4", "4,2,2"),
    lb.position("chomp:8x10@3,4"),
    lb.position("nim:3,4,5/misere", "3,1,5"),
    lb.position("kayles:8,9"),
    lb.position("divisors:72"),
    lb.position("chomp:3x4+nim:3,4+kayles:7"),
    lb.position("poset:a.b,b.c,d"),
    lb.position("wythoff:3,5"),
]


@pytest.mark.parametrize("position", SOME, ids=repr)
def test_a_position_is_a_value(position: lb.Position) -> None:
    again = eval(repr(position), {"Position": lb.Position})
    assert again == position and hash(again) == hash(position) and again is not position
    assert position != position.play(position.moves()[0])
    assert position != position.text and position.game != position.game.text
    for copied in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert copied == position and copied.moves() == position.moves()
    assert pickle.loads(pickle.dumps(position.game)) == position.game == lb.game(position.game.text)
    assert str(position) and len({position, again}) == 1


@pytest.mark.parametrize("position", SOME, ids=repr)
def test_a_position_shows_itself(position: lb.Position) -> None:
    plain, marked = position._repr_svg_(), position.svg(analysis=True)
    assert plain is not None and plain.startswith("<svg") and plain.rstrip().endswith("</svg>")
    assert marked is not None and len(marked) > len(plain) and ("+" in marked or "−" in marked)
    assert position.show()._repr_svg_() == marked
    assert lb.analyze(position)._repr_svg_() == marked


def test_large_positions_are_written() -> None:
    large = lb.position("chomp:300x400")
    assert large._repr_svg_() is None and str(large) == large.text == "400^300"
    assert "400^300" in large.show(analysis=False).svg


def moves_of(position: lb.Position) -> list[str]:
    return position.moves()


def test_positions_travel_between_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(moves_of, SOME) == [position.moves() for position in SOME]
        found = pool.map(lb.analyze, SOME)
    assert found == [lb.analyze(position) for position in SOME]


def test_answers_are_pickled_too() -> None:
    for answer in [lb.analyze("2x3"), lb.explain("2x3"), lb.search("2x3"), lb.openings("2", "3"), lb.periods("kayles")]:
        assert pickle.loads(pickle.dumps(answer)) == answer
    session = lb.Session("3x4", names=("Ada", "HAL"))
    session.play("3,4")
    again = pickle.loads(pickle.dumps(session))
    assert (again.moves, again.players, again.position) == (session.moves, session.players, session.position)
    for kind in (lb.GameError, lb.NotKnownError):
        assert str(pickle.loads(pickle.dumps(kind("a sentence")))) == "a sentence"
