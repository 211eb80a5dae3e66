"""How hard to work: threads, memory, nodes, time, a watcher of the progress, and a way to cancel."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, SupportsIndex

from . import _lastbite
from .errors import ArgumentError, CancelledError

Progress = bool | Callable[[float | None, int], object]
"""Whether to show a bar, or a function to call with the share done, from 0 to 1 (or None), and the nodes so far."""

How = tuple[int | None, int | None, int | None, float | None, Callable[[float | None, int], object] | None]

UNLIMITED: How = (None, None, None, None, None)


class Cancel:
    """A way to stop work from another thread, or from another task of an asyncio program.

    Hand it over as ``cancel=``, to as many calls as you like. Once it is called, each of them stops within a fifth
    of a second and raises :class:`CancelledError`, and so does every later call that gets it.

    >>> import lastbite as lb
    >>> cancel = lb.Cancel()
    >>> cancel()
    >>> lb.solve("21x21", cancel=cancel)
    Traceback (most recent call last):
    ...
    lastbite.errors.CancelledError: the work was cancelled
    """

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> None:
        """Cancels the work."""
        self._event.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether it was called."""
        return self._event.is_set()

    def __repr__(self) -> str:
        return f"<{'cancelled' if self.is_cancelled else 'not cancelled'}>"


def number(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """Returns a whole number, or refuses it."""
    try:
        whole = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"{name} takes a whole number, not {type(value).__name__}") from None
    if not least <= whole <= most:
        raise ArgumentError(f"{name} takes a whole number from {least:,} to {most:,}")
    return whole


def text(name: str, value: object) -> str:
    """Returns a text, or refuses it."""
    if not isinstance(value, str):
        raise TypeError(f"{name} takes a text, not {type(value).__name__}")
    return value


@contextmanager
def working(
    what: str,
    threads: int | None = None,
    memory: int | str | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress = False,
    cancel: Cancel | None = None,
) -> Generator[How, None, None]:
    """Passes on how hard to work, shows a bar meanwhile, and looks whether it was cancelled."""
    if threads is not None:
        threads = number("threads", threads, 1, 1024)
    if isinstance(memory, str):
        memory = _lastbite.parse_memory(memory)
    elif memory is not None:
        memory = number("memory", memory, 1, 2**64 - 1)
    if nodes is not None:
        nodes = number("nodes", nodes, 1, 2**64 - 1)
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise TypeError(f"seconds takes a number, not {type(seconds).__name__}")
        if not 0 <= seconds <= 1e9:
            raise ArgumentError("seconds takes a number from 0 to 1,000,000,000")
        seconds = float(seconds)
    if cancel is not None and not isinstance(cancel, Cancel):
        raise TypeError(f"cancel takes an lb.Cancel, not {type(cancel).__name__}")
    if progress is False or progress is None:
        yield (threads, memory, nodes, seconds, _watcher(None, cancel))
    elif progress is True:
        shown = _bar(what)
        try:
            yield (threads, memory, nodes, seconds, _watcher(shown.show, cancel))
        finally:
            shown.close()
    elif callable(progress):
        yield (threads, memory, nodes, seconds, _watcher(progress, cancel))
    else:
        raise TypeError("progress takes True, False or something that can be called")


Watcher = Callable[[float | None, int], object]


def _watcher(show: Watcher | None, cancel: Cancel | None) -> Watcher | None:
    """Returns what is called while the work is done; it stops the work by raising an exception."""
    if cancel is None:
        return show

    def watch(share: float | None, nodes: int) -> None:
        if cancel.is_cancelled:
            raise CancelledError("the work was cancelled")
        if show is not None:
            show(share, nodes)

    if cancel.is_cancelled:
        watch(None, 0)
    return watch


def _bar(what: str) -> _Tqdm | _Line:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(what)
    return _Tqdm(tqdm(total=100, desc=what, unit="%", leave=False, bar_format="{desc} {bar} {n:.0f} %"))


class _Tqdm:
    """A bar of tqdm, in a terminal or a notebook."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._shown = ""
        self._next = 0.0

    def show(self, share: float | None, nodes: int) -> None:
        """Draws the bar again if it shows something else, and four times a second at most: each is a message."""
        far = _far(share, nodes)
        now = time.monotonic()
        if far == self._shown or now < self._next:
            return
        if share is not None:
            self._bar.n = share * 100
        elif nodes:
            self._bar.set_postfix_str(far, refresh=False)
        self._bar.refresh()
        self._shown, self._next = far, now + 0.25

    def close(self) -> None:
        self._bar.close()


def _far(share: float | None, nodes: int) -> str:
    """Says how far the work is."""
    return f"{share:4.0%}" if share is not None else f"{nodes:,} nodes"


class _Line:
    """A line on stderr, if tqdm is not installed."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = ""
        self._next = 0.0

    def show(self, share: float | None, nodes: int) -> None:
        """Writes the line again if it says something else, and four times a second at most: a notebook keeps each."""
        far = _far(share, nodes)
        now = time.monotonic()
        if far != self._shown and now >= self._next:
            print(f"\r{self._what} {far}", end="", file=sys.stderr, flush=True)
            self._shown, self._next = far, now + 0.25

    def close(self) -> None:
        if self._shown:
            print(file=sys.stderr)
