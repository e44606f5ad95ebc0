"""Which findings fit a person who looks at a terminal: the first one of each function that costs points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.reports.student.finding_groups import FindingGroup, fix_first

MOST = 5
"""Findings that are shown in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The findings that are shown in full, those under which others are folded; these and the rest are counted."""

    shown: tuple[FindingGroup, ...]
    left_out: int
    """Findings that are not shown, the folded ones included."""


def select(found: Sequence[FindingGroup], *, everything: bool) -> Selection:
    """Return the findings to show: all of them with `everything`, else at most `MOST` that cost points."""
    if everything:
        return Selection(shown=tuple(found), left_out=0)
    first = fix_first(found)
    firsts: dict[str, FindingGroup] = {}
    for group in found:
        if group.costs:
            firsts.setdefault(group.root, group)
    chosen = [group for group in firsts.values() if group is not first][: MOST - (first is not None)]
    shown = tuple(group for group in found if group is first or any(group is one for one in chosen))
    return Selection(shown=shown, left_out=sum(1 + len(group.folded) for group in found) - len(shown))
