"""Which findings fit a person who looks at a terminal: the first one of each function that costs points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.reports.student.findings import Finding

MOST = 5
"""Findings that are shown in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The findings that are shown in full; the others are counted."""

    shown: tuple[Finding, ...]
    left_out: int


def select(found: Sequence[Finding], *, everything: bool) -> Selection:
    """Return the findings to show: all of them with `everything`, else at most `MOST` that cost points."""
    if everything:
        return Selection(shown=tuple(found), left_out=0)
    firsts: dict[str, Finding] = {}
    for finding in found:
        if finding.costs:
            firsts.setdefault(finding.check.id.partition(".")[0], finding)
    shown = tuple(firsts.values())[:MOST]
    return Selection(shown=shown, left_out=len(found) - len(shown))
