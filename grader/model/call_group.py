"""Calls that are judged together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.model.answer import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class CallGroup:
    """The calls of one check, as positions in a list: one wrong answer among them decides the check."""

    calls: frozenset[int]
    fails: Callable[[int, Answer], bool]
    """Tells whether the answer to a call, given by its position, is wrong."""
    only_cheap: bool = False
    """Whether expensive calls are not made for it: a check of conduct, which looks at right answers only."""
