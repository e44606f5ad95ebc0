"""A call that a submission made of one of its own functions."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.answer import Answer, Call


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperCall:
    """A call that a submission made of one of its own functions (a claim of the inside)."""

    call: Call
    answer: Answer | None
    """None if it is not known how the call ended."""
    inside: tuple[int, ...]
    """The numbers of the calls that were made meanwhile."""
