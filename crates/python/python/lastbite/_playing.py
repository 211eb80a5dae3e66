"""Games that are played: sessions against the computer, bots, matches and tournaments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _lastbite
from ._effort import UNLIMITED, Cancel, number, text, working
from ._position import Game, Position, position as _position
from ._study import Review, review
from .errors import ArgumentError

if TYPE_CHECKING:
    import pandas

Level = Literal["easy", "medium", "strong", "perfect"]
"""How well the computer plays."""

Engine = Literal["auto", "minimax", "alphabeta", "negamax", "memo", "sieve"]
"""How the computer thinks."""

Bot = Callable[[Position], str]
"""A player: takes a position and returns a move."""


class Computer:
    """The computer as a bot. Made by :func:`bot`."""

    __slots__ = ("_native", "engine", "level", "nodes", "seed", "why")

    def __init__(self, level: Level = "perfect", *, engine: Engine = "auto", seed: int = 1) -> None:
        self.level: Level = level
        """How well it plays."""
        self.engine: Engine = engine
        """How it thinks."""
        self.seed = number("seed", seed, 0, 2**64 - 1)
        """The seed of its mistakes."""
        self.nodes = 0
        """How many nodes it visited for its last move."""
        self.why = ""
        """Why it played its last move: ``wins``, ``holds out``, ``slips`` or ``guesses``."""
        self._native = _lastbite.Computer(text("level", level), text("engine", engine), self.seed)

    def __call__(self, position: Position) -> str:
        if not isinstance(position, Position):
            raise TypeError(f"a bot takes a position, not {type(position).__name__}")
        move, self.why, self.nodes = self._native.reply(position._native, UNLIMITED)
        return move

    def __reduce__(self) -> tuple[Callable[[Level, Engine, int], Computer], tuple[Level, Engine, int]]:
        return _made_again, (self.level, self.engine, self.seed)

    def __repr__(self) -> str:
        return f"bot({self.level!r}, engine={self.engine!r}, seed={self.seed})"


def bot(level: Level = "perfect", *, engine: Engine = "auto", seed: int = 1) -> Computer:
    """Makes a bot of the computer: something that takes a position and returns a move.

    >>> import lastbite as lb
    >>> hal = lb.bot("perfect")
    >>> hal(lb.position("4x7")), hal.why
    ('3,4', 'wins')
    """
    return Computer(level, engine=engine, seed=seed)


def _made_again(level: Level, engine: Engine, seed: int) -> Computer:
    """Makes a bot of what was pickled: its dice begin again."""
    return Computer(level, engine=engine, seed=seed)


class Session:
    """A game against the computer, or between two people.

    Each side is ``"human"``, or the level of the computer.

    >>> import lastbite as lb
    >>> session = lb.Session("3x4", second="perfect")
    >>> session.play("2,3")
    ['2,3', '3,2']
    >>> session.position
    Position('chomp:3x4', '4,2,1')
    >>> session.hint().sentences[0]
    'There is a winning move.'
    >>> session.undo()
    >>> session.moves, session.is_over
    ([], False)
    """

    __slots__ = ("_native",)
    _native: _lastbite.Session

    def __init__(
        self,
        start: str | Game | Position,
        first: Literal["human"] | Level = "human",
        second: Literal["human"] | Level = "perfect",
        *,
        names: tuple[str, str] | None = None,
        engine: Engine = "auto",
        seed: int = 1,
    ) -> None:
        here = _position(start)
        sides = [None if side == "human" else text("a player", side) for side in (first, second)]
        called = names if names is not None else ("", "")
        if not isinstance(called, tuple) or len(called) != 2:
            raise TypeError("names takes two texts, the first player's first")
        players = [(text("a name", name), side) for name, side in zip(called, sides, strict=True)]
        dice = number("seed", seed, 0, 2**64 - 1)
        self._native = _lastbite.Session(here._native, players[0], players[1], text("engine", engine), dice)
        self._think()

    @classmethod
    def from_record(cls, record: str) -> Session:
        """Continues a game that was recorded by :meth:`record` or by the program."""
        session = cls.__new__(cls)
        session._native = _lastbite.Session.from_record(text("record", record))
        session._think()
        return session

    @property
    def position(self) -> Position:
        """The position now."""
        return Position._of(self._native.standing())

    @property
    def start(self) -> Position:
        """The position it began with."""
        return Position._of(self._native.start())

    @property
    def moves(self) -> list[str]:
        """The moves that were made."""
        return self._native.moves()

    @property
    def players(self) -> list[str]:
        """The names of both players, the first to move first."""
        return [name for name, _ in self._native.players()]

    @property
    def to_move(self) -> int:
        """Who is to move: 1 moved first, 2 second."""
        return self._native.to_move()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._native.verdict() is not None

    @property
    def winner(self) -> int | None:
        """Who won: 1 moved first, 2 second; None while the game continues."""
        verdict = self._native.verdict()
        return None if verdict is None else verdict[0]

    @property
    def ending(self) -> str | None:
        """How it ended: ``no move left``, ``blunder`` or ``resigned``."""
        verdict = self._native.verdict()
        return None if verdict is None else verdict[1]

    def play(self, move: str) -> list[str]:
        """Plays a move for the person to move; returns it, and the computer's answer."""
        before = len(self.moves)
        self._native.play(text("move", move))
        self._think()
        return self.moves[before:]

    def undo(self) -> None:
        """Goes back to the last choice that a person had."""
        self._act("undo")

    def redo(self) -> None:
        """Goes forward to the next choice that a person had."""
        self._act("redo")

    def resign(self) -> None:
        """Resigns for the side to move."""
        self._act("resign")

    def again(self) -> None:
        """Begins the same game again."""
        self._act("new")

    def hint(self, *, seconds: float | None = None) -> Hint:
        """Helps the player to move."""
        with working("", seconds=seconds) as how:
            sentences, move = self._native.hint(how)
        return Hint(tuple(sentences), move)

    def review(self, *, seconds: float | None = None) -> Review:
        """Looks back at the game: where a win was given away, and what would have kept it."""
        return review(self, seconds=seconds)

    def record(self) -> str:
        """Records the game as the program does: a JSON text."""
        return self._native.record()

    def _act(self, line: str) -> None:
        self._native.act(line)
        self._think()

    def _think(self) -> list[dict[str, Any]]:
        return [json.loads(event) for event in self._native.think(UNLIMITED)]

    def __reduce__(self) -> tuple[Callable[[str], Session], tuple[str]]:
        return Session.from_record, (self.record(),)

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        many = len(self.moves)
        return f"<{self.start.game}: {' against '.join(self.players)}, {many} move{'' if many == 1 else 's'}>"

    def _repr_svg_(self) -> str | None:
        return self.position._repr_svg_()


