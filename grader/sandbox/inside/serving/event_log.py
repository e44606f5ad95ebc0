"""What happened in a dialogue, in order and of bounded size, and how a board looks from outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MAX_TEXT = 2_000
"""Characters of one text."""
MAX_EVENTS = 398
"""Of a whole dialogue; the marker's own last two have room beside them."""
SIDE = 3
NO_BOARD = "?" * SIDE * SIDE


class Heard:
    """The beginning of what is written."""

    def __init__(self) -> None:
        """Start empty."""
        self._parts: list[str] = []
        self._size = 0

    def add(self, text: str) -> None:
        """Hear `text`."""
        if self._size <= MAX_TEXT:
            self._parts.append(text[: MAX_TEXT + 1])
            self._size += len(text)

    def take(self) -> str:
        """Return it, at most `MAX_TEXT` characters, and forget it."""
        text = cut("".join(self._parts))
        self._parts.clear()
        self._size = 0
        return text


def cut(text: str) -> str:
    """Return `text`, or its beginning with a mark that there was more."""
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


class Record:
    """The events of one dialogue; what has no room is dropped."""

    def __init__(self) -> None:
        """Start empty."""
        self._room = MAX_EVENTS
        self._events: list[list[str]] = []
        self._heard = Heard()

    @property
    def full(self) -> bool:
        """Whether nothing more has room."""
        return self._room <= 0

    def wrote(self, text: str) -> None:
        """Take in what was printed; one text until something else happens."""
        self._heard.add(text)

    def add(self, kind: str, text: str) -> bool:
        """Take in something else; False where it has no room."""
        self._flush()
        # What is typed after a question is an event of its own.
        return self._put(kind, cut(text), 2 if kind == "asked" else 1)

    def take(self) -> list[list[str]]:
        """Return what happened since this was asked last."""
        self._flush()
        events, self._events = self._events, []
        return events

    def _flush(self) -> None:
        text = self._heard.take()
        if text:
            self._put("printed", text, 1)

    def _put(self, kind: str, text: str, quota: int) -> bool:
        if self._room <= 0:
            return False
        self._room -= quota
        self._events.append([kind, text])
        return True


def nine(board: object, symbols: Mapping[Any, str]) -> str:
    """Return a board as nine characters, ``?`` for what is none of the cells in `symbols`, by type and value."""
    if not _is_three(board) or not all(map(_is_three, board)):  # type: ignore[call-overload]
        return NO_BOARD
    return "".join(_symbol(cell, symbols) for row in board for cell in row)  # type: ignore[attr-defined]


def _is_three(value: Any) -> bool:
    return type(value) in {list, tuple} and len(value) == SIDE


def _symbol(cell: object, symbols: Mapping[Any, str]) -> str:
    try:
        return symbols.get((type(cell), cell), "?")
    except Exception:  # a cell that cannot be hashed or compared
        return "?"
