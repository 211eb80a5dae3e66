"""Play, learn and solve Chomp, Nim and every take-away game.

A game is written as a text: ``chomp:8x10`` (or ``8x10``), ``nim:3,4,5``, ``kayles:8,9``, ``divisors:720``; so are its
positions (``10^3,8^5``) and its moves (``4,9``). Every game goes through the same names:

>>> import lastbite as lb
>>> position = lb.game("chomp:4x7").start
>>> lb.analyze(position).best
'3,4'
>>> lb.solve("8x10").openings
['4,9', '5,6']
>>> lb.grundy("nim:3,4,5"), lb.grundy("kayles:7")
(2, 2)

Long work stops on Ctrl-C, runs without Python's lock, and takes ``threads=``, ``memory=`` and ``progress=``.
"""

from __future__ import annotations

from . import errors as errors
from ._effort import Cancel
from ._lastbite import release as _release
from ._learning import (
    SEARCHES,
    Analysis,
    Explanation,
    Move,
    Searched,
    Tree,
    analyze,
    explain,
    search,
    tree,
)
from ._own import OwnGame, add
from ._playing import Bot, Computer, Hint, Played, Session, Standing, Tournament, bot, play, tournament
from ._position import Game, Kind, Outcome, Picture, Position, game, games, position
from ._solving import (
    Column,
    ColumnFate,
    Fates,
    Inside,
    Opening,
    Period,
    Proof,
    Sample,
    Solved,
    Table,
    ThreeRows,
    Values,
    count_by_area,
    grundy,
    grundy_table,
    openings,
    periods,
    sample,
    sequence,
    solve,
    values,
)
from ._study import (
    Check,
    LessonStep,
    Puzzle,
    Review,
    ReviewedMove,
    Score,
    SheetPuzzle,
    Trace,
    TraceStep,
    Tried,
    Worksheet,
    lesson,
    puzzle,
    review,
    trace,
    worksheet,
)
from .errors import (
    ArgumentError,
    CancelledError,
    GameError,
    IllegalMoveError,
    InternalError,
    LastbiteError,
    MoveError,
    NotEnoughMemoryError,
    NotKnownError,
    PositionError,
    RecordError,
    RuleError,
    StoppedError,
    TableError,
    TooLargeError,
)

__version__ = "0.1.0"


def release() -> int:
    """Frees everything that is kept for later questions, and returns how many bytes that was."""
    return _release()


__all__ = [
    "SEARCHES",
    "Analysis",
    "ArgumentError",
    "Bot",
    "Cancel",
    "CancelledError",
    "Check",
    "Column",
    "ColumnFate",
    "Computer",
    "Explanation",
    "Fates",
    "Game",
    "GameError",
    "Hint",
    "IllegalMoveError",
    "Inside",
    "InternalError",
    "Kind",
    "LastbiteError",
    "LessonStep",
    "Move",
    "MoveError",
    "NotEnoughMemoryError",
    "NotKnownError",
    "Opening",
    "Outcome",
    "OwnGame",
    "Period",
    "Picture",
    "Played",
    "Position",
    "PositionError",
    "Proof",
    "Puzzle",
    "RecordError",
    "Review",
    "ReviewedMove",
    "RuleError",
    "Sample",
    "Score",
    "Searched",
    "Session",
    "SheetPuzzle",
    "Solved",
    "Standing",
    "StoppedError",
    "Table",
    "TableError",
    "ThreeRows",
    "TooLargeError",
    "Tournament",
    "Trace",
    "TraceStep",
    "Tree",
    "Tried",
    "Values",
    "Worksheet",
    "add",
    "analyze",
    "bot",
    "count_by_area",
    "errors",
    "explain",
    "game",
    "games",
    "grundy",
    "grundy_table",
    "lesson",
    "openings",
    "periods",
    "play",
    "position",
    "puzzle",
    "release",
    "review",
    "sample",
    "search",
    "sequence",
    "solve",
    "tournament",
    "trace",
    "tree",
    "values",
    "worksheet",
]
