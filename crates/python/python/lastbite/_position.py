"""Games and positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import Any, Literal, NamedTuple, SupportsIndex

import numpy
from numpy.typing import NDArray

from . import _lastbite
from ._effort import text, working

Outcome = Literal["win", "loss"]
"""Who wins, from the view of the player to move."""

Lengths = Sequence[SupportsIndex] | NDArray[Any]
"""The lengths of rows, or the sizes of heaps, as numbers."""


def written(position: str | Lengths) -> str:
    """Writes a position given as a text or as numbers, for example a line of an array."""
    if isinstance(position, str):
        return position
    wrong = f"a position is a text or numbers, as in '4,2,2' or [4, 2, 2], not {type(position).__name__}"
    if isinstance(position, bytes) or not isinstance(position, Sequence | numpy.ndarray):
        raise TypeError(wrong)
    lengths: Any = position
    try:
        return ",".join(str(index(length)) for length in lengths)
    except TypeError:
        raise TypeError(wrong) from None


class Kind(NamedTuple):
    """A kind of game: its name, its title, and examples of how it is written."""

    name: str
    title: str
    examples: tuple[str, ...]


def games() -> list[Kind]:
    """Lists every kind of game.

    >>> import lastbite as lb
    >>> lb.games()[0].examples[0]
    'chomp:8x10'
    """
    return [Kind(name, title, tuple(examples)) for name, title, examples in _lastbite.games()]


class Game:
    """The rules of one game, and its size. Made by :func:`game`.

    >>> import lastbite as lb
    >>> chomp = lb.game("chomp:3x4")
    >>> chomp.start
    Position('chomp:3x4', '4^3')
    >>> chomp.position("4,2,2").moves()
    ['1,2', '1,3', '1,4', '2,1', '2,2', '3,1', '3,2']
    >>> chomp == lb.game("3x4")
    True
    """

    __slots__ = ("_native",)
    _native: _lastbite.Standing

    def __init__(self, game: str) -> None:
        self._native = _lastbite.Standing(text("game", game))

    @property
    def text(self) -> str:
        """The game as it is written: ``chomp:3x4``."""
        return self._native.game()

    @property
    def kind(self) -> str:
        """The word that the texts of such games begin with: ``chomp``."""
        return self._native.kind()

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._native.title()

    @property
    def rule(self) -> str:
        """How it is played, in a few sentences."""
        return self._native.rule()

    @property
    def start(self) -> Position:
        """The position it begins with."""
        return Position._of(self._native)

    def position(self, position: str | Lengths) -> Position:
        """Returns a position of this game, written as a text, or as its lengths.

        >>> import lastbite as lb
        >>> lb.game("chomp:3x4").position([4, 2, 2])
        Position('chomp:3x4', '4,2,2')
        """
        return Position(self.text, position)

    def __add__(self, other: Game) -> Game:
        """Puts two games side by side: a move is a move in one of them.

        >>> import lastbite as lb
        >>> lb.game("3x4") + lb.game("nim:3,4")
        Game('chomp:3x4+nim:3,4')
        """
        return Game(f"{self.text}+{other.text}") if isinstance(other, Game) else NotImplemented

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Game({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash((Game, self._native))

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self.text,)

    def _repr_svg_(self) -> str | None:
        return self._native.svg()


class Position:
    """A position of a game; it never changes.

    >>> import lastbite as lb
    >>> position = lb.game("chomp:3x4").start.play("2,3")
    >>> position
    Position('chomp:3x4', '4,2,2')
    >>> print(position)
    P■■■
    ■■··
    ■■··
    >>> position.text, position.size, position.is_over
    ('4,2,2', 8, False)
    >>> position in {lb.position("3x4", "4,2^2")}
    True

    In a notebook a position shows itself as a picture.
    """

    __slots__ = ("_native",)
    _native: _lastbite.Standing

    def __init__(self, game: str, position: str | Lengths | None = None) -> None:
        here = None if position is None else written(position)
        self._native = _lastbite.Standing(text("game", game), here)

    @classmethod
    def _of(cls, native: _lastbite.Standing) -> Position:
        position = cls.__new__(cls)
        position._native = native
        return position

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        game = Game.__new__(Game)
        game._native = self._native.start()
        return game

    @property
    def text(self) -> str:
        """The position as it is written: ``4,2,2``."""
        return self._native.text()

    @property
    def numbers(self) -> tuple[int, ...] | None:
        """The numbers it is written with: lengths of rows, sizes of heaps, numbers that are left; None if there is more.

        >>> import lastbite as lb
        >>> lb.position("8x10", "10^3,8^2").numbers
        (10, 10, 10, 8, 8)
        >>> lb.position("fibonacci:20", "18/4").numbers is None
        True
        """
        if not re.fullmatch(r"\d+(\^\d+)?(,\d+(\^\d+)?)*", self.text):
            return None
        numbers: list[int] = []
        for part in self.text.split(","):
            number, _, times = part.partition("^")
            numbers += [int(number)] * int(times or 1)
        return tuple(numbers)

    @property
    def size(self) -> int:
        """How many pieces are left."""
        return self._native.size()

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self._native.final_outcome() is not None

    def moves(self) -> list[str]:
        """Lists the sensible moves, without those that lose at once.

        >>> import lastbite as lb
        >>> lb.position("nim:1,2").moves()
        ['1 from 1', '1 from 2', '2 from 2']
        """
        return self._native.moves()

    def blunders(self) -> list[str]:
        """Lists the moves that a person may make but that lose at once.

        >>> import lastbite as lb
        >>> lb.position("2x2").blunders()
        ['1,1']
        """
        return self._native.blunders()

    def play(self, move: str) -> Position:
        """Plays a move and returns the position that it leaves.

        >>> import lastbite as lb
        >>> lb.position("2x2").play("1,1")
        Traceback (most recent call last):
        ...
        lastbite.errors.IllegalMoveError: that loses at once
        """
        return Position._of(self._native.play(text("move", move)))

    def drawn(self, *, ascii: bool = False) -> str:
        """Draws it in characters, or writes it if it is too large for that."""
        drawn = self._native.drawn(bool(ascii))
        return self.text if drawn is None else drawn

    def svg(self, *, analysis: bool = False) -> str | None:
        """Draws it as SVG; None if it is too large.

        With ``analysis`` each piece says what taking it leads to: ``+5`` wins in five plies, ``−4`` loses in four.
        """
        if not analysis:
            return self._native.svg()
        with working("") as how:
            return _lastbite.draw_analysed(self._native, how)

    def show(self, *, analysis: bool = True) -> Picture:
        """Returns a picture for a notebook, with what each move leads to."""
        svg = self.svg(analysis=analysis)
        return Picture(svg if svg is not None else _words(self.text))

    def __str__(self) -> str:
        return self.drawn()

    def __repr__(self) -> str:
        return f"Position({self._native.game()!r}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]:
        return Position, (self._native.game(), self.text)

    def _repr_svg_(self) -> str | None:
        return self._native.svg()


class Picture:
    """A picture, which a notebook shows; :attr:`svg` is its text."""

    __slots__ = ("svg",)

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: str) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<a picture of {len(self.svg):,} characters>"


def _words(words: str) -> str:
    import html

    width = 8 * len(words) + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="24">'
        f'<text x="8" y="17" font-family="monospace">{html.escape(words)}</text></svg>'
    )


def game(text: str | Game | Position) -> Game:
    """Reads a game.

    >>> import lastbite as lb
    >>> lb.game("chomp:8x10@3,4").title
    'Chomp 8x10, poison on 3,4'
    >>> lb.game("kayles:8,9").kind
    'kayles'
    """
    if isinstance(text, Game):
        return text
    if isinstance(text, Position):
        return text.game
    return Game(text)


def position(game: str | Game | Position, position: str | Lengths | None = None) -> Position:
    """Returns a position of a game, its start if none is given; it may be numbers, such as a line of an array.

    What could be two things is refused, with what to type.

    >>> import lastbite as lb
    >>> lb.position("7,5,3")
    Position('chomp:3x7', '7,5,3')
    >>> lb.position("nim:3,4,5", "3,4,1")
    Position('nim:3,4,5', '3,4,1')
    >>> lb.position("3x4", lb.solve("3x4").lost()[1])
    Position('chomp:3x4', '2,1')
    """
    if isinstance(game, Position) and position is None:
        return game
    if isinstance(game, Position | Game):
        game = game.text if isinstance(game, Game) else game.game.text
    elif position is None:
        return Position._of(_lastbite.Standing.asked(text("game", game)))
    return Position(game, position)
