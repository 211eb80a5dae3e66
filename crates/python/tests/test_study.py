"""Reviews, puzzles, the lesson, worksheets and traces say what the program and the page say."""

from __future__ import annotations

import datetime
import json
import pathlib
from typing import Any
from urllib.parse import quote

import pytest
from test_same_as_program import served

import lastbite as lb

GAMES = ["chomp:3x5", "nim:3,4,5", "kayles:7", "chomp:2x3+nim:2", "divisors:36"]


def a_game(game: str) -> lb.Session:
    """Plays a game in which both make mistakes."""
    session = lb.Session(game, "human", "human", names=("Ada", "Bob & Co"))
    dice = lb.bot("easy", seed=3)
    while not session.is_over:
        session.play(dice(session.position))
    return session


@pytest.mark.parametrize("game", GAMES)
def test_reviews(program: Any, game: str, tmp_path: pathlib.Path) -> None:
    session = a_game(game)
    review = session.review()
    assert review == lb.review(session.record())
    moves = quote(";".join(session.moves))
    with served(program.path) as ask:
        told = ask(f"review?game={game.replace('+', '%2B')}&moves={moves}&first=Ada&second=Bob%20%26%20Co")
    assert told["moves"] == [move._asdict() for move in review.moves]
    assert told["players"] == [score._asdict() for score in review.players]
    assert tuple(told["sentences"]) == review.sentences and review.sentences[1].startswith("Bob & Co ")
    assert len(review.moves) == len(session.moves) == len(review.to_pandas())

    record = tmp_path / "game.json"
    record.write_text(session.record(), encoding="utf-8")
    printed = program.json("review", str(record))
    for told, move in zip(printed["moves"], review.moves, strict=True):
        judged = (told["player"], told["move"], told["outcome_before"], told["outcome_after"])
        assert judged == (move.player, move.move, move.before, move.after)
        assert told["better"] == move.better or not move.gave_away


def test_a_game_that_began_in_the_middle_and_was_given_up() -> None:
    start = lb.position("3x4", "4,4,1")
    session = lb.Session(start, "human", "human", names=("Ada", "Bob"))
    worst = next(move for move in start.moves() if move not in lb.analyze(start).winning)
    session.play(worst)
    session.resign()
    review = session.review()
    assert [(move.move, move.gave_away) for move in review.moves] == [(worst, True)]
    assert review.moves[0].better in lb.analyze(start).winning and str(review.moves[0].better) in str(review)


def test_puzzles(program: Any) -> None:
    with served(program.path) as ask:
        for game in GAMES:
            for seed in (1, 7):
                puzzle = lb.puzzle(game, difficulty="easy", seed=seed)
                here = puzzle.position
                told = ask(f"puzzle?game={game.replace('+', '%2B')}&difficulty=easy&seed={seed}")
                assert (told["game"], told["position"], told["task"]) == (here.game.text, here.text, puzzle.task)
                for move in here.moves()[:4]:
                    where = f"game={game.replace('+', '%2B')}&position={quote(here.text)}&move={quote(move)}"
                    tried, asked = puzzle.try_move(move), ask(f"try?{where}")
                    assert (asked["right"], asked["sentence"], asked["reply"]) == tried[:3]
                    assert asked["why"]["sentences"] == list(tried.why.sentences)
                    assert tried.right == (move in lb.analyze(here).winning)
        day = datetime.date(2024, 10, 4)
        told = ask(f"puzzle?day={(day - datetime.date(1970, 1, 1)).days}")
        assert lb.puzzle(day=day).position == lb.position(told["game"], told["position"])
    assert lb.puzzle(lb.position("3x4", "2,2")).position == lb.position("3x4", "2,2")
    with pytest.raises(lb.NotKnownError, match="exactly one winning move"):
        lb.puzzle(lb.position("3x4", "2,1"))
    with pytest.raises(lb.ArgumentError, match="a difficulty is"):
        lb.puzzle("3x4", difficulty="godlike")  # type: ignore[arg-type]
    assert lb.puzzle().task == lb.puzzle(day=datetime.date.today()).task


def test_the_lesson(program: Any) -> None:
    with served(program.path) as ask:
        steps = ask("lesson")["steps"]
    lesson = lb.lesson()
    assert len(lesson) == len(steps) > 10
    for step, told in zip(lesson, steps, strict=True):
        assert (step.chapter, step.title, step.text, step.task, step.done) == tuple(
            told[key] for key in ("chapter", "title", "text", "task", "done")
        )
        assert step.position == lb.position(told["game"], told["position"])
        assert (step.check.question, list(step.check.answers)) == (told["check"]["question"], told["check"]["answers"])
        assert lb.analyze(step.position).outcome == "win", step.title


@pytest.mark.parametrize("game", GAMES)
def test_worksheets(program: Any, game: str) -> None:
    sheet = lb.worksheet(game, number=3, difficulty="easy", seed=5)
    page = program.run("worksheet", game, "-n", "3", "--difficulty", "easy", "--seed", "5", "-o", "-")
    assert sheet.page == page
    printed = json.loads(program.run("worksheet", game, "-n", "3", "--difficulty", "easy", "--seed", "5", "--json"))
    assert [(puzzle.position, puzzle.solution, puzzle.plies) for puzzle in sheet.puzzles] == [
        (puzzle["position"], puzzle["move"], puzzle["distance"]) for puzzle in printed["puzzles"]
    ]
    assert sheet.command.startswith("lastbite worksheet ")


@pytest.mark.parametrize("search", lb.SEARCHES)
def test_traces(program: Any, search: Any) -> None:
    trace = lb.trace("2x3", search=search)
    printed = [json.loads(line) for line in program.run("trace", "2x3", "--search", search, "--json").splitlines()]
    assert [step.event for step in trace.steps] == [line["event"] for line in printed]
    assert trace.nodes == lb.search("2x3", algorithm=search).nodes
    assert trace.svg.startswith("<svg") and len(trace.to_pandas()) == len(trace.steps)
    with pytest.raises(lb.NotKnownError, match="too many to follow"):
        lb.trace("12x12", search=search)


def test_what_takes_too_long_is_cancelled() -> None:
    cancel = lb.Cancel()
    cancel()
    for ask in (
        lambda: lb.puzzle("9x9", cancel=cancel),
        lambda: lb.worksheet("9x9", cancel=cancel),
        lambda: lb.trace("2x3", cancel=cancel),
        lambda: lb.review(a_game("2x3"), cancel=cancel),
    ):
        with pytest.raises(lb.CancelledError):
            ask()
