"""The dialogue of a console program with a person, and the statements left out when it was imported."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.answer import Answer, Raised

PRINTED, ASKED, TYPED, BOARD, ENDED = "printed", "asked", "typed", "board", "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened in a dialogue: a claim of the inside, except for what was typed."""

    kind: str
    """
    ``printed``: a text; ``asked``: the prompt of `input`; ``typed``: the line that `input` returned; ``board``: the
    board that was passed to the function that prints it; ``ended``: the input is over.
    """
    text: str
    """
    At most 2,000 characters, not sanitized. A board has nine characters: `X`, `O` or `.`, and `?` for any other cell;
    nine `?` stand for a value that is no board.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """One call of a function that holds a dialogue, from its beginning to its end."""

    events: tuple[Event, ...]
    answer: Answer
    """How the call ended."""
    endless: bool = False
    """Whether it kept asking after the end of the input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A top-level statement that was left out of the import because it raised (a claim of the inside)."""

    at: str
    """``AI_game.py:73``: the line where the statement begins, or the cell if it is not Python."""
    raised: Raised
    asked: bool
    """Whether it asked for input."""
    talked: bool
    """Whether the function that holds the dialogue was running."""
