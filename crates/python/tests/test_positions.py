"""Positions print, compare, hash, pickle and show themselves."""

from __future__ import annotations

import copy
import multiprocessing
import pathlib
import pickle

import pytest

import lastbite as lb

# The file that the program and the server are tested with too; the gate puts a copy beside this one.
HERE = pathlib.Path(__file__).resolve().parent
FILES = [HERE / "texts.tsv", HERE.parents[1] / "lastbite" / "tests" / "texts.tsv"]
TEXTS = [
    line
    for line in next(file for file in FILES if file.exists()).read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]

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


def test_every_text_that_people_type_means_what_it_means_to_the_program() -> None:
    many = 0
    for line in TEXTS:
        what, typed, answer = line.split("\t")
        kind, expected = answer[0], answer[2:]
        if what != "ask":
            continue
        many += 1
        if kind == "=":
            game, _, position = expected.partition(" ")
            here = lb.position(typed)
            assert here.game.text == game, line
            assert not position or here.text == position, line
        else:
            with pytest.raises(lb.LastbiteError) as refused:
                lb.position(typed)
            told = str(refused.value)
            wanted = expected.split(" | ") if kind == "?" else [expected]
            assert all(text.lower() in told.lower() for text in wanted), f"{line}: {told}"
    assert many > 150


def test_every_move_that_people_type_means_what_it_means_to_the_program() -> None:
    many = 0
    for line in TEXTS:
        game, typed, answer = line.split("\t")
        kind, expected = answer[0], answer[2:]
        if game == "ask":
            continue
        many += 1
        start = lb.position(game)
        session = lb.Session(start, "human", "human")
        if kind == "=" and expected in start.moves():
            after = start.play(expected)
            assert start.play(typed) == after, line
            assert session.play(typed) == [expected] and session.position == after, line
            played = lb.play(lambda here, typed=typed: typed, lb.bot(), start)
            assert played.moves[0] == expected, line
        elif kind == "=":
            # It is understood, and it is not a move here.
            with pytest.raises(lb.IllegalMoveError):
                start.play(typed)
        else:
            for play in (start.play, session.play):
                with pytest.raises(lb.MoveError) as refused:
                    play(typed)
                wanted = expected.split(" | ") if kind == "?" else [expected]
                assert all(text in str(refused.value) for text in wanted), f"{line}: {refused.value}"
    assert many > 25


def test_a_position_is_had_as_numbers_and_made_of_them_again() -> None:
    here = lb.position("8x10", "10^3,8^2")
    assert here.numbers == (10, 10, 10, 8, 8)
    assert lb.position("8x10", here.numbers) == here
    assert lb.position("nim:3,4,5").numbers == (3, 4, 5)
    assert lb.position("nim:3+4x7").numbers is None


def test_a_solved_bar_answers_for_its_own_positions_alone() -> None:
    solved = lb.solve("3x4")
    for ask in (solved.is_lost, solved.winning):
        with pytest.raises(lb.PositionError, match="is a position of nim:3, not of chomp:3x4"):
            ask(lb.position("nim:3", "2"))
        with pytest.raises(lb.PositionError, match="not of chomp:3x4"):
            ask(lb.position("3x4@2,2", "4,2"))
    assert solved.is_lost(lb.position("2x3", "2,1")), "a bar inside it"


def test_a_position_is_solved_from_there() -> None:
    assert lb.solve(lb.position("3x4", "2,2")).openings == ["2,2"]
    assert lb.solve(lb.game("3x4").start).openings == lb.solve("3x4").openings
    with pytest.raises(lb.ArgumentError, match="whole bars"):
        lb.solve(lb.position("3x4", "2,2"), method="sieve")


def test_an_explanation_shows_all_that_it_announces() -> None:
    lost = lb.explain("3x4", "3,2,2")
    won = lb.explain("nim:3,5,6")
    for shown in (str(won), won._repr_markdown_()):
        assert won.figure is not None and won.figure in shown
    for explained in (lost, won):
        assert all(move in str(explained) and answer in str(explained) for move, answer in explained.replies)


def test_two_games_are_put_side_by_side() -> None:
    both = lb.game("3x4") + lb.game("nim:3,4")
    assert both == lb.game("chomp:3x4+nim:3,4") and lb.grundy(both) == lb.grundy("3x4") ^ lb.grundy("nim:3,4")
    with pytest.raises(TypeError):
        lb.game("3x4") + "nim:3"  # type: ignore[operator]


def test_the_bar_of_tqdm_is_drawn_only_when_it_shows_something_new() -> None:
    from lastbite._effort import _Tqdm

    class Bar:
        n = 0.0
        drawn = 0

        def refresh(self) -> None:
            self.drawn += 1

        def set_postfix_str(self, text: str, refresh: bool) -> None:
            assert not refresh

        def close(self) -> None:
            pass

    bar = Bar()
    shown = _Tqdm(bar)
    for _ in range(1000):
        shown.show(0.5, 0)
    assert (bar.drawn, bar.n) == (1, 50.0)
    for nodes in range(1000):
        shown.show(None, nodes)
    assert bar.drawn <= 2, "four times a second at most"


def test_the_line_of_progress_is_written_only_when_it_says_something_new(capsys: pytest.CaptureFixture[str]) -> None:
    from lastbite._effort import _Line

    line = _Line("solving")
    for _ in range(1000):
        line.show(0.5, 0)
    line.close()
    assert capsys.readouterr().err.count("\r") == 1


def test_arrays_of_answers_say_what_they_are_in_one_line() -> None:
    assert repr(lb.values("3x4")) == "<all 34 positions of chomp:3x4, with their distances and Grundy values>"
    drawn = lb.sample("3x4", 100, seed=1)
    assert repr(drawn) == f"<100 random positions of chomp:3x4, {int(drawn.lost.sum())} of them lost>"
    assert list(drawn.to_pandas().columns[:3]) == ["row_1", "row_2", "row_3"]
