"""Positions judged, explained, searched and drawn as trees."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _lastbite
from ._effort import Cancel, Progress, number, text, working
from ._position import Game, Lengths, Outcome, Picture, Position, position as _position

if TYPE_CHECKING:
    import pandas

Search = Literal["minimax", "alphabeta", "negamax", "memo"]
"""One of the textbook searches."""


class Move(NamedTuple):
    """A move, judged."""

    move: str
    """The move, as in ``4,9`` or ``3 from 1``."""
    outcome: Outcome
    """What it leads to for the player who makes it."""
    distance: int | None
    """How many plies the game lasts with this move, itself included; None if that is out of reach."""
    reply: str | None
    """The reply that punishes the move, if it loses and there is one."""


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """A position with every move judged, best first.

    >>> import lastbite as lb
    >>> lb.analyze("2x2")
    <chomp:2x2 2,2: win in 3 plies, by 2,2>
    >>> print(lb.analyze("2x2"))
    chomp:2x2 2,2: win in 3 plies, by 2,2
    2,2  win   3
    2,1  loss  2  answered by 1,2
    1,2  loss  2  answered by 2,1
    """

    position: Position
    """What was judged."""
    outcome: Outcome
    """Who wins, from the view of the player to move."""
    distance: int | None
    """How many plies the game lasts when the winner hurries and the loser delays."""
    grundy: int | None
    """The Grundy value; None in misère play, and if it is out of reach."""
    value_without_blunders: int | None
    """In misère play, the Grundy value of the game in which nobody may make the move that loses at once."""
    moves: tuple[Move, ...]
    """Every move, best first."""
    line: tuple[str, ...]
    """How the game continues if both sides play the first of their moves."""
    unjudged: int
    """How many moves could not be judged."""
    nodes: int
    """How many positions were visited or looked up for all this."""

    @property
    def best(self) -> str | None:
        """The best move: one that wins, or else the one to play for time; None if the game is over."""
        return self.moves[0].move if self.moves else None

    @property
    def winning(self) -> list[str]:
        """Every move that wins."""
        return [judged.move for judged in self.moves if judged.outcome == "win"]

    def to_pandas(self) -> pandas.DataFrame:
        """Makes a data frame of the moves, if pandas is installed."""
        import pandas

        frame = pandas.DataFrame(list(self.moves), columns=list(Move._fields))
        return frame.astype({"distance": "Int64"})

    def _headline(self) -> str:
        plies = "" if self.distance is None else f" in {self.distance} plies"
        best = "" if self.best is None else f", by {self.best}"
        return f"{self.position.game} {self.position.text}: {self.outcome}{plies}{best}"

    def __str__(self) -> str:
        widest = max((len(judged.move) for judged in self.moves), default=0)
        lines = [self._headline()]
        for move, outcome, distance, reply in self.moves:
            plies = "" if distance is None else f"{distance}"
            answer = "" if reply is None else f"  answered by {reply}"
            lines.append(f"{move:<{widest}}  {outcome:<4}  {plies}{answer}".rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self._headline()}>"

    def _repr_svg_(self) -> str | None:
        return self.position.svg(analysis=True)


def analyze(
    what: str | Game | Position,
    position: str | Lengths | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Analysis:
    """Judges every move of a position.

    >>> import lastbite as lb
    >>> analysis = lb.analyze("chomp:2x3")
    >>> analysis.outcome, analysis.distance, analysis.grundy, analysis.best
    ('win', 5, 4, '2,3')
    >>> analysis.moves[1]
    Move(move='2,2', outcome='loss', distance=4, reply='1,3')
    >>> lb.analyze("nim:3,4,5", "1,4,5").outcome
    'loss'
    """
    here = _position(what, position)
    with working(f"judging {here.game}", threads, memory, nodes, seconds, progress, cancel) as how:
        outcome, distance, grundy, misere, moves, line, unjudged, visited = _lastbite.analyze(here._native, how)
    judged = tuple(map(Move._make, moves))
    return Analysis(here, outcome, distance, grundy, misere, judged, tuple(line), unjudged, visited)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a position is won or lost."""

    position: Position
    """What was explained."""
    outcome: Outcome
    """Who wins, from the view of the player to move."""
    best: str | None
    """The best move; None if the game is over, or which move wins is out of reach."""
    rule: str | None
    """The name of the rule that decides the position, or None."""
    sentences: tuple[str, ...]
    """Why, in sentences."""
    replies: tuple[tuple[str, str], ...]
    """Every reply of the loser, and the answer to it, if no rule says why."""
    figure: str | None
    """A figure that helps to see it, line by line; None if there is none."""

    @classmethod
    def _of(cls, told: dict[str, Any]) -> Explanation:
        return cls(
            _position(told["game"], told["position"]),
            told["outcome"],
            told["best"],
            told["rule"],
            tuple(told["sentences"]),
            tuple((reply["move"], reply["answer"]) for reply in told["replies"]),
            told["figure"],
        )

    def __str__(self) -> str:
        figure = [self.figure] if self.figure else []
        replies = ["\n".join(f"  {move}: {answer}" for move, answer in self.replies)] if self.replies else []
        return "\n\n".join([*self.sentences, *figure, *replies])

    def _repr_markdown_(self) -> str:
        figure = [f"```\n{self.figure}\n```"] if self.figure else []
        lines = [f"| {move} | {answer} |" for move, answer in self.replies]
        replies = ["\n".join(["| reply | answer |", "|---|---|", *lines])] if lines else []
        return "\n\n".join([*self.sentences, *figure, *replies])


