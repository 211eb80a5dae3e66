"""A game of your own, as a class of three methods."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from operator import index
from typing import Any, ClassVar, SupportsIndex, TypeVar

from . import _lastbite
from .errors import ArgumentError


class OwnGame(ABC):
    """A game that you write: where it starts, which moves there are, and what each leaves.

    Who has no move left has lost. Give the class a docstring with the rule, and examples of what follows the name
    of the game, then :func:`add` it:

    >>> import lastbite as lb
    >>> @lb.add
    ... class Daisy(lb.OwnGame):
    ...     '''Pluck one petal, or two that grow side by side. Whoever plucks the last one wins.'''
    ...     examples = ("7", "12")
    ...     def start(self, given):
    ...         return "abcdefghijklmnopqrstuvwxyz"[: int(given)]
    ...     def moves(self, petals):
    ...         pairs = [a + b for a, b in zip(petals, petals[1:]) if ord(b) == ord(a) + 1]
    ...         return [*petals, *pairs]
    ...     def play(self, petals, move):
    ...         return "".join(petal for petal in petals if petal not in move)
    >>> lb.analyze("daisy:7").winning
    ['bc', 'ef', 'd']
    >>> lb.grundy("daisy:7+nim:3")
    1

    The class is asked once for each game, when that game is made: for every position that can follow, at most
    100,000 of them. So it is slower to begin than a game of the library, and as fast from then on; a game with more
    positions belongs in Rust.
    """

    name: ClassVar[str] = ""
    """What the texts of the game begin with; the name of the class in small letters if it is not given."""
    title: ClassVar[str] = ""
    """Its title for people; the name of the class if it is not given."""
    examples: ClassVar[Sequence[str]] = ()
    """What may follow its name: ``("7", "12")`` if ``daisy:7`` and ``daisy:12`` are games of it."""

    @abstractmethod
    def start(self, given: str) -> Any:
        """Returns the position that a game begins with; ``given`` is what is written after its name.

        A position is a text, a number, or a tuple of them. What is raised here is why a text is refused.
        """

    @abstractmethod
    def moves(self, position: Any) -> Iterable[str | int]:
        """Lists the moves of a position, each a text or a number."""

    @abstractmethod
    def play(self, position: Any, move: Any) -> Any:
        """Returns the position that a move leaves."""

    def pieces(self, position: Any) -> Sequence[str | int] | None:
        """Names the pieces that are left, to draw them; every move must take one.

        If it is not written, a position is drawn as a row of stones: as many as the moves that it can last.
        """
        return None


Class = TypeVar("Class", bound=type[OwnGame])


def add(game: Class) -> Class:
    """Adds a class of your own to the games; a class of the same name that was added before is forgotten.

    It returns the class, so it can be written above it, as a decorator. The first example is made at once, and its
    first positions are checked against the laws of games.

    >>> import lastbite as lb
    >>> @lb.add
    ... class Last(lb.OwnGame):
    ...     '''Take one stone or two. Whoever takes the last one wins.'''
    ...     examples = ("9",)
    ...     def start(self, given): return int(given)
    ...     def moves(self, stones): return range(1, min(stones, 2) + 1)
    ...     def play(self, stones, move): return stones - move
    >>> lb.analyze("last:9").outcome
    'loss'
    """
    if not (isinstance(game, type) and issubclass(game, OwnGame)):
        raise TypeError(f"add takes a class of lb.OwnGame, not {game!r:.80}")
    own = game()
    name = game.name or game.__name__.lower()
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name):
        raise ArgumentError(f"the name of a game is small letters and digits, as in daisy, not {name!r:.80}")
    if isinstance(game.examples, str) or not game.examples or not all(map(_is_word, game.examples)):
        raise ArgumentError(f"{name} has no examples; name some of what may follow its name, as in examples = ('7', '12')")

    def explore(given: str, most: int, most_moves: int) -> Any:
        return _explored(own, f"{name}:{given}", given, most, most_moves)

    _lastbite.add_game(name, game.title or game.__name__, _rule(game), list(game.examples), explore)
    try:
        for example in game.examples:
            _lastbite.check_game(f"{name}:{example}", 200)
    except BaseException:
        _lastbite.forget_game(name)
        raise
    return game


def _is_word(text: object) -> bool:
    """Says whether a text can stand in a notation, where spaces and some signs mean something else."""
    return isinstance(text, str) and re.fullmatch(r"[^\s+;&#@]{1,200}", text) is not None


def _rule(game: type[OwnGame]) -> str:
    """Returns the rule in two lines: the first sentence of the docstring, and the rest of its first paragraph."""
    paragraph = " ".join((game.__doc__ or "").split("\n\n")[0].split())
    if not paragraph or paragraph == " ".join((OwnGame.__doc__ or "").split("\n\n")[0].split()):
        raise ArgumentError(f"{game.__name__} has no rule; write it as its docstring, in a sentence or two")
    first, _, rest = paragraph.partition(". ")
    return f"{first.rstrip('.')}.\n{rest or 'Whoever has no move left loses.'}"


def _written(value: Any, what: str) -> str:
    """Writes a position or a move."""
    if isinstance(value, str):
        text = value or "0"
    elif isinstance(value, tuple):
        text = ",".join(_written(part, what) for part in value) or "0"
    elif isinstance(value, SupportsIndex):
        text = str(index(value))
    else:
        raise ArgumentError(f"{what} is a text, a number or a tuple of them, not {type(value).__name__}")
    if not _is_word(text):
        raise ArgumentError(f"{what} is written without spaces and the signs + ; & # @, not {text!r:.80}")
    return text


def _explored(own: OwnGame, name: str, given: str, most: int, most_moves: int) -> Any:
    """Asks for every position of a game, in the order in which they are reached."""
    start = own.start(given)
    reached: list[Any] = [start]
    numbers: dict[Hashable, int] = {start: 0}
    texts = {_written(start, "a position")}
    positions: list[tuple[str, list[tuple[str, int]]]] = []
    pieces: list[list[str]] | None = [] if own.pieces(start) is not None else None
    many = 0
    for position in reached:
        moves: dict[str, int] = {}
        for move in own.moves(position):
            text, after = _written(move, "a move"), own.play(position, move)
            number = numbers.get(after)
            if number is None:
                number = numbers[after] = len(reached)
                written = _written(after, "a position")
                if written in texts:
                    raise ArgumentError(f"two positions of {name} are written {written}")
                texts.add(written)
                reached.append(after)
            if text in moves:
                raise ArgumentError(f"{name} lists the move {text} twice in {_written(position, 'a position')}")
            moves[text] = number
        many += len(moves)
        if len(reached) > most or many > most_moves:
            raise ArgumentError(
                f"{name} has more than {most:,} positions or {most_moves:,} moves, too many for a game in Python"
            )
        positions.append((_written(position, "a position"), list(moves.items())))
        if pieces is not None:
            pieces.append([_written(piece, "a piece") for piece in own.pieces(position) or ()])
    return positions, pieces
