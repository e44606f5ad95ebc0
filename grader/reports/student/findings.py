"""What a student must be told, whatever the format: the mark's parts and each finding once. Plain text, unescaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.model.result import CheckResult, CriterionResult, Result, Score
from grader.model.verdict import Verdict
from grader.reports.text.number_text import plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One or more checks that failed for the same reason."""

    title: str
    lost: Decimal
    check: CheckResult
    """The first of them, for what they have in common: verdict, message, counterexample, command."""
    sheet: str
    """The line of the sheet they rest on, where it is one and the same."""
    members: tuple[tuple[CriterionResult, CheckResult], ...]
    """All of them with the lines they stand in, in rubric order."""

    @property
    def shared(self) -> bool:
        """Whether checks of several lines failed for this one reason."""
        return _lines(self.members) > 1


def headline(score: Score) -> str:
    """Return the mark itself, such as ``72 of 100`` or ``72 of 100, plus 8 bonus``."""
    bonus = f", plus {plain(score.bonus)} bonus" if score.bonus else ""
    return f"{plain(score.earned)} of {plain(score.possible)}{bonus}"


def parts(result: Result) -> Iterator[tuple[str, str]]:
    """Yield what the mark is made of, as name and value."""
    if (score := result.score) is None:
        return
    yield "automatic", f"{plain(score.automatic_earned)} of {plain(score.automatic_possible)}"
    filled = [line for line in result.criteria if line.manual is not None and not line.bonus]
    if filled:
        given, most = _total(line.earned for line in filled), _total(line.points for line in filled)
        yield "by hand", f"{plain(given)} of {plain(most)}"
    waiting = [line for line in result.criteria if line.verdict is Verdict.PENDING and not line.bonus]
    if waiting:
        yield "pending", ", ".join(f"{line.title} ({plain(line.points)})" for line in waiting)
    if score.bonus_possible:
        tail = " (pending)" if score.bonus_pending else ""
        yield "bonus", f"{plain(score.bonus)} of {plain(score.bonus_possible)}{tail}"
    if score.scaled is not None and score.scaled_possible is not None:
        tail = " so far" if score.pending or score.bonus_pending else ""
        yield "scaled", f"{plain(score.scaled)} of {plain(score.scaled_possible)}{tail}"


def findings(result: Result) -> list[Finding]:
    """
    Return what the checks found, in rubric order; checks with nothing to tell them apart become one finding.

    A failed import is so said once and not once per check, and a missing function once per function.
    """
    groups: dict[object, list[tuple[CriterionResult, CheckResult]]] = {}
    for line in result.criteria:
        for check in line.checks:
            if check.verdict is not Verdict.PASS:
                key = (check.verdict, check.message, check.pattern, check.counterexample, check.reproduce)
                groups.setdefault(key, []).append((line, check))
    every = sum(len(line.checks) for line in result.criteria)
    return [_finding(members, every) for members in groups.values()]


def verdict_word(line: CriterionResult) -> str:
    """Return what the table of lines says beside the points."""
    if line.verdict is Verdict.PENDING:
        return "pending, filled in by a person"
    return "marked by a person" if line.by_hand else line.verdict.value.replace("_", " ")


def _finding(members: list[tuple[CriterionResult, CheckResult]], every: int) -> Finding:
    first = members[0][1]
    sheets = {check.sheet for _, check in members}
    # What the sheet asks of one function explains neither a failed import nor a check that could not be judged.
    quoted = len(sheets) == 1 and (first.verdict is Verdict.FAIL or first.counterexample is not None)
    return Finding(
        title="every function" if len(members) == every and _lines(members) > 1 else "; ".join(_titles(members)),
        lost=_total(check.points - check.earned for _, check in members),
        check=first,
        sheet=first.sheet if quoted else "",
        members=tuple(members),
    )


def _lines(members: Sequence[tuple[CriterionResult, CheckResult]]) -> int:
    return len({line.id for line, _ in members})


def _titles(members: list[tuple[CriterionResult, CheckResult]]) -> Iterator[str]:
    by_line: dict[str, tuple[CriterionResult, list[CheckResult]]] = {}
    for line, check in members:
        by_line.setdefault(line.id, (line, []))[1].append(check)
    for line, checks in by_line.values():
        whole = len(checks) == len(line.checks) > 1
        # A rubric may count a check in another function's line: the function is the one to look at.
        function = checks[0].id.partition(".")[0]
        yield line.id if whole else f"{function}: {', '.join(check.title for check in checks)}"


def _total(values: Iterator[Decimal]) -> Decimal:
    return sum(values, Decimal(0))
