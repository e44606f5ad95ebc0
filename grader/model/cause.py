"""Which function is to be corrected first: wrong answers of one function that were seen while others failed."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.answer import Answer, Call
from grader.model.reason import Said


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperCall:
    """A call that a submission made of one of its own functions (a claim of the inside)."""

    call: Call
    answer: Answer | None
    """None if it is not known how the call ended."""
    inside: tuple[int, ...]
    """The numbers of the calls that were made meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A function whose wrong answers were seen, inside, in calls with which checks of other functions failed."""

    function: str
    checks: tuple[str, ...]
    """Failed checks of other functions that may follow from it, in the order of the table."""
    seen_in: str
    """The call of another function in which the wrong answer was seen, as a person would write it."""
    seen_on: str
    """The board of that call, nine characters."""
    board: str
    """The board of the call of `function` that was answered wrongly, nine characters."""
    call: str
    """That call."""
    got: Said
    expected: Said
