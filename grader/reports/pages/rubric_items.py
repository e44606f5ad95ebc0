"""The rubric's lines as the student's page shows them, and above them the findings that several lines share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.model.quality import QualityKind
from grader.model.result import CriterionResult
from grader.model.verdict import Verdict
from grader.reports.pages.check_entries import CheckEntry, bar_percent, check_entries, check_group, comment_of
from grader.reports.pages.code_listing import CodeLink
from grader.reports.pages.evidence import evidence, page_text
from grader.reports.pages.hand_marks import HandField, hand_fields
from grader.reports.pages.pruning import PruningPicture, pruning_picture
from grader.reports.student.assessments import assessed_points, findings_left_out, kind_heading
from grader.reports.student.findings import Finding, verdict_text
from grader.reports.text.marks_text import to_confirm, was_text
from grader.reports.text.number_text import decimal_text


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFinding:
    """A finding that cost points in several lines of the rubric."""

    id: str
    title: str
    lost: str
    entry: CheckEntry


class QualityPlace(NamedTuple):
    """A finding about code quality and its place."""

    at: str
    """Empty if it is about everything."""
    text: str
    target: str = ""
    """The id of the line in the listing of the code, if it is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityEntry:
    """One kind of findings about code quality."""

    heading: str
    findings: tuple[QualityPlace, ...]
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricItem:
    """A line of the rubric."""

    id: str
    title: str
    earned: str
    """Empty while the line is pending."""
    points: str
    verdict: str
    colour: str
    """``pass``, ``fail``, or ``open`` while it is to be marked by hand."""
    percent: float
    """Points earned, in percent."""
    open: bool
    """Whether its checks are shown before somebody clicks on it."""
    bonus: bool
    pending: bool
    by_hand: bool
    was: str
    """What the grader gave, if a person changed it: ``was 9``."""
    comment: str
    comment_source: str
    """Who the comment is from."""
    entries: tuple[CheckEntry, ...]
    assessed: str
    """What the grader found out about a line without checks, in a sentence; empty if it has nothing to say."""
    assessed_points: str
    kinds: tuple[QualityEntry, ...]
    pruning: PruningPicture | None
    earlier: tuple[str, ...]
    """What a person gave to an earlier version of the file, here or to a check, and has still to confirm."""
    hand_fields: tuple[HandField, ...]
    """Where a person who marks can fill in points."""
    definitions: tuple[CodeLink, ...] = ()
    """Where the functions that the item is about are defined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricSection:
    """What the page shows of the rubric."""

    shared: tuple[SharedFinding, ...]
    items: tuple[RubricItem, ...]


def rubric_section(criteria: Sequence[CriterionResult], found: Sequence[Finding]) -> RubricSection:
    """
    Return the rubric's lines with `found`, all findings of the result.

    A finding that several lines share is explained once, and the lines link to it.
    """
    several = [finding for finding in found if finding.shared]
    shared = [_shared(number, finding) for number, finding in enumerate(several)]
    targets = {id(finding): one.id for finding, one in zip(several, shared, strict=True)}
    items = [_item(number, criterion, found, targets) for number, criterion in enumerate(criteria)]
    return RubricSection(shared=tuple(shared), items=tuple(items))


def _shared(number: int, finding: Finding) -> SharedFinding:
    return SharedFinding(
        id=f"finding-{number}",
        title="Every function" if finding.title == "every function" else page_text(finding.title),
        lost=finding.cost_text,
        entry=CheckEntry(groups=(check_group(finding, rows=()),), evidence=evidence(finding.check)),
    )


def _item(number: int, criterion: CriterionResult, found: Sequence[Finding], targets: Mapping[int, str]) -> RubricItem:
    pending = criterion.verdict is Verdict.PENDING
    kinds = criterion.quality.kinds if criterion.quality else ()
    lost = not pending and criterion.earned < criterion.points
    failed = any(check.verdict is not Verdict.PASS for check in criterion.checks)
    proposed = criterion.proposed is not None
    comment = comment_of(criterion)
    earlier = tuple(page_text(given.to_confirm_text) for given in to_confirm([criterion]))
    colour = "open" if pending else "fail" if lost else "pass"
    return RubricItem(
        id=f"line-{number}",
        title=page_text(criterion.title),
        earned="" if pending else decimal_text(criterion.earned),
        points=decimal_text(criterion.points),
        verdict=verdict_text(criterion),
        colour="pass" if criterion.bonus and not pending else colour,
        percent=bar_percent(criterion.earned, criterion.points),
        open=(lost and not criterion.bonus) or failed or any((comment.text, kinds, proposed, earlier)),
        bonus=criterion.bonus,
        pending=pending,
        by_hand=criterion.by_hand,
        was=was_text(criterion),
        comment=comment.text,
        comment_source=comment.source,
        entries=tuple(check_entries(criterion, found, targets)),
        assessed=page_text(criterion.message),
        assessed_points=assessed_points(criterion) if criterion.message else "",
        kinds=tuple(map(_quality_entry, kinds)),
        pruning=pruning_picture(criterion.pruning) if criterion.pruning else None,
        earlier=earlier,
        hand_fields=hand_fields(criterion),
    )


def _quality_entry(kind: QualityKind) -> QualityEntry:
    return QualityEntry(
        heading=page_text(kind_heading(kind)),
        findings=tuple(QualityPlace(page_text(one.at), page_text(one.message)) for one in kind.findings),
        more=findings_left_out(kind),
    )
