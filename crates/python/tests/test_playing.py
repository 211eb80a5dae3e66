"""Sessions, bots, matches and tournaments."""

from __future__ import annotations

import pickle

import random

import pytest

import lastbite as lb


def test_a_session_is_played_to_its_end() -> None:
    session = lb.Session("3x4", second="perfect", names=("Ada", "HAL"))
    assert session.players == ["Ada", "HAL"] and session.to_move == 1
    while not session.is_over:
        hint = session.hint()
        assert hint.move is not None
        session.play(hint.move)
    assert (session.winner, session.ending) == (1, "no move left")
    with pytest.raises(lb.IllegalMoveError, match="over"):
        session.play("1,2")
    with pytest.raises(lb.IllegalMoveError, match="over"):
        session.hint()
    session.undo()
    assert not session.is_over
    session.again()
    session.resign()
    assert (session.winner, session.ending) == (2, "resigned")


def test_the_computer_may_begin_and_people_may_blunder() -> None:
    session = lb.Session("4x7", "perfect", "human")
    assert session.moves == ["3,4"] and session.to_move == 2
    session.play("1,1")
    assert (session.winner, session.ending) == (1, "blunder")
    both = lb.Session("nim:3,4,5", "strong", "easy", seed=7)
    assert both.is_over and both.winner in (1, 2)
    assert lb.Session.from_record(both.record()).moves == both.moves
    with pytest.raises(lb.IllegalMoveError):
        lb.Session("3x4").undo()


def test_the_same_seed_plays_the_same_game() -> None:
    def moves(seed: int) -> tuple[str, ...]:
        return lb.play(lb.bot("easy", seed=seed), lb.bot("easy", seed=seed + 1), "5x6").moves

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in range(8)}) > 1


def test_a_bot_that_fails_loses() -> None:
    def crash(position: lb.Position) -> str:
        raise ZeroDivisionError("oh")

    for bot, words in [(crash, "ZeroDivisionError: oh"), (lambda position: "9,9", "IllegalMoveError"), (lambda p: 7, "text")]:
        game = lb.play(bot, lb.bot(), "3x4", names=("bad", "HAL"))  # type: ignore[arg-type]
        assert game.winner == "HAL" and game.forfeited and words in game.ending
    game = lb.play(lambda position: "1,1", lb.bot(), "3x4")
    assert (game.winner, game.ending, game.forfeited) == ("second", "blunder", False)


def test_a_tournament_rates_its_players() -> None:
    dice = random.Random(1)
    bots = {
        "perfect": lb.bot("perfect"),
        "easy": lb.bot("easy", seed=3),
        "random": lambda position: dice.choice(position.moves()),
    }
    table = lb.tournament(bots, ["3x4", "nim:3,4,5", "kayles:7"], rounds=2)
    assert len(table.played) == 6 * 3 * 2 and table.standings[0].name == "perfect"
    assert sum(standing.won for standing in table.standings) == len(table.played)
    assert "perfect" in str(table)
    pandas = pytest.importorskip("pandas")
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert list(lb.analyze("2x3").to_pandas()["move"])[0] == "2,3"
    assert lb.sample("3x4", 5).to_pandas().shape == (5, 6)


def test_a_session_and_a_hint_say_what_they_are() -> None:
    session = lb.Session("3x4", names=("Ada", "HAL"), second="human")
    assert repr(session) == "<chomp:3x4: Ada against HAL, 0 moves>"
    session.play("3,4")
    assert repr(session) == "<chomp:3x4: Ada against HAL, 1 move>"
    hint = session.hint()
    assert str(hint) == "\n".join(hint.sentences) and hint.move in str(hint)


def test_a_bot_travels_between_processes() -> None:
    bot = lb.bot("strong", engine="memo", seed=5)
    again = pickle.loads(pickle.dumps(bot))
    assert repr(again) == repr(bot) and again(lb.position("3x4")) == bot(lb.position("3x4"))