def explain(
    what: str | Game | Position,
    position: str | Lengths | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Explanation:
    """Explains in words why a position is won or lost.

    >>> import lastbite as lb
    >>> lb.explain("chomp:4x7").rule
    'strategy stealing'
    >>> print(lb.explain("nim:3,5,6").sentences[0])
    The player to move will lose against good play. The rule: the exclusive or.
    """
    here = _position(what, position)
    with working(f"explaining {here.game}", threads, memory, nodes, seconds, progress, cancel) as how:
        told: dict[str, Any] = json.loads(_lastbite.explain(here._native, how))
    return Explanation._of(told)


class Searched(NamedTuple):
    """What a search found, and what it took."""

    outcome: Outcome
    """Who wins, from the view of the player to move."""
    best: str | None
    """A move that wins; None if none does."""
    action: str | None
    """The move that the pseudocode of the search returns."""
    nodes: int
    """How many nodes it visited."""
    stored: int
    """How many positions it kept in memory; only ``memo`` keeps any."""
    deepest: int
    """How many moves the deepest line had."""
    seconds: float
    """How long it took."""


def search(
    what: str | Game | Position,
    position: str | Lengths | None = None,
    *,
    algorithm: Search = "minimax",
    blunders: bool = False,
    memory: int | str | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Searched:
    """Runs one of the textbook searches and counts its nodes.

    With ``blunders`` it also tries the moves that lose at once, and counts them.

    >>> import lastbite as lb
    >>> for algorithm in lb.SEARCHES:
    ...     print(algorithm, lb.search("2x3", algorithm=algorithm).nodes)
    minimax 58
    alphabeta 46
    negamax 46
    memo 9
    """
    here = _position(what, position)
    with working(f"searching {here.game}", None, memory, nodes, seconds, progress, cancel) as how:
        return Searched._make(_lastbite.search(here._native, text("algorithm", algorithm), bool(blunders), how))


SEARCHES: tuple[Search, ...] = ("minimax", "alphabeta", "negamax", "memo")
"""The textbook searches, the slowest first."""


class Tree(Picture):
    """A game tree as a picture."""

    __slots__ = ("dot", "nodes", "text", "title")

    def __init__(self, title: str, nodes: int, svg: str, dot: str, text: str) -> None:
        super().__init__(svg)
        self.title = title
        """The sentence above the tree."""
        self.nodes = nodes
        """How many nodes it shows."""
        self.dot = dot
        """The tree for Graphviz."""
        self.text = text
        """The tree in characters."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.title}>"


def tree(
    what: str | Game | Position,
    position: str | Lengths | None = None,
    *,
    search: Search | None = None,
    once: bool = False,
    most: int = 400,
    seconds: float | None = None,
) -> Tree:
    """Draws the game tree: boards at the nodes, MAX and MIN, values backed up, best play by both.

    ``search`` numbers the nodes as that search visits them. ``once`` draws every position once.

    >>> import lastbite as lb
    >>> lb.tree("2x2")
    <chomp:2x2: 10 nodes, MAX wins, first by 2,2>
    >>> lb.tree("2x3", once=True).nodes
    9
    """
    here = _position(what, position)
    most = number("most", most, 1, 4000)
    if search is not None:
        text("search", search)
    with working("", None, None, None, seconds) as how:
        return Tree(*_lastbite.tree(here._native, search, bool(once), most, how))
