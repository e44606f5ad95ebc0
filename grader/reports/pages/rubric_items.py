"""The rubric's lines as the student's page shows them, and above them the findings that several lines share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.capabilities.alpha_beta.report import PruningReport
from grader.capabilities.quality.report import QualityKind, QualityReport
from grader.capabilities.quality.story import kind_heading
from grader.model.result import CriterionResult
from grader.model.verdict import Verdict
from grader.reports.pages.check_entries import (
    CheckEntry,
    PageFindings,
    bar_percent,
    check_entries,
    check_group,
    comment_of,
)
from grader.reports.pages.code_listing import CodeLink
from grader.reports.pages.evidence import evidence, page_text
from grader.reports.pages.hand_marks import HandField, hand_fields
from grader.reports.pages.pruning import PruningPicture, pruning_picture
from grader.story.failures import headline, sentences
from grader.story.finding_groups import FindingGroup
from grader.story.findings import Finding
from grader.story.items import decided_text
from grader.text.marks_text import to_confirm, was_text
from grader.text.number_text import decimal_text
from grader.text.verdict_text import is_unearned_bonus, item_word


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
    folded: tuple[CheckEntry, ...]
    """Failures that may follow from another function; shown to a reader who asks for them."""
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

    @property
    def follows(self) -> str:
        """The functions that the folded failures may follow from."""
        return " and ".join(dict.fromkeys(page_text(entry.follows) for entry in self.folded))

    @property
    def only_follows(self) -> bool:
        """Whether the item has no other failure."""
        return bool(self.folded) and not _has_failure(self.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStep:
    """A function to correct before others."""

    headline: str
    target: str
    """Where the page says more."""
    sentences: tuple[str, ...]
    """What may follow from it, and what was seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricSection:
    """What the page shows of the rubric."""

    shared: tuple[SharedFinding, ...]
    items: tuple[RubricItem, ...]
    first: tuple[FirstStep, ...] = ()
    """The functions that failures of others may follow from."""


def rubric_section(criteria: Sequence[CriterionResult], found: Sequence[FindingGroup]) -> RubricSection:
    """
    Return the rubric's items with `found`, all findings of the result.

    A finding that several items share is explained once, and the items link to it.
    """
    every = [finding for group in found for finding in (group.lead, *group.folded)]
    several = [finding for finding in every if finding.shared]
    shared = [_shared(number, finding) for number, finding in enumerate(several)]
    known = PageFindings(
        found=every,
        targets={id(finding): one.id for finding, one in zip(several, shared, strict=True)},
        follows={id(one): group.lead.function or group.lead.title for group in found for one in group.following},
    )
    items = [_item(number, criterion, known) for number, criterion in enumerate(criteria)]
    return RubricSection(shared=tuple(shared), items=tuple(items), first=_first_steps(criteria, found, known))


def _first_steps(
    criteria: Sequence[CriterionResult], found: Sequence[FindingGroup], known: PageFindings
) -> tuple[FirstStep, ...]:
    """Return the functions that failures of others may follow from, first the one that most may follow from."""
    groups = sorted((group for group in found if group.following), key=lambda group: -group.failures)
    return tuple(
        FirstStep(
            headline=page_text(headline(group)),
            target=known.targets.get(id(group.lead)) or _id_of_item(criteria, group.lead),
            sentences=tuple(map(page_text, sentences(group))),
        )
        for group in groups
    )


def _id_of_item(criteria: Sequence[CriterionResult], finding: Finding) -> str:
    owner = finding.members[0].criterion
    return next(f"line-{number}" for number, criterion in enumerate(criteria) if criterion is owner)


def _shared(number: int, finding: Finding) -> SharedFinding:
    return SharedFinding(
        id=f"finding-{number}",
        title="Every function" if finding.title == "every function" else page_text(finding.title),
        lost=finding.cost_text,
        entry=CheckEntry(groups=(check_group(finding, rows=()),), evidence=evidence(finding.check)),
    )


def _item(number: int, criterion: CriterionResult, known: PageFindings) -> RubricItem:
    pending = criterion.verdict is Verdict.PENDING
    kinds = quality.kinds if (quality := criterion.found_as(QualityReport)) else ()
    lost = not pending and criterion.earned < criterion.points
    proposed = criterion.proposed is not None
    comment = comment_of(criterion)
    earlier = tuple(page_text(given.to_confirm_text) for given in to_confirm([criterion]))
    colour = "open" if pending or is_unearned_bonus(criterion) else "fail" if lost and not criterion.bonus else "pass"
    entries = tuple(check_entries(criterion, known))
    folded = tuple(entry for entry in entries if entry.follows)
    explained_here = _has_failure(entries) or (lost and not criterion.bonus and not entries)
    return RubricItem(
        id=f"line-{number}",
        title=page_text(criterion.title),
        earned="" if pending else decimal_text(criterion.earned),
        points="" if criterion.deduction is not None else decimal_text(criterion.points),
        verdict=item_word(criterion),
        colour=colour,
        percent=bar_percent(criterion.earned, criterion.points),
        open=explained_here or any((comment.text, kinds, proposed, earlier)),
        bonus=criterion.bonus,
        pending=pending,
        by_hand=criterion.by_hand,
        was=was_text(criterion),
        comment=comment.text,
        comment_source=comment.source,
        entries=tuple(entry for entry in entries if not entry.follows),
        folded=folded,
        assessed=page_text(criterion.message),
        assessed_points=decided_text(criterion) if criterion.message else "",
        kinds=tuple(map(_quality_entry, kinds)),
        pruning=pruning_picture(pruning) if (pruning := criterion.found_as(PruningReport)) else None,
        earlier=earlier,
        hand_fields=hand_fields(criterion),
    )


def _has_failure(entries: Iterable[CheckEntry]) -> bool:
    """Tell whether a check did not pass that follows from nothing, and is explained with its item."""
    own = (group for entry in entries if not entry.follows for group in entry.groups if not group.finding_id)
    return any(row.colour != "pass" for group in own for row in group.rows)


def _quality_entry(kind: QualityKind) -> QualityEntry:
    return QualityEntry(
        heading=page_text(kind_heading(kind)),
        findings=tuple(QualityPlace(page_text(one.at), page_text(one.message)) for one in kind.findings),
        more=f"and {left_out:,} more" if (left_out := kind.count - len(kind.findings)) > 0 else "",
    )