class Hint(NamedTuple):
    """Help for the player to move."""

    sentences: tuple[str, ...]
    """Each gives more away than the one before."""
    move: str | None
    """The move that the last sentence names."""

    def __str__(self) -> str:
        return "\n".join(self.sentences)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that two bots played."""

    game: str
    """The game."""
    first: str
    """Who moved first."""
    second: str
    """Who moved second."""
    winner: str
    """Who won."""
    loser: str
    """Who lost."""
    moves: tuple[str, ...]
    """The moves that were made."""
    ending: str
    """How it ended: ``no move left``, ``blunder``, or why the loser forfeited."""
    forfeited: bool
    """Whether the loser broke the rules or failed."""


def play(
    first: Bot,
    second: Bot,
    start: str | Game | Position,
    *,
    names: tuple[str, str] = ("first", "second"),
) -> Played:
    """Lets two bots play; a bot that fails, or makes an invalid move, loses.

    >>> import lastbite as lb
    >>> greedy = lambda position: position.moves()[0]
    >>> game = lb.play(greedy, lb.bot("perfect"), "2x3", names=("greedy", "HAL"))
    >>> game.winner, game.moves, game.ending
    ('HAL', ('1,2', '2,1'), 'no move left')
    """
    here = _position(start)
    played = _lastbite.Match(here._native)
    bots, forfeit = (first, second), None
    for bot in bots:
        if not callable(bot):
            raise TypeError("a bot is something that can be called with a position")
    while (verdict := played.verdict()) is None:
        side = played.to_move()
        try:
            move = bots[side - 1](Position._of(played.standing()))
            if not isinstance(move, str):
                raise TypeError(f"a move is a text, not {type(move).__name__}")
            played.play(move)
        except Exception as error:
            forfeit = (3 - side, f"{type(error).__name__}: {error}")
            break
    if verdict is not None:
        winner, ending = verdict
    else:
        assert forfeit is not None
        winner, ending = forfeit
    return Played(
        here.game.text,
        *names,
        names[winner - 1],
        names[2 - winner],
        tuple(played.moves()),
        ending,
        forfeit is not None,
    )


class Standing(NamedTuple):
    """How a player did in a tournament."""

    name: str
    """Who."""
    rating: int
    """The Elo rating: a player with 400 points more wins ten games of eleven."""
    games: int
    """How many games were played."""
    won: int
    """How many of them were won."""
    lost: int
    """How many were lost."""
    forfeited: int
    """How many of those because the bot failed."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament: how well everyone did, and every game."""

    standings: tuple[Standing, ...]
    """The players, the strongest first."""
    played: tuple[Played, ...]
    """Every game."""

    def to_pandas(self) -> pandas.DataFrame:
        """Makes a data frame of the standings, if pandas is installed."""
        import pandas

        return pandas.DataFrame(list(self.standings), columns=list(Standing._fields))

    def __str__(self) -> str:
        widest = max((len(standing.name) for standing in self.standings), default=6)
        lines = [f"{'player':<{widest}}  games   won  lost  rating"]
        lines += [
            f"{name:<{widest}}  {games:>5} {won:>5} {lost:>5}  {rating:>6}"
            for name, rating, games, won, lost, _ in self.standings
        ]
        return "\n".join(lines)


