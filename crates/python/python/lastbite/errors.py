"""What can go wrong: a class for each kind of error, each with one sentence that says what is accepted.

>>> import lastbite as lb
>>> try:
...     lb.game("chess")
... except lb.GameError as error:
...     print(str(error)[:23])
'chess' is not a game; 
"""

from __future__ import annotations

from typing import Literal


class LastbiteError(Exception):
    """Everything that lastbite refuses."""

    nodes: int = 0
    """How many nodes had been visited by then, if nodes are counted."""


class ArgumentError(LastbiteError, ValueError):
    """A number, a range or a name is not accepted."""


class GameError(LastbiteError, ValueError):
    """A text is not a game, or not the right kind of game."""


class PositionError(LastbiteError, ValueError):
    """A text is not a position of the game."""


class MoveError(LastbiteError, ValueError):
    """A text is not a move."""


class IllegalMoveError(LastbiteError, ValueError):
    """A move may not be played here."""


class RuleError(LastbiteError, ValueError):
    """A text is not the rule of a heap game."""


class RecordError(LastbiteError, ValueError):
    """A text is not the record of a game."""


class TableError(LastbiteError, OSError):
    """A file of lost positions cannot be read, written or trusted."""


class TooLargeError(LastbiteError, ValueError):
    """A game is too large for the question."""


class NotEnoughMemoryError(LastbiteError, MemoryError):
    """The work takes more memory than may be used."""


class NotKnownError(LastbiteError):
    """The answer is not known, which is neither a win nor a loss."""

    outcome: Literal["win", "loss"] | None = None
    """Who wins, if at least that is known."""


class StoppedError(LastbiteError):
    """The work was stopped before its end: its nodes or its time were used up."""

    outcome: Literal["win", "loss"] | None = None
    """Who wins, if at least that is known."""


class CancelledError(LastbiteError):
    """The work was cancelled by the :class:`~lastbite.Cancel` that it was given."""


class InternalError(LastbiteError):
    """lastbite has a bug. Please tell its authors what you did."""
