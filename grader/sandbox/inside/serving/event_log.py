"""Logs the events of a dialogue, in order and of limited size, and writes a board as the log shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..boards import nine_cells

MAX_TEXT = 2_000
"""Characters of one text."""
MAX_EVENTS = 398
"""Events of a whole dialogue; the marker accepts 400, up to two of which it adds itself."""
NO_BOARD = "?" * 9


class TextHead:
    """The beginning of a text that arrives in parts."""

    def __init__(self) -> None:
        """Start empty."""
        self._parts: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        """Append `text`."""
        if self._size <= MAX_TEXT:
            self._parts.append(text[: MAX_TEXT + 1])
            self._size += len(text)

    def take(self) -> str:
        """Return the text, shortened to `MAX_TEXT` characters, and start anew."""
        text = shortened("".join(self._parts))
        self._parts.clear()
        self._size = 0
        return text


def shortened(text: str) -> str:
    """Return `text`; of a longer one its beginning and an ellipsis."""
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


class EventLog:
    """The events of one dialogue; once it is full, further events are dropped."""

    def __init__(self) -> None:
        """Start empty."""
        self._capacity = MAX_EVENTS
        self._events: list[list[str]] = []
        self._printed = TextHead()

    @property
    def full(self) -> bool:
        """Whether further events are dropped."""
        return self._capacity <= 0

    def add_printed(self, text: str) -> None:
        """Log what was printed; it is one text until another event comes."""
        self._printed.add(text)

    def add(self, kind: str, text: str) -> bool:
        """Log an event other than printing; False if it was dropped."""
        self._flush()
        # A question takes two places: the line that is typed after it is an event too.
        return self._put(kind, shortened(text), 2 if kind == "asked" else 1)

    def take(self) -> list[list[str]]:
        """Return the events since the last call, each its kind and its text."""
        self._flush()
        events, self._events = self._events, []
        return events

    def _flush(self) -> None:
        text = self._printed.take()
        if text:
            self._put("printed", text, 1)

    def _put(self, kind: str, text: str, places: int) -> bool:
        if self._capacity <= 0:
            return False
        self._capacity -= places
        self._events.append([kind, text])
        return True


def board_string(board: object, symbols: Mapping[Any, str]) -> str:
    """Return a board as nine characters, ``?`` for a cell that is no key of `symbols`, which are (type, value)."""
    cells = nine_cells(board, or_tuples=True)
    return NO_BOARD if cells is None else "".join(_symbol(cell, symbols) for cell in cells)


def _symbol(cell: object, symbols: Mapping[Any, str]) -> str:
    try:
        return symbols.get((type(cell), cell), "?")
    except Exception:  # a cell that cannot be hashed or compared
        return "?"
