"""Why a check has its verdict: a code with its parameters. `grader.text.reasons` says it in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Reason:
    """A code, and what fills the gaps of its sentence; texts are sanitized."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)


Said: TypeAlias = tuple[Reason, ...]
"""What is said in one text: each reason in turn. There is nothing to say if it is empty."""


def reason(code: str, **values: str | int) -> Reason:
    """Return a reason; equal ones are written alike, in whatever order their parameters are named."""
    return Reason(code, dict(sorted(values.items())))
