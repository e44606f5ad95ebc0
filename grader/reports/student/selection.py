"""Which findings fit a person who looks at a terminal: the first one of each function that costs points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.reports.student.finding_groups import FindingGroup, fix_first

MOST = 5
"""Findings that are shown in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The groups of which the first finding is shown in full; all other findings are counted."""

    shown: tuple[FindingGroup, ...]
    left_out: int


def select(groups: Sequence[FindingGroup], *, everything: bool) -> Selection:
    """Return the groups to show: all of them with `everything`, else at most `MOST`, first the one to begin with."""
    if everything:
        return Selection(shown=tuple(groups), left_out=0)
    firsts: dict[str, FindingGroup] = {}
    first = fix_first(groups)
    for group in [*([first] if first else []), *groups]:
        if group.costs:
            firsts.setdefault(group.lead.check.function, group)
    shown = tuple(firsts.values())[:MOST]
    findings = sum(1 + len(group.folded) for group in groups)
    return Selection(shown=shown, left_out=findings - len(shown))
