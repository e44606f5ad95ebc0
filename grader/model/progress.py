"""The progress of grading one submission, for a person who waits; no mark depends on it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import Struct


class Work(enum.Enum):
    """One kind of work, in words that can begin a line."""

    IMPORT = "importing"
    ASK = "calling"
    MIXED_CALLS = "calling the functions in turn"
    GAMES = "playing games"
    SCRIPT = "running the file as a script"
    DIALOGUES = "playing games at the keyboard"
    SIDE_EFFECTS = "looking for changed boards"
    JUDGE = "judging the answers"
    SEARCH = "recording the search"
    CAUSES = "looking for causes of failures"
    RESCUE = "grading without the lines that stop the import"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    work: Work
    function: str = ""
    """The function that is called in `Work.ASK`."""
    done: int = 0
    of: int = 0
    """Calls that may be made; 0 if their number is unknown."""
    noun: str = "boards"
    """The word for the calls."""
    seconds: float = 0
    """CPU seconds of the running call or import."""
    limit: float = 0
    """CPU seconds after which the call is ended; 0 if no running call is known."""


class FunctionDone(Struct, frozen=True, kw_only=True):
    """A function that has answered all its calls. Other calls may still show a fault of the function."""

    function: str
    asked: int
    """Calls that were made."""
    of: int
    """Calls that can be made; 0 if the function does not exist."""
    wrong: int | None = None
    """Wrong answers; None if they are judged later."""
    noun: str = "boards"
    first_wrong: str = ""
    """The first wrong answer: ``on [X . .] [. . .] [. . .]: got None, expected O``; empty if there is none."""


Observer = Callable[[Doing | FunctionDone], None]
