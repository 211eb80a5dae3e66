"""What people learn from: reviews, puzzles, the lesson, worksheets, and searches step by step."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import urlencode

from . import _lastbite
from ._effort import Cancel, number as _number, text, working
from ._learning import Explanation, Search
from ._position import Game, Outcome, Position, game as _game, position as _position
from .errors import ArgumentError

if TYPE_CHECKING:
    import pandas

    from ._playing import Session

Difficulty = Literal["easy", "medium", "hard"]
"""How far ahead a puzzle requires you to look."""


def _ask(
    route: str, seconds: float | None = None, cancel: Cancel | None = None, **parameters: str | int | None
) -> Any:
    """Asks what the page asks, and returns what it is told."""
    query = urlencode({name: value for name, value in parameters.items() if value is not None})
    with working("", None, None, None, seconds, False, cancel) as how:
        return json.loads(_lastbite.answer(route, query, how))


class ReviewedMove(NamedTuple):
    """A move of a game, judged afterwards."""

    number: int
    """Which move, from 1."""
    player: int
    """Who made it: 1 moved first, 2 second."""
    move: str
    """The move."""
    before: Outcome | None
    """What the player could force before it; None if that is out of reach."""
    after: Outcome | None
    """What the player can still force after it; None if that is out of reach."""
    gave_away: bool
    """Whether it gave a win away."""
    better: str | None
    """A move that would have kept the win, if this one gave it away."""
    sentence: str
    """All that in a sentence."""


class Score(NamedTuple):
    """How well a player played."""

    winnable: int
    """How many of the moves were made in won positions."""
    kept: int
    """How many of those kept the win."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game, looked back at."""

    game: str
    """The game."""
    moves: tuple[ReviewedMove, ...]
    """Every move, judged."""
    players: tuple[Score, ...]
    """How well both played, the first to move first."""
    sentences: tuple[str, ...]
    """The same in a sentence for each."""

    def to_pandas(self) -> pandas.DataFrame:
        """Makes a data frame of the moves, if pandas is installed."""
        import pandas

        return pandas.DataFrame(list(self.moves), columns=list(ReviewedMove._fields))

    def __str__(self) -> str:
        return "\n".join([move.sentence for move in self.moves] + list(self.sentences))


def review(game: str | Session, *, seconds: float | None = None, cancel: Cancel | None = None) -> Review:
    """Looks back at a game: a session, or the text of a record.

    >>> import lastbite as lb
    >>> session = lb.Session("3x4", names=("Ada", "HAL"))
    >>> session.play("3,4")
    ['3,4', '2,3']
    >>> session.review().moves[0].better
    '2,3'
    >>> print(session.review().moves[0].sentence)
    Ada: 3,4 gave the win away; 2,3 would have kept it.
    """
    native = _lastbite.Session.from_record(game) if isinstance(game, str) else getattr(game, "_native", None)
    if not isinstance(native, _lastbite.Session):
        raise TypeError(f"review takes a session or the text of a record, not {type(game).__name__}")
    start, names = native.start(), [name for name, _ in native.players()]
    told = _ask(
        "review",
        seconds,
        cancel,
        game=start.game(),
        position=start.text(),
        moves=";".join(native.moves()),
        first=names[0],
        second=names[1],
    )
    keys = ("number", "player", "move", "before", "after", "gave_away", "better", "sentence")
    return Review(
        told["game"],
        tuple(ReviewedMove(*(move[key] for key in keys)) for move in told["moves"]),
        tuple(Score(player["winnable"], player["kept"]) for player in told["players"]),
        tuple(told["sentences"]),
    )


