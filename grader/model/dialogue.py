"""What a program and the person at its keyboard said in turn, and what was left out when the program was imported."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.answer import Answer, Raised

PRINTED, ASKED, TYPED, BOARD, ENDED = "printed", "asked", "typed", "board", "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened in a dialogue (a claim of the inside, but for what was typed)."""

    kind: str
    """
    ``printed`` a text, ``asked`` with the prompt of `input`, ``typed`` the line it got, ``board`` the board that was
    given to the function that shows it, ``ended`` when the input was over.
    """
    text: str
    """
    At most 2,000 characters, not cleaned; of a board nine characters, `X`, `O` or `.`, and `?` for any other cell
    (nine of them where it is no board at all).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """One call of a function that talks, from its beginning to its end."""

    events: tuple[Event, ...]
    answer: Answer
    """How the call ended."""
    endless: bool = False
    """Whether it went on asking after the end of the input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A top-level statement that was left out of the import, since it raised (a claim of the inside)."""

    at: str
    """``AI_game.py:73``: the line that the statement, or the cell that is no Python, begins on."""
    raised: Raised
    asked: bool
    """Whether it asked for input."""
    talked: bool
    """Whether the function that talks was running."""