def tournament(
    bots: Mapping[str, Bot],
    games: str | Game | Position | Iterable[str | Game | Position],
    *,
    rounds: int = 1,
    progress: bool = False,
    cancel: Cancel | None = None,
) -> Tournament:
    """Lets every pair of bots play each game from either side, and rates them.

    >>> import lastbite as lb
    >>> bots = {"HAL": lb.bot("perfect"), "greedy": lambda position: position.moves()[0]}
    >>> table = lb.tournament(bots, ["2x3", "nim:3,4,5"])
    >>> [(player.name, player.won) for player in table.standings]
    [('HAL', 4), ('greedy', 0)]
    """
    if not isinstance(bots, Mapping):
        raise TypeError("bots takes a dict from names to bots")
    if len(bots) < 2:
        raise ArgumentError("a tournament takes two bots or more, as in {'mine': mine, 'HAL': lb.bot()}")
    rounds = number("rounds", rounds, 1, 1_000_000)
    starts = [games] if isinstance(games, str | Game | Position) else list(games)
    positions = [_position(start) for start in starts]
    names = list(bots)
    pairs = [(first, second) for first in names for second in names if first != second]
    played: list[Played] = []
    with working("playing", progress=progress, cancel=cancel) as how:
        show, many = how[4], rounds * len(positions) * len(pairs)
        for _ in range(rounds):
            for start in positions:
                for first, second in pairs:
                    played.append(play(bots[first], bots[second], start, names=(first, second)))
                    if show is not None:
                        show(len(played) / many, 0)
    index = {name: number for number, name in enumerate(names)}
    results = [(index[game.winner], index[game.loser]) for game in played]
    ratings = _lastbite.ratings(len(names), results)
    standings = [
        Standing(
            name,
            round(ratings[index[name]]),
            sum(name in (game.first, game.second) for game in played),
            sum(name == game.winner for game in played),
            sum(name == game.loser for game in played),
            sum(name == game.loser and game.forfeited for game in played),
        )
        for name in names
    ]
    standings.sort(key=lambda standing: (-standing.rating, standing.name))
    return Tournament(tuple(standings), tuple(played))
