"""Why a check has its verdict: a code with its parameters. `grader.text.reasons` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Reason:
    """A code, and the texts for the gaps of its sentence; texts are sanitized."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)


Said: TypeAlias = tuple[Reason, ...]
"""Reasons that make one text, in order; nothing to say if empty."""


def reason(code: str, **values: str | int) -> Reason:
    """Return a reason; the order of parameters does not matter."""
    return Reason(code, dict(sorted(values.items())))