class Tried(NamedTuple):
    """What comes of a move that was tried on a puzzle."""

    right: bool
    """Whether it wins."""
    sentence: str
    """What it does, in a sentence."""
    reply: str | None
    """The answer that wins against it; None if it wins itself."""
    why: Explanation
    """Why what it leaves is won or lost."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with exactly one winning move."""

    position: Position
    """The position."""
    task: str
    """What to do."""
    difficulty: Difficulty | None
    """How hard it is; None if the position was given."""
    told: str | None
    """What that means."""

    def try_move(self, move: str, *, seconds: float | None = None) -> Tried:
        """Says what comes of a move, and why."""
        here = self.position
        told = _ask("try", seconds, game=here.game.text, position=here.text, move=text("move", move))
        return Tried(told["right"], told["sentence"], told["reply"], Explanation._of(told["why"]))

    def __str__(self) -> str:
        return f"{self.position}\n{self.task}"

    def _repr_svg_(self) -> str | None:
        return self.position._repr_svg_()


def puzzle(
    game: str | Game | Position | None = None,
    *,
    difficulty: Difficulty = "easy",
    seed: int = 1,
    day: datetime.date | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Puzzle:
    """Makes a puzzle: of a game, of a day, or of a position that has exactly one winning move.

    Without any of them it is the puzzle of today, the same as everywhere in lastbite.

    >>> import lastbite as lb
    >>> puzzle = lb.puzzle("3x5", seed=7)
    >>> puzzle.task
    'It is your turn. Exactly one bite wins. Find it.'
    >>> move = lb.analyze(puzzle.position).best
    >>> puzzle.try_move(move).right
    True
    """
    if game is not None and day is not None:
        raise ArgumentError("a puzzle is of a game or of a day, not of both")
    if isinstance(game, Position) and game != game.game.start:
        told = _ask("puzzle", seconds, cancel, game=game.game.text, position=game.text)
    elif game is not None:
        told = _ask(
            "puzzle",
            seconds,
            cancel,
            game=_game(game).text,
            difficulty=text("difficulty", difficulty),
            seed=_number("seed", seed, 0, 2**64 - 1),
        )
    else:
        of = datetime.date.today() if day is None else day
        if not isinstance(of, datetime.date):
            raise TypeError(f"day takes a date, not {type(of).__name__}")
        told = _ask("puzzle", seconds, cancel, day=(of - datetime.date(1970, 1, 1)).days)
    return Puzzle(_position(told["game"], told["position"]), told["task"], told["difficulty"], told["told"])


class Check(NamedTuple):
    """A question with some answers to choose from."""

    question: str
    """The question."""
    answers: tuple[str, ...]
    """The answers to choose from."""
    right: int
    """The index of the right answer."""
    why: str
    """Why that is so."""


class LessonStep(NamedTuple):
    """One step of the lesson: something to learn, and a position to win with it."""

    chapter: str
    """The chapter that it belongs to."""
    title: str
    """Its title."""
    text: str
    """What there is to know."""
    task: str
    """What to do on the board."""
    done: str
    """What is said when it is done."""
    position: Position
    """The position to win, against a computer that makes no mistakes."""
    check: Check
    """What is asked when it is done."""


def lesson() -> tuple[LessonStep, ...]:
    """Returns the steps of the lesson, chapter by chapter.

    >>> import lastbite as lb
    >>> step = lb.lesson()[0]
    >>> session = lb.Session(step.position)
    """

    def step(told: dict[str, Any]) -> LessonStep:
        check = told["check"]
        return LessonStep(
            told["chapter"],
            told["title"],
            told["text"],
            told["task"],
            told["done"],
            _position(told["game"], told["position"]),
            Check(check["question"], tuple(check["answers"]), check["right"], check["why"]),
        )

    return tuple(map(step, _ask("lesson")["steps"]))


class SheetPuzzle(NamedTuple):
    """A puzzle on a worksheet."""

    position: str
    """The position."""
    picture: str
    """The position as a picture, in SVG."""
    solution: str
    """The only move that wins."""
    plies: int
    """How many plies the win takes."""


@dataclass(frozen=True, slots=True, repr=False)
class Worksheet:
    """Puzzles to print, and their answers."""

    title: str
    """Its title."""
    rule: str
    """The rule, and how a move is written."""
    difficulty: str
    """How hard it is, in words."""
    puzzles: tuple[SheetPuzzle, ...]
    """The puzzles, the quickest win first."""
    seed: int
    """The seed of the draw: the same number makes the same sheet."""
    command: str
    """The command of the program that makes the same sheet."""
    page: str
    """The page to print, with its answers, in HTML."""

    def save(self, path: str) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.page)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.puzzles)} puzzles, seed {self.seed}>"


