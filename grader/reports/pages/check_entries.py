"""The checks of a line as the student's page shows them: each with its points, and what explains it, told once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.model.result import CheckResult, CriterionResult
from grader.model.verdict import Verdict
from grader.reports.pages.evidence import Evidence, evidence, page_text
from grader.reports.student.findings import Finding
from grader.reports.text.number_text import plain

COLOURS = {Verdict.PASS: "pass", Verdict.PENDING: "wait", Verdict.BLOCKED: "wait"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A check's title and points."""

    title: str
    cost: str
    """``0 of 4``."""
    word: str
    colour: str
    """``pass``, ``fail`` or ``wait``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Checks with one message between them."""

    rows: tuple[Row, ...]
    message: str = ""
    pattern: str = ""
    count: str = ""
    """How many boards were wrong, where the message does not say so."""
    share: float | None = None
    """How many of the boards were wrong, in percent."""
    sheet: str = ""
    target: str = ""
    """The finding above that explains them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Checks that one figure explains."""

    told: tuple[Told, ...]
    shown: Evidence | None = None


def percent_of(part: Decimal, whole: Decimal) -> float:
    """Return how much of `whole` is `part`, from 0 to 100, for the width of a bar."""
    return round(float(min(max(part / whole, Decimal(0)), Decimal(1)) * 100), 2) if whole > 0 else 0.0


def entries(line: CriterionResult, found: Sequence[Finding], targets: Mapping[int, str]) -> Iterator[Entry]:
    """Yield the checks of `line` in the rubric's order, those that one figure explains at the place of the first."""
    groups: dict[object, list[Finding | CheckResult]] = {}
    for number, check in enumerate(line.checks):
        finding = _finding_of(line, check, found)
        if finding is None:
            groups[number] = [check]
            continue
        first = finding.check
        figure = None if finding.shared else (first.counterexample, first.reproduce, first.excerpt)
        key = figure if figure and any(figure) else ("finding", id(finding))
        group = groups.setdefault(key, [])
        if not any(member is finding for member in group):
            group.append(finding)
    for members in groups.values():
        yield _entry(line, members, targets)


def _entry(line: CriterionResult, members: list[Finding | CheckResult], targets: Mapping[int, str]) -> Entry:
    told, shown = [], None
    for member in members:
        if isinstance(member, CheckResult):
            told.append(Told(rows=(_row(member),)))
            continue
        rows = tuple(_row(check) for one, check in member.members if one is line)
        target = targets.get(id(member), "")
        told.append(Told(rows=rows, target=target) if target else told_of(member, rows))
        shown = shown or (None if target else evidence(member.check))
    return Entry(told=tuple(told), shown=shown)


def _finding_of(line: CriterionResult, check: CheckResult, found: Sequence[Finding]) -> Finding | None:
    return next((one for one in found if any(owner is line and member is check for owner, member in one.members)), None)


def told_of(finding: Finding, rows: tuple[Row, ...]) -> Told:
    """Return what `finding` says of the checks in `rows`."""
    check = finding.check
    counted = check.wrong is not None and check.of is not None and check.of > 1
    message = page_text(check.message) or "no more is known"
    numbers = f"{check.wrong:,} of {check.of:,}" if counted else ""
    named = all(number in message for number in numbers.split(" of "))
    return Told(
        rows=rows,
        message=message,
        pattern=page_text(check.pattern),
        count="" if named else numbers,
        share=percent_of(Decimal(check.wrong or 0), Decimal(check.of or 0)) if counted else None,
        sheet=page_text(finding.sheet),
    )


def _row(check: CheckResult) -> Row:
    return Row(
        title=page_text(check.title),
        cost=f"{plain(check.earned)} of {plain(check.points)}" if check.points else "costs nothing",
        word=check.verdict.value.replace("_", " "),
        colour=COLOURS.get(check.verdict, "fail"),
    )
