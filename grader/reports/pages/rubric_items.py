"""The rubric's lines as the student's page shows them: each with its checks, and above them what they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.model.result import CriterionResult
from grader.model.verdict import Verdict
from grader.reports.pages.check_entries import Entry, entries, percent_of, told_of
from grader.reports.pages.evidence import evidence, page_text
from grader.reports.student.findings import Finding, verdict_word
from grader.reports.text.number_text import plain, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A finding that several lines lost points by, shown above them."""

    id: str
    title: str
    lost: str
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the rubric."""

    id: str
    title: str
    earned: str
    points: str
    word: str
    colour: str
    share: float
    """Points earned, in percent."""
    open: bool
    bonus: bool
    pending: bool
    by_hand: bool
    comment: str
    entries: tuple[Entry, ...]


def shared_findings(found: Sequence[Finding]) -> list[Shared]:
    """Return those of the findings that explain checks of several lines."""
    several = [finding for finding in found if finding.shared]
    return [
        Shared(
            id=f"finding-{number}",
            title="Every function" if finding.title == "every function" else page_text(finding.title),
            lost=f"{points(finding.lost)} lost" if finding.lost else "costs nothing",
            entry=Entry(told=(told_of(finding, rows=()),), shown=evidence(finding.check)),
        )
        for number, finding in enumerate(several)
    ]


def lines(criteria: Sequence[CriterionResult], found: Sequence[Finding]) -> list[Line]:
    """Return every line with its entries; `found` are all findings, from which the shared ones are linked to."""
    several = [finding for finding in found if finding.shared]
    targets = {id(finding): f"finding-{number}" for number, finding in enumerate(several)}
    return [_line(number, line, found, targets) for number, line in enumerate(criteria)]


def quoted_once(shared: Sequence[Shared], every: Sequence[Line]) -> tuple[list[Shared], list[Line]]:
    """Return the findings and lines of a page with each of the student's lines quoted at the first place alone."""
    first: dict[object, str] = {}

    def quoted(entry: Entry) -> Entry:
        shown = entry.shown
        if shown is None or not shown.excerpt or not shown.raised_at:
            return entry
        known = shown.excerpt in first
        place = first.setdefault(shown.excerpt, f"excerpt-{len(first)}")
        return replace(entry, shown=replace(shown, excerpt=() if known else shown.excerpt, excerpt_id=place))

    above = [replace(one, entry=quoted(one.entry)) for one in shared]
    return above, [replace(line, entries=tuple(map(quoted, line.entries))) for line in every]


def _line(number: int, line: CriterionResult, found: Sequence[Finding], targets: Mapping[int, str]) -> Line:
    pending = line.verdict is Verdict.PENDING
    lost = not pending and line.earned < line.points
    failed = any(check.verdict is not Verdict.PASS for check in line.checks)
    comment = page_text(line.manual.comment) if line.manual else ""
    colour = "wait" if pending else "fail" if lost else "pass"
    return Line(
        id=f"line-{number}",
        title=page_text(line.title),
        earned="" if pending else plain(line.earned),
        points=plain(line.points),
        word=verdict_word(line),
        colour="pass" if line.bonus and not pending else colour,
        share=percent_of(line.earned, line.points),
        open=(lost and not line.bonus) or failed or bool(comment),
        bonus=line.bonus,
        pending=pending,
        by_hand=line.by_hand,
        comment=comment,
        entries=tuple(entries(line, found, targets)),
    )
