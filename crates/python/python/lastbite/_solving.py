"""Games solved whole, families of games, tables and samples."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, overload

import numpy
from numpy.typing import NDArray

from . import _lastbite
from ._effort import Cancel, Progress, number, text, working
from ._position import Game, Lengths, Position, game as _game, position as _position, written
from .errors import ArgumentError, PositionError

if TYPE_CHECKING:
    import pandas

Method = Literal["formula", "three-rows", "few-rows", "sieve"]
"""A way to solve a bar."""

Place = Literal["processor", "card", "auto"]
"""Where a bar is solved: on the processor, on NVIDIA's graphics card, or there if it is worth it."""

Keep = Literal["openings", "everything"]
"""What is kept of a bar that is too large to keep everything without being asked."""

Feature = Literal["area", "rows", "cols", "distance", "grundy", "lost"]
"""What positions of a bar can have in common."""

Path = str | os.PathLike[str]


class Solved:
    """A game that was solved. Made by :func:`solve`."""

    __slots__ = ("_native",)
    _native: _lastbite.Solved

    def __init__(self, native: _lastbite.Solved) -> None:
        if not isinstance(native, _lastbite.Solved):
            raise TypeError("solve a game with lastbite.solve")
        self._native = native

    @property
    def game(self) -> Game:
        """The game."""
        return Game(self._native.game())

    @property
    def method(self) -> str:
        """How it was solved."""
        return self._native.method()

    @property
    def positions(self) -> int | None:
        """How many positions the game has; None if that was not counted."""
        return self._native.positions()

    @property
    def count(self) -> int | None:
        """How many of them are lost; None if the game was not solved whole."""
        return self._native.count()

    @property
    def openings(self) -> list[str]:
        """The first moves that win."""
        return self._native.openings()

    @property
    def columns(self) -> list[str]:
        """What the columns of :meth:`lost` are: the rows of a bar, the elements of an order."""
        return self._native.columns()

    def inside(self, bar: str | Game) -> Inside:
        """Returns what is known about a smaller bar inside this one.

        >>> import lastbite as lb
        >>> lb.solve("8x10").inside("4x7")
        Inside(openings=['3,4'], lost=30)
        """
        return Inside._make(self._native.inside(_game(bar).text))

    def is_lost(
        self,
        position: str | Lengths | Position,
        *,
        memory: int | str | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> bool:
        """Says whether the player to move loses a position.

        >>> import lastbite as lb
        >>> solved = lb.solve("8x10")
        >>> solved.is_lost("3,1,1"), solved.is_lost([3, 1, 1]), solved.is_lost(solved.lost()[-1])
        (True, True, True)
        """
        with working("", None, memory, nodes, seconds) as how:
            return self._native.is_lost(_written(position, self._native.game()), how)

    def winning(
        self,
        position: str | Lengths | Position,
        *,
        memory: int | str | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> list[str]:
        """Lists the moves that win a position; none if it is lost.

        >>> import lastbite as lb
        >>> lb.solve("8x10").winning("7,5,3")
        ['1,6', '2,5', '3,3']
        """
        with working("", None, memory, nodes, seconds) as how:
            return self._native.winning(_written(position, self._native.game()), how)

    def lost(
        self,
        *,
        threads: int | None = None,
        memory: int | str | None = None,
        progress: Progress = False,
        cancel: Cancel | None = None,
    ) -> NDArray[Any]:
        """Lists every lost position as an array: a line for each, a column for each row of the bar.

        The cells are the lengths of the rows, as ``uint16``, or ``uint32`` if a row is longer than 65,535. For an
        order, a cell says whether an element is left.

        >>> import lastbite as lb
        >>> lb.solve("2x3").lost()
        array([[1, 0],
               [2, 1],
               [3, 2]], dtype=uint16)
        """
        with working(f"listing {self._native.game()}", threads, memory, progress=progress, cancel=cancel) as how:
            return self._native.lost(how)

    def save(
        self,
        path: Path,
        *,
        replace: bool = False,
        threads: int | None = None,
        progress: Progress = False,
        cancel: Cancel | None = None,
    ) -> Table:
        """Writes the lost positions of a bar to a file and returns it; keeps an existing file unless ``replace`` is set."""
        with working("writing", threads, progress=progress, cancel=cancel) as how:
            return Table._of(self._native.save(os.fspath(path), bool(replace), how))

    def __repr__(self) -> str:
        lost = "" if self.count is None else f", {self.count:,} lost positions"
        return f"<{self._native.game()}, solved by {self.method}{lost}>"


class Inside(NamedTuple):
    """What is known about a bar inside another."""

    openings: list[str]
    """The first bites that win."""
    lost: int
    """How many positions are lost."""


def _written(position: str | Lengths | Position, game: str) -> str:
    """Writes a position, which must be one of this game."""
    if not isinstance(position, Position):
        return written(position)
    other = position.game.text
    if other != game and not (_is_whole_bar(other) and _is_whole_bar(game)):
        raise PositionError(f"{position.text} is a position of {other}, not of {game}")
    return Position(game, position.text).text


def _is_whole_bar(game: str) -> bool:
    """Says whether a game is a bar with the poison on its first square, so that its positions are those of others too."""
    return re.fullmatch(r"chomp:\d+x\d+", game) is not None


def solve(
    what: str | Game | Position,
    *,
    method: Method | None = None,
    keep: Keep = "openings",
    on: Place = "processor",
    threads: int | None = None,
    memory: int | str | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Solved:
    """Solves a game: a bar or an order whole, any other game, and a position, as far as the first moves.

    Every position is kept, but of bars with more than eight billion positions only the openings and counts are,
    which takes a fraction of the memory; ``keep="everything"`` keeps all of theirs too. ``on="card"`` solves a bar on
    the graphics card.

    >>> import lastbite as lb
    >>> solved = lb.solve("8x10")
    >>> solved
    <chomp:8x10, solved by sieve, 1,000 lost positions>
    >>> solved.openings, solved.count, solved.positions
    (['4,9', '5,6'], 1000, 43757)
    >>> lb.solve("chomp:4x4x5").openings
    ['3,3,4']
    >>> lb.solve("nim:3,4,5").openings
    ['2 from 1']
    >>> lb.solve("7,5,3").openings
    ['1,6', '2,5', '3,3']
    """
    here = _position(what)
    if method is not None:
        text("method", method)
    with working(f"solving {here.game}", threads, memory, nodes, seconds, progress, cancel) as how:
        return Solved(_lastbite.solve(here._native, method, text("keep", keep), text("on", on), how))


class Opening(NamedTuple):
    """A game of a family, and the first moves that win it."""

    game: str
    """The game, as in ``chomp:8x10``."""
    sizes: tuple[int, ...]
    """Its sizes: rows and columns of a bar, the sides of a box, or a number."""
    winning: tuple[str, ...]
    """The first moves that win."""


def _range(name: str, value: str | int | range) -> str:
    if isinstance(value, range):
        if value.step != 1 or not len(value):
            raise ArgumentError(f"{name} takes a range of neighbours, as in range(2, 11)")
        return f"{value[0]}..{value[-1]}"
    if isinstance(value, str):
        return value
    return str(number(name, value, 1, 2**32 - 1))


def openings(
    rows: str | int | range,
    cols: str | int | range | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> list[Opening]:
    """Lists the winning first moves of many games, from one solve.

    >>> import lastbite as lb
    >>> [opening.game for opening in lb.openings("2..14", "2..20") if len(opening.winning) > 1][:2]
    ['chomp:6x13', 'chomp:8x10']
    >>> lb.openings("2x3", "4..5")
    [Opening(game='chomp:2x3x4', sizes=(2, 3, 4), winning=('1,2,2',)),
     Opening(game='chomp:2x3x5', sizes=(2, 3, 5), winning=('2,1,3', '2,2,1'))]
    >>> lb.openings("divisors:36")[0].winning
    ('6',)
    """
    beginning, columns = _range("rows", rows), None if cols is None else _range("cols", cols)
    with working("solving", threads, memory, None, seconds, progress, cancel) as how:
        found = _lastbite.openings(beginning, columns, how)
    return [Opening(game, tuple(sizes), tuple(winning)) for game, sizes, winning in found]


@overload
def grundy(
    what: str | Game | Position,
    *,
    threads: int | None = ...,
    memory: int | str | None = ...,
    seconds: float | None = ...,
    progress: Progress = ...,
    cancel: Cancel | None = ...,
) -> int: ...


@overload
def grundy(
    what: str | int | range,
    cols: str | int | range,
    *,
    threads: int | None = ...,
    memory: int | str | None = ...,
    seconds: float | None = ...,
    progress: Progress = ...,
    cancel: Cancel | None = ...,
) -> NDArray[numpy.uint32]: ...


def grundy(
    what: str | int | range | Game | Position,
    cols: str | int | range | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> int | NDArray[numpy.uint32]:
    """Returns the Grundy value of a position, or an array of values for bars in a range.

    >>> import lastbite as lb
    >>> lb.grundy("kayles:8,9"), lb.grundy(lb.position("3x4", "4,2,2"))
    (5, 0)
    >>> lb.grundy("1..3", "1..5")
    array([[ 0,  1,  2,  3,  4],
           [ 1,  2,  4,  5,  7],
           [ 2,  4,  5,  9, 11]], dtype=uint32)
    """
    if cols is not None:
        if isinstance(what, Game | Position):
            raise TypeError("cols goes with the rows of bars, as in grundy('1..3', '1..5')")
        return grundy_table(
            what, cols, threads=threads, memory=memory, seconds=seconds, progress=progress, cancel=cancel
        )
    if isinstance(what, int | range):
        raise TypeError("give the columns as well, as in grundy('1..3', '1..5')")
    here = _position(what)
    with working(f"valuing {here.game}", threads, memory, None, seconds, progress, cancel) as how:
        return _lastbite.grundy(here._native, how)


def grundy_table(
    rows: str | int | range,
    cols: str | int | range | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> NDArray[numpy.uint32]:
    """Returns the Grundy values of many games at once.

    >>> import lastbite as lb
    >>> lb.grundy_table("2x2", "1..4")
    array([2, 3, 5, 6], dtype=uint32)
    >>> lb.grundy_table("divisors:34..36")
    array([2, 2, 5], dtype=uint32)
    """
    beginning, columns = _range("rows", rows), None if cols is None else _range("cols", cols)
    with working("valuing", threads, memory, None, seconds, progress, cancel) as how:
        return _lastbite.grundy_values(beginning, columns, how)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sample:
    """Random positions of a bar, and what is known about them."""

    game: Game
    """The bar."""
    rows: NDArray[numpy.uint32]
    """The row lengths: a line for each position, a column for each row."""
    lost: NDArray[numpy.bool_]
    """Whether each is lost for the player to move."""
    distance: NDArray[numpy.uint32] | None
    """In how many plies each ends; None if the bar is too large for that."""
    grundy: NDArray[numpy.uint32] | None
    """The Grundy value of each; None if the bar is too large for that."""

    def __len__(self) -> int:
        return len(self.lost)

    def __repr__(self) -> str:
        return f"<{len(self):,} random positions of {self.game}, {int(self.lost.sum()):,} of them lost>"

    def to_pandas(self) -> pandas.DataFrame:
        """Makes a data frame, if pandas is installed."""
        import pandas

        frame = pandas.DataFrame(self.rows, columns=[f"row_{row + 1}" for row in range(self.rows.shape[1])])
        frame["lost"] = self.lost
        if self.distance is not None:
            frame["distance"] = self.distance
        if self.grundy is not None:
            frame["grundy"] = self.grundy
        return frame


def sample(
    bar: str | Game,
    n: int = 10,
    *,
    seed: int = 1,
    thorough: bool = False,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Sample:
    """Draws positions of a bar, each as likely as any other; the same seed draws the same positions everywhere.

    >>> import lastbite as lb
    >>> drawn = lb.sample("8x10", 2, seed=1)
    >>> drawn.rows
    array([[10,  5,  4,  4,  2,  2,  2,  0],
           [10,  9,  8,  5,  4,  3,  1,  1]], dtype=uint32)
    >>> drawn.distance.tolist(), drawn.grundy.tolist(), drawn.lost.tolist()
    ([15, 19], [1, 25], [False, False])
    """
    game = _game(bar)
    many, seed = number("n", n, 1, 2**40), number("seed", seed, 0, 2**64 - 1)
    with working(f"solving {game}", threads, memory, None, seconds, progress, cancel) as how:
        return Sample(game, *_lastbite.sample(game.text, many, seed, bool(thorough), how))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Values:
    """Every position of a bar, in lexicographic order, with its distance and its Grundy value. Made by :func:`values`."""

    game: Game
    """The bar."""
    rows: NDArray[numpy.uint16]
    """The row lengths: a line for each position, a column for each row."""
    distance: NDArray[numpy.uint16]
    """In how many plies each ends, when the winner hurries and the loser delays; even if it is lost."""
    grundy: NDArray[numpy.uint16]
    """The Grundy value of each, when nobody may eat the poison."""

    def __len__(self) -> int:
        return len(self.grundy)

    def __repr__(self) -> str:
        return f"<all {len(self):,} positions of {self.game}, with their distances and Grundy values>"

    def positions(self, *, grundy: int | None = None, distance: int | None = None) -> NDArray[numpy.uint16]:
        """Lists the row lengths of the positions with this Grundy value, this distance, or both.

        >>> import lastbite as lb
        >>> lb.values("4x4").positions(grundy=9)
        array([[3, 3, 3, 3],
               [4, 4, 4, 0]], dtype=uint16)
        """
        asked = numpy.ones(len(self), dtype=bool)
        if grundy is not None:
            asked &= self.grundy == grundy
        if distance is not None:
            asked &= self.distance == distance
        return self.rows[asked]

    def count(self, *by: Feature) -> dict[tuple[int, ...], int]:
        """Counts the positions by what they have in common; several features make a table.

        >>> import lastbite as lb
        >>> values = lb.values("3x3")
        >>> values.count("grundy")
        {(0,): 5, (1,): 4, (2,): 3, (3,): 4, (4,): 2, (5,): 1}
        >>> values.count("area", "distance")[3, 2]
        1
        """
        features: dict[str, NDArray[Any]] = {
            "area": self.rows.sum(axis=1, dtype=numpy.uint32),
            "rows": numpy.count_nonzero(self.rows, axis=1),
            "cols": self.rows[:, 0],
            "distance": self.distance,
            "grundy": self.grundy,
            "lost": self.distance % 2 == 0,
        }
        if not by or any(not isinstance(feature, str) or feature not in features for feature in by):
            raise ArgumentError("positions are counted by some of " + ", ".join(features))
        table = numpy.stack([features[feature] for feature in by], axis=1)
        keys, counts = numpy.unique(table, axis=0, return_counts=True)
        return {tuple(key): many for key, many in zip(keys.tolist(), counts.tolist(), strict=True)}

    def to_pandas(self) -> pandas.DataFrame:
        """Makes a data frame, if pandas is installed."""
        import pandas

        frame = pandas.DataFrame(self.rows, columns=[f"row_{row + 1}" for row in range(self.rows.shape[1])])
        return frame.assign(distance=self.distance, grundy=self.grundy)


def values(
    bar: str | Game,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Values:
    """Finds the distance and the Grundy value of every position of a bar.

    >>> import lastbite as lb
    >>> all = lb.values("8x8")
    >>> len(all), all.rows[-1].tolist(), int(all.grundy[-1]), int(all.distance[-1])
    (12869, [8, 8, 8, 8, 8, 8, 8, 8], 13, 15)
    """
    game = _game(bar)
    with working(f"valuing {game}", threads, memory, None, seconds, progress, cancel) as how:
        return Values(game, *_lastbite.values(game.text, how))


def count_by_area(
    most: SupportsIndex,
    by: Literal["winning bites", "grundy", "distance"] | None = None,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> NDArray[numpy.uint64]:
    """Counts all positions of up to this many squares, whatever their rows and columns.

    Without ``by`` these are the lost positions, one number for each area from 0 on. With it all positions are counted:
    a line for each area, a column for each number of winning bites, Grundy value or distance.

    >>> import lastbite as lb
    >>> lb.count_by_area(9)
    array([0, 1, 0, 1, 0, 3, 0, 3, 2, 5], dtype=uint64)
    >>> lb.count_by_area(30, "winning bites")[30]
    array([ 220, 3082, 1626,  596,   74,    6], dtype=uint64)
    """
    squares = number("most", most, 0, 2**32 - 1)
    if by is not None:
        text("by", by)
    with working(f"counting to {squares} squares", threads, memory, None, seconds, progress, cancel) as how:
        counts = _lastbite.count_by_area(squares, by, how)
    return counts if by is not None else counts[:, 0]


class Proof(NamedTuple):
    """A proof that a table is right, made by following bites backwards, not by the solver that made it."""

    lost: int
    """How many positions are lost: none can be bitten to another of them."""
    won: int
    """How many are won: each can be bitten to a lost one."""
    bites: int
    """How many bites were followed."""


class Table:
    """The lost positions of a bar in a file.

    >>> import lastbite as lb, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = lb.solve("8x10").save(os.path.join(folder, "8x10.table"))
    ...     table.is_lost("3,1,1"), table.winning("7,5,3"), table.verify().lost, table.count
    (True, ['1,6', '2,5', '3,3'], 1000, 1000)
    """

    __slots__ = ("_native",)
    _native: _lastbite.Table

    def __init__(self, path: Path) -> None:
        self._native = _lastbite.Table(os.fspath(path))

    @classmethod
    def _of(cls, native: _lastbite.Table) -> Table:
        table = cls.__new__(cls)
        table._native = native
        return table

    @property
    def path(self) -> str:
        """Where the file is."""
        return os.fspath(self._native.path())

    @property
    def game(self) -> Game:
        """The bar whose lost positions these are."""
        return Game(self._native.game())

    @property
    def kept(self) -> Game:
        """The bar that the file keeps: half of a square, because the rest follows by symmetry."""
        return Game(self._native.header()[0])

    @property
    def count(self) -> int:
        """How many lost positions the file keeps."""
        return self._native.header()[2]

    @property
    def bytes(self) -> int:
        """How long the file is."""
        return self._native.header()[3]

    def is_lost(self, position: str | Lengths | Position) -> bool:
        """Says whether the player to move loses a position."""
        return self._native.is_lost(_written(position, self._native.game()))

    def winning(self, position: str | Lengths | Position) -> list[str]:
        """Lists the moves that win a position."""
        return self._native.winning(_written(position, self._native.game()))

    def lost(
        self, *, memory: int | str | None = None, progress: Progress = False, cancel: Cancel | None = None
    ) -> NDArray[Any]:
        """Lists every lost position of the bar as an array, as :meth:`Solved.lost` does."""
        with working("reading", None, memory, progress=progress, cancel=cancel) as how:
            return self._native.lost(how)

    def verify(
        self,
        *,
        threads: int | None = None,
        memory: int | str | None = None,
        progress: Progress = False,
        cancel: Cancel | None = None,
    ) -> Proof:
        """Proves the file, or says what is wrong with it."""
        with working("proving", threads, memory, progress=progress, cancel=cancel) as how:
            return Proof._make(self._native.verify(how))

    def __reduce__(self) -> tuple[type[Table], tuple[str]]:
        return Table, (self.path,)

    def __repr__(self) -> str:
        return f"Table({self.path!r})"


class Period(NamedTuple):
    """How the Grundy values of heaps repeat."""

    known: Literal["proved", "seen", "none seen"]
    """Whether a period is proved, only seen, or not even that."""
    period: int | None
    """How long it is."""
    beginning: int | None
    """The heap after which it begins."""
    needed: int | None
    """How far the values must be known for the proof."""
    computed: int
    """How far they were computed."""
    largest: int
    """The largest of them."""
    method: str
    """How they were computed."""


class Column(NamedTuple):
    """What becomes of a third row r in bars of three rows: all lost positions p, q, r."""

    column: int
    """The third row r."""
    fate: Literal["dies", "repeats", "open"]
    """Whether q, q, r is lost for some q, or p - q repeats forever, or this bar is too short to know."""
    q: int | None
    """The second row where that begins."""
    pattern: tuple[int, ...]
    """The p - q that repeat."""


@dataclass(frozen=True, slots=True, repr=False)
class ThreeRows:
    """The columns of three rows, and how many met which fate."""

    settled: int
    """All columns below this one died, or repeat."""
    dead: int
    """How many died."""
    open: int
    """How many are open."""
    periods: tuple[tuple[int, int, int], ...]
    """Each period, how many columns have it, and the first of them."""
    columns: tuple[Column, ...]
    """The columns, up to the last whose fate is known."""

    def __repr__(self) -> str:
        return f"<{self.settled} columns are settled; of all columns {self.dead} died and {self.open} are open>"


class ColumnFate(NamedTuple):
    """What becomes of a column of four rows or more: of the lost positions with the same rows from the third on."""

    fate: Literal["never", "dies", "repeats"]
    """Whether it never begins, dies at a b with b, b and the column lost, or a - b repeats forever."""
    b: int
    """The second row where that begins; for a column that never begins, the shorter row that is the reason."""
    pattern: tuple[int, ...]
    """The a - b that repeat."""


@dataclass(frozen=True, slots=True, repr=False)
class Fates:
    """The columns of four rows or more, and how many met which fate."""

    rows: int
    """The rows of the bar."""
    cols: int
    """Its columns."""
    third: int
    """The longest third row whose columns were followed."""
    settled: int
    """All columns with a third row below this one have a known fate."""
    never: int
    """How many columns never begin."""
    dead: int
    """How many died."""
    open: int
    """How many are open."""
    periods: tuple[tuple[int, int, tuple[int, ...]], ...]
    """Each period, how many columns have it, and the first of them."""
    columns: dict[tuple[int, ...], ColumnFate]
    """The columns whose fate is known."""

    def __repr__(self) -> str:
        return (
            f"<{self.rows}x{self.cols}: third rows below {self.settled} are settled; "
            f"{len(self.columns)} columns have a known fate and {self.open} are open>"
        )


@overload
def periods(
    what: Literal[3],
    to: SupportsIndex | None = ...,
    *,
    threads: int | None = ...,
    memory: int | str | None = ...,
    seconds: float | None = ...,
    progress: Progress = ...,
    cancel: Cancel | None = ...,
) -> ThreeRows: ...


@overload
def periods(
    what: Literal[4, 5, 6],
    to: SupportsIndex | None = ...,
    *,
    third: SupportsIndex | None = ...,
    threads: int | None = ...,
    memory: int | str | None = ...,
    seconds: float | None = ...,
    progress: Progress = ...,
    cancel: Cancel | None = ...,
) -> Fates: ...


@overload
def periods(
    what: str,
    to: SupportsIndex | None = ...,
    *,
    threads: int | None = ...,
    memory: int | str | None = ...,
    seconds: float | None = ...,
    progress: Progress = ...,
    cancel: Cancel | None = ...,
) -> Period: ...


def periods(
    what: str | Literal[3, 4, 5, 6],
    to: SupportsIndex | None = None,
    *,
    third: SupportsIndex | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Period | ThreeRows | Fates:
    """Finds what repeats: the Grundy values of a heap game, or the columns of three to six rows of Chomp.

    A period is proved by the periodicity theorem; if it is not, the answer says so. With four rows or more ``third``
    limits the third row, so that the lowest columns can be followed in a longer bar.

    >>> import lastbite as lb
    >>> lb.periods("kayles")[:4]
    ('proved', 12, 70, 166)
    >>> three = lb.periods(3, to=1000)
    >>> three.settled, three.dead, three.periods
    (468, 414, ((1, 189, 0), (2, 3, 120), (4, 2, 402)))
    >>> three.columns[1]
    Column(column=1, fate='dies', q=2, pattern=())
    >>> four = lb.periods(4, to=100)
    >>> four.columns[7, 3]
    ColumnFate(fate='repeats', b=20, pattern=(7, 7, 4, 2, 7, 4, 6, 3))
    >>> lb.periods(5, to=100, third=4).columns[4, 2, 0] == four.columns[4, 2]
    True
    """
    is_rows = isinstance(what, int) and not isinstance(what, bool)
    if third is not None and (not is_rows or what == 3):
        raise ArgumentError("third goes with four rows or more, as in periods(4, 9000, third=50)")
    if isinstance(what, int) and is_rows:
        if what not in (3, 4, 5, 6):
            raise ArgumentError("of bars, periods are known for three to six rows: say 3, 4, 5, 6 or the rule of a heap game")
        cols = number("to", {3: 1000, 4: 300, 5: 100, 6: 50}[what] if to is None else to, 1, 2**32 - 1)
        if what != 3:
            longest = cols if third is None else number("third", third, 0, 2**32 - 1)
            with working(f"solving {what}x{cols}", threads, memory, None, seconds, progress, cancel) as how:
                third_row, below, never, died, unknown, all_periods, known = _lastbite.fates(what, cols, longest, how)
            return Fates(
                what,
                cols,
                third_row,
                below,
                never,
                died,
                unknown,
                tuple((period, many, tuple(first)) for period, many, first in all_periods),
                {tuple(column): ColumnFate(fate, b, tuple(pattern)) for column, fate, b, pattern in known},
            )
        with working(f"solving 3x{cols}", threads, memory, None, seconds, progress, cancel) as how:
            settled, dead, still_open, found, columns = _lastbite.three_rows(cols, how)
        return ThreeRows(
            settled,
            dead,
            still_open,
            tuple(found),
            tuple(Column(column, fate, q, tuple(pattern)) for column, fate, q, pattern in columns),
        )
    heap = number("to", 1_000_000 if to is None else to, 1, 2**64 - 1)
    with working(f"computing {what}", threads, memory, None, seconds, progress, cancel) as how:
        return Period._make(_lastbite.periods(text("what", what), heap, how))


def sequence(
    rule: str,
    to: SupportsIndex,
    *,
    threads: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> NDArray[Any]:
    """Computes the Grundy values of heaps of 0, 1, 2, ... stones, as an array of the narrowest type that holds them.

    >>> import lastbite as lb
    >>> lb.sequence("octal:0.77", 12)
    array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], dtype=uint8)
    >>> len(lb.sequence("kayles", 10**6))
    1000001
    """
    heap = number("to", to, 0, 2**64 - 1)
    with working(f"computing {rule}", threads, memory, None, seconds, progress, cancel) as how:
        return _lastbite.sequence(text("rule", rule), heap, how)
