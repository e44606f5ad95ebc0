"""What the checks found: those that failed for the same reason are one finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from grader.model.counterexample import DifferingLine
from grader.model.result import CheckResult, ItemResult, Result
from grader.model.verdict import Verdict
from grader.story.whole_functions import WholeFault, whole_faults
from grader.text.number_text import points_text

MAX_DIFFERENCE = 20
"""Lines; a result may come from a file that somebody edited."""


class FailedCheck(NamedTuple):
    """A check that did not pass, and the rubric line that it belongs to."""

    item: ItemResult
    check: CheckResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One or more checks that failed for the same reason."""

    title: str
    lost: Decimal
    """Points that all of them cost together, without those of lines that a person gave points to as a whole."""
    check: CheckResult
    """The first of them, for what they have in common: verdict, message, counterexample, command."""
    sheet: str
    """The sentence of the assignment sheet that they rest on; empty when it is not the same for all."""
    members: tuple[FailedCheck, ...]
    """All of them, in the order of the rubric."""

    @property
    def function(self) -> str:
        """The function that all of them are about, empty if there are several."""
        functions = {check.function for _, check in self.members}
        return next(iter(functions)) if len(functions) == 1 else ""

    @property
    def changed(self) -> bool:
        """Whether a person changed the points of some of them, or of their lines."""
        return any(line.manual is not None or check.manual is not None for line, check in self.members)

    @property
    def costs(self) -> bool:
        """Whether points are lost; of the points that a person gave to a whole line it is not known for which check."""
        return self.lost > 0 or any(line.manual and line.earned < line.points for line, _ in self.members)

    @property
    def cost_text(self) -> str:
        """What they cost, such as ``4 points lost``; a change by a person is mentioned, its reason is not."""
        lost = [f"{points_text(self.lost)} lost"] if self.lost else []
        return "; ".join([*lost, "points changed by hand"] if self.changed else lost) or "costs nothing"


def findings(result: Result) -> list[Finding]:
    """
    Return what the checks found, in the order of the rubric; checks that failed alike are one finding.

    So a failed import is reported once and not once per check, a missing function once per function, and functions that
    fail alike on every call once.
    """
    faults = whole_faults(result)
    groups: dict[object, list[FailedCheck]] = {}
    for item in result.criteria:
        for check in item.checks:
            if check.verdict not in {Verdict.PASS, Verdict.PENDING}:
                key = faults.get(check.function) or _key(check)
                groups.setdefault(key, []).append(FailedCheck(item, check))
    total = sum(len(item.checks) for item in result.criteria)
    return [_finding(members, total, key if isinstance(key, WholeFault) else None) for key, members in groups.items()]


def difference_lines(check: CheckResult) -> tuple[DifferingLine, ...]:
    """Return the lines that differ between a file as it was handed out and as it came back, as many as are shown."""
    return check.difference[:MAX_DIFFERENCE]


def _key(check: CheckResult) -> object:
    """Return what is equal for checks that failed for the same reason."""
    return (check.verdict, check.reasons, check.pattern, check.counterexample, check.reproduce, check.difference)


def _finding(members: list[FailedCheck], total: int, fault: WholeFault | None) -> Finding:
    """Return the finding of `members`, which have one fault or are alike; `total` is the number of all checks."""
    first = members[0].check
    if fault is not None:
        first = replace(first, reasons=fault.reasons, pattern=(), wrong=None, of=None)
        if not fault.has_example:
            first = replace(first, counterexample=None, reproduce=None, excerpt=(), lines_run=())
    sheets = {check.sheet for _, check in members}
    # What the sheet says about one function explains neither a failed import nor a check that was not judged.
    explains = len(sheets) == 1 and (first.verdict is Verdict.FAIL or first.counterexample is not None)
    everything = len(members) == total and _item_count(members) > 1
    return Finding(
        title="every function" if everything else "; ".join(_titles(members)),
        lost=_total(check.points - check.earned for line, check in members if line.manual is None),
        check=first,
        sheet=first.sheet if explains else "",
        members=tuple(members),
    )


def _item_count(members: Sequence[FailedCheck]) -> int:
    return len({item.id for item, _ in members})


def _titles(members: list[FailedCheck]) -> Iterator[str]:
    by_item: dict[str, list[FailedCheck]] = {}
    for member in members:
        by_item.setdefault(member.item.id, []).append(member)
    for name, failed in by_item.items():
        everything = len(failed) == len(failed[0].item.checks) > 1
        # A rubric may count a check in the line of another function. The function is the one to look at.
        function = failed[0].check.function
        yield name if everything else f"{function}: {', '.join(check.title for _, check in failed)}"


def _total(values: Iterable[Decimal]) -> Decimal:
    return sum(values, Decimal(0))
