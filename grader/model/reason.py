"""Why a check has its verdict: a code with its parameters. `grader.text.reasons` says it in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """A code, and what fills the gaps of its sentence; texts are sanitized."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)


def reason(code: str, **values: str | int) -> Reason:
    """Return a reason; equal ones are written alike, in whatever order their parameters are named."""
    return Reason(code, dict(sorted(values.items())))


def in_words(text: str) -> Reason:
    """Return a reason that is known in words alone."""
    return Reason("in_words", {"words": text})
