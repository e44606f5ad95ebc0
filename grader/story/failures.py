"""What failed, as blocks: each finding once, causes before consequences, the one to begin with first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.blocks import Block, Detail, Failure, Fold, Say, Section, Status
from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict
from grader.story.evidence import evidence
from grader.story.finding_groups import FindingGroup, finding_groups, fix_first
from grader.story.findings import Finding
from grader.text.line_names import one_line_board
from grader.text.number_text import count_text, points_text
from grader.text.reasons import COUNTED, check_text, said
from grader.text.reproduction_text import python_names
from grader.text.verdict_text import verdict_word

MOST = 5
"""Findings that are shown where not all are."""
STATUS = {Verdict.PASS: Status.PASS, Verdict.PENDING: Status.OPEN, Verdict.BLOCKED: Status.MUTED}


def status_of(verdict: Verdict) -> Status:
    """Return what a sign or a colour says of a verdict."""
    return STATUS.get(verdict, Status.FAIL)


def failures(result: Result) -> Iterator[Block]:
    """Yield what the checks found: first what costs points, then what costs nothing here."""
    groups = finding_groups(result)
    first = fix_first(groups)
    ordered = sorted(groups, key=lambda group: group is not first)
    shown = _selected(ordered)
    for title, costs in (("What was lost", True), ("What costs nothing here", False)):
        told = tuple(
            _group(group, Detail.NORMAL if any(group is one for one in shown) else Detail.ALL)
            for group in ordered
            if group.costs is costs
        )
        if told:
            yield Section(title, told, level=min(one.level for one in told))
    if any(group.lead.check.reproduce for group in groups) and (advice := python_names(result)):
        at_once = any(group.lead.check.reproduce for group in shown)
        yield Say(advice, Status.MUTED, ours=True, level=Detail.NORMAL if at_once else Detail.ALL)


def headline(group: FindingGroup) -> str:
    """Return what is wrong, such as ``winner: misses the anti-diagonal``."""
    check, function = group.lead.check, group.lead.function
    message = said(check.pattern or check.reasons)
    if not message or not function:
        return message or group.lead.title
    title = "" if check.pattern or len(group.lead.members) > 1 else f" (check: {check.title})"
    return f"{function}: {message}{title}"


def first_to_fix(groups: Sequence[FindingGroup]) -> str:
    """Return what a student should correct first, and how much may follow from it; empty if nothing costs points."""
    group = fix_first(groups)
    if group is None or not group.costs:
        return ""
    if not group.failures:
        return headline(group)
    return f"{headline(group)}; {count_text(group.failures, 'further failure')} may follow from it"


def seen_text(group: FindingGroup) -> str:
    """Return what was seen of the function that other failures may follow from; empty if nothing was."""
    cause = group.cause
    if cause is None or not group.following:
        return ""
    seen = f"{cause.call} on {one_line_board(cause.board)} gave {said(cause.got)}; expected: {said(cause.expected)}"
    return f"Seen in a call of {cause.seen_in.partition('(')[0]} that fails: {seen}."


def following_text(group: FindingGroup) -> str:
    """Return how much may follow from the first finding of a group; empty if nothing is known to."""
    if group.cause is None or not group.following:
        return ""
    count = count_text(group.failures, "further failure")
    return f"Fix {group.cause.function} first: {count} may follow from it{_cost(group.following)}."


def unjudged_text(group: FindingGroup) -> str:
    """Return how many checks of the same function were not judged; empty if all were."""
    count = sum(len(finding.members) for finding in group.unjudged)
    if not count:
        return ""
    checks = "1 more check was" if count == 1 else f"{count} more checks were"
    return f"{checks} not judged because of this{_cost(group.unjudged)}."


def sentences(group: FindingGroup) -> tuple[str, ...]:
    """Return all that is said about the folded findings of a group."""
    return tuple(filter(None, (seen_text(group), following_text(group), unjudged_text(group))))


def _selected(groups: Sequence[FindingGroup]) -> list[FindingGroup]:
    """Return the groups that are shown where not all are: the first one of each function that costs points."""
    firsts: dict[str, FindingGroup] = {}
    for group in groups:
        if group.costs:
            firsts.setdefault(group.lead.check.function, group)
    return list(firsts.values())[:MOST]


def _group(group: FindingGroup, level: Detail) -> Failure:
    below: list[Block] = []
    if seen := seen_text(group):
        below.append(Say(seen, Status.OPEN))
    # The own function first: where a format writes out what is folded, the other functions come in between.
    for text, found in ((unjudged_text(group), group.unjudged), (following_text(group), group.following)):
        inside = tuple(_failure(one, level=Detail.ALL) for one in found)
        if text:
            below.append(Fold(text, inside, Status.OPEN))
        elif found:
            below.append(Fold("May follow from this:", inside, Status.OPEN, level=Detail.ALL))
    return _failure(group.lead, tuple(below), level=level)


def _failure(finding: Finding, below: tuple[Block, ...] = (), *, level: Detail) -> Failure:
    check = finding.check
    return Failure(
        finding.title,
        status_of(check.verdict),
        finding.cost_text,
        verdict_word(check.verdict),
        _message(check),
        share=_share(check),
        children=(*evidence(check, finding.sheet), *below),
        anchor=anchor_of(finding.members[0].check),
        level=level,
    )


def anchor_of(check: CheckResult) -> str:
    """Return the anchor of the finding whose first check is `check`."""
    return f"finding-{check.id}"


def _message(check: CheckResult) -> str:
    """Return the message with the numbers of boards, unless it names them."""
    text = check_text(check)
    counted = any(name in each.values for each in check.reasons for name in COUNTED)
    if check.wrong is None or check.of is None or check.of == 1 or not text or counted:
        return text
    return f"{text} ({check.wrong:,} of {check.of:,})"


def _share(check: CheckResult) -> float | None:
    if check.wrong is None or check.of is None or check.of <= 1:
        return None
    return round(min(max(check.wrong / check.of, 0.0), 1.0) * 100, 2)


def _cost(folded: Sequence[Finding]) -> str:
    lost = sum((finding.lost for finding in folded), Decimal(0))
    return f" (-{points_text(lost)})" if lost else ""