def worksheet(
    game: str | Game,
    *,
    number: int = 8,
    difficulty: Difficulty = "easy",
    seed: int = 1,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Worksheet:
    """Makes a sheet of puzzles to print.

    >>> import lastbite as lb
    >>> sheet = lb.worksheet("3x5", number=3)
    >>> len(sheet.puzzles), sheet.puzzles[0].plies <= sheet.puzzles[-1].plies
    (3, True)
    >>> sheet.save("sheet.html")                               # doctest: +SKIP
    """
    of = _game(game)
    number, seed = _number("number", number, 1, 48), _number("seed", seed, 0, 2**64 - 1)
    text("difficulty", difficulty)
    told = _ask("worksheet", seconds, cancel, game=of.text, difficulty=difficulty, number=number, seed=seed)
    with working("", None, None, None, seconds, False, cancel) as how:
        page = _lastbite.worksheet_page(of._native, difficulty, number, seed, how)
    keys = ("position", "picture", "solution", "plies")
    puzzles = tuple(SheetPuzzle(*(puzzle[key] for key in keys)) for puzzle in told["puzzles"])
    return Worksheet(told["title"], told["rule"], told["difficulty"], puzzles, told["seed"], told["command"], page)


class TraceStep(NamedTuple):
    """A step of a search."""

    event: Literal["enter", "back", "remember", "cut", "leave"]
    """What happens."""
    node: int
    """The place of the node in the tree where it happens."""
    cut: tuple[int, ...]
    """The places of what is left out, for ``cut``."""
    words: str
    """The same in words."""


@dataclass(frozen=True, slots=True, repr=False)
class Trace:
    """A search, step by step; in a notebook it is the picture of its tree."""

    position: Position
    """Where it began."""
    search: Search
    """Which search."""
    opening: str
    """What it does, in a sentence."""
    closing: str
    """What it found, in a sentence."""
    nodes: int
    """How many nodes it entered."""
    steps: tuple[TraceStep, ...]
    """Every step, in order."""
    svg: str
    """The tree, as SVG."""

    def to_pandas(self) -> pandas.DataFrame:
        """Makes a data frame of the steps, if pandas is installed."""
        import pandas

        return pandas.DataFrame(list(self.steps), columns=list(TraceStep._fields))

    def __str__(self) -> str:
        return "\n".join([self.opening, *(step.words for step in self.steps), self.closing])

    def __repr__(self) -> str:
        return f"<{self.search} on {self.position.game}: {self.nodes} nodes, {len(self.steps)} steps>"

    def _repr_svg_(self) -> str:
        return self.svg


def trace(
    what: str | Game | Position,
    position: str | None = None,
    *,
    search: Search = "minimax",
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Trace:
    """Follows a search step by step, on the tree that it walks.

    >>> import lastbite as lb
    >>> trace = lb.trace("2x2", search="alphabeta")
    >>> trace.nodes, trace.steps[0].event
    (10, 'enter')
    """
    here = _position(what, position)
    told = _ask("trace", seconds, cancel, game=here.game.text, position=here.text, search=text("search", search))
    steps = (
        TraceStep(step["event"], step["node"], tuple(step.get("cut", ())), step["words"]) for step in told["steps"]
    )
    return Trace(here, told["search"], told["opening"], told["closing"], told["nodes"], tuple(steps), told["picture"])
