"""The checks of a rubric line on the student's page: each with its points, equal evidence shown once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from grader.model.result import CheckResult, CriterionResult, Item
from grader.model.verdict import Verdict
from grader.reports.pages.evidence import Evidence, evidence, page_text
from grader.story.findings import Finding
from grader.text.marks_text import earned_text, given_text
from grader.text.number_text import decimal_text
from grader.text.reasons import COUNTED
from grader.text.verdict_text import verdict_word

COLOURS = {Verdict.PASS: "pass", Verdict.PENDING: "open", Verdict.BLOCKED: "wait"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow:
    """A check's title, verdict and points."""

    title: str
    points: str
    """``0 of 4``, or ``costs nothing``."""
    verdict: str
    colour: str
    """``pass``, ``fail``, ``wait`` or ``open``."""
    comment: str
    """Why a person changed the points; empty if nobody did."""
    comment_source: str
    """Who the comment is from."""


class Comment(NamedTuple):
    """What a person wrote beside the points, and who that was, as it was given."""

    text: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckGroup:
    """Checks with one message for all of them."""

    rows: tuple[CheckRow, ...]
    message: str = ""
    pattern: str = ""
    wrong_count: str = ""
    """``18 of 5,478``: boards with a wrong answer; empty when the message names these numbers."""
    wrong_percent: float | None = None
    """The same in percent; None when the check does not count boards."""
    sheet: str = ""
    finding_id: str = ""
    """The id of the shared finding that explains these checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEntry:
    """Groups of checks that have the same evidence."""

    groups: tuple[CheckGroup, ...]
    evidence: Evidence | None = None
    follows: str = ""
    """The function whose wrong answers it may follow from; empty if none is known."""


class PageFindings(NamedTuple):
    """All findings of a result, and what the page knows of each by its `id()`."""

    found: Sequence[Finding]
    targets: Mapping[int, str]
    """The ids on the page of findings that several items share."""
    follows: Mapping[int, str]
    """The functions whose wrong answers they may follow from."""


def bar_percent(part: Decimal, whole: Decimal) -> float:
    """Return `part` in percent of `whole`, limited to 0 to 100, as the width of a bar; 0 when `whole` is 0."""
    return round(float(min(max(part / whole, Decimal(0)), Decimal(1)) * 100), 2) if whole > 0 else 0.0


def comment_of(item: Item) -> Comment:
    """Return the comment of the person who gave the points; empty if there is none."""
    if item.manual is None:
        return Comment("", "")
    source = "the person who marked this" if item.was is None else "the person who changed these points"
    given = given_text(item.manual)
    return Comment(page_text(item.manual.comment), page_text(f"from {source}{f' ({given})' if given else ''}"))


def check_entries(criterion: CriterionResult, known: PageFindings) -> Iterator[CheckEntry]:
    """Yield the checks of `criterion` in the order of the rubric; those with the same evidence follow the first one."""
    groups: dict[object, list[Finding | CheckResult]] = {}
    for number, check in enumerate(criterion.checks):
        finding = _finding_of(criterion, check, known.found)
        if finding is None:
            groups[number] = [check]
            continue
        first = finding.check
        shown = None if finding.shared else (first.counterexample, first.reproduce, first.excerpt, first.difference)
        key = (shown, known.follows.get(id(finding))) if shown and any(shown) else ("finding", id(finding))
        group = groups.setdefault(key, [])
        if not any(member is finding for member in group):
            group.append(finding)
    for members in groups.values():
        yield _entry(criterion, members, known)


def check_group(finding: Finding, rows: tuple[CheckRow, ...]) -> CheckGroup:
    """Return what `finding` says about the checks in `rows`."""
    check = finding.check
    counts_boards = check.wrong is not None and check.of is not None and check.of > 1
    message = page_text(check.message) or "no more is known"
    numbers = f"{check.wrong:,} of {check.of:,}" if counts_boards else ""
    in_message = any(kind in each.values for each in check.reasons for kind in COUNTED)
    return CheckGroup(
        rows=rows,
        message=message,
        pattern=page_text(check.pattern),
        wrong_count="" if in_message else numbers,
        wrong_percent=bar_percent(Decimal(check.wrong or 0), Decimal(check.of or 0)) if counts_boards else None,
        sheet=page_text(finding.sheet),
    )


def _entry(criterion: CriterionResult, members: list[Finding | CheckResult], known: PageFindings) -> CheckEntry:
    groups, shown = [], None
    follows = next((known.follows[id(member)] for member in members if id(member) in known.follows), "")
    for member in members:
        if isinstance(member, CheckResult):
            why = page_text(member.message) if member.verdict is Verdict.PENDING else ""
            groups.append(CheckGroup(rows=(_row(member),), message=why))
            continue
        rows = tuple(_row(check) for owner, check in member.members if owner is criterion)
        target = known.targets.get(id(member), "")
        groups.append(CheckGroup(rows=rows, finding_id=target) if target else check_group(member, rows))
        shown = shown or (None if target else evidence(member.check))
    return CheckEntry(groups=tuple(groups), evidence=shown, follows=follows)


def _finding_of(criterion: CriterionResult, check: CheckResult, found: Sequence[Finding]) -> Finding | None:
    return next(
        (one for one in found if any(owner is criterion and member is check for owner, member in one.members)), None
    )


def _row(check: CheckResult) -> CheckRow:
    comment = comment_of(check)
    earned = "" if check.verdict is Verdict.PENDING and check.manual is None else f"{earned_text(check)} "
    return CheckRow(
        title=page_text(check.title),
        points=f"{earned}of {decimal_text(check.points)}" if check.points else "costs nothing",
        verdict=verdict_word(check.verdict),
        colour=COLOURS.get(check.verdict, "fail"),
        comment=comment.text,
        comment_source=comment.source,
    )
