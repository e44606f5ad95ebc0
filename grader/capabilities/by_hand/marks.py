"""
Points that a person gives: to open items, and in place of the grader's points.

All functions are pure. The grader's points stay in the result, so that every mark can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from grader.model.result import CheckResult, ItemResult, ManualMark, Markable, Result
from grader.model.verdict import Verdict
from grader.scoring import ZERO, most_severe, totals_of, verdict_of, with_limited_deductions
from grader.text.number_text import decimal_text

LARGEST_PENALTY = 10**6


class Overlap(NamedTuple):
    """An item and one of its checks with points by hand: the item's would hide the check's."""

    item: str
    check: str

    @property
    def text(self) -> str:
        """The problem and the remedy."""
        return (
            f"item {self.item} and its check {self.check} cannot both have points by hand; take one of them back with"
            " the points auto"
        )


def with_manual(result: Result, marks: Mapping[str, ManualMark | None]) -> Result:
    """
    Return `result` with a person's points on items and checks (by their ids), and new totals.

    Earlier points stay, unless `marks` has others for the same id, or None, which takes them back. A mark also settles
    the proposals of an earlier version of the file. A result without a score (a harness fault) stays as it is, because
    points by hand would make it look graded. ValueError for marks that `refusal` or `overlaps` object to, and for
    unknown ids.
    """
    if result.score is None:
        return result
    items = items_by_id(result.criteria)
    for name, mark in marks.items():
        if name not in items:
            raise ValueError(f"a mark for {name}, which is neither an item nor a check")
        if mark is not None and (problem := refusal(items[name], mark)):
            raise ValueError(problem)
    for overlap in overlaps(result, marks):
        raise ValueError(overlap.text)
    given = _merged(result, marks)
    marked = tuple(_with_marks(_as_graded(_decided(item, marks)), given) for item in result.criteria)
    criteria = with_limited_deductions(marked)
    return replace(result, criteria=criteria, score=totals_of(result, criteria))


def items_by_id(criteria: Iterable[ItemResult]) -> dict[str, Markable]:
    return {one.id: one for item in criteria for one in item.markables}


def marks_given(result: Result) -> dict[str, ManualMark]:
    """Return the marks of a person, by the ids of items and checks."""
    return {one.id: one.manual for item in result.criteria for one in item.markables if one.manual is not None}


def marks_to_confirm(result: Result) -> dict[str, ManualMark]:
    """Return the marks of an earlier version of the file that wait for a person, by the same ids."""
    return {one.id: one.earlier for item in result.criteria for one in item.markables if one.earlier is not None}


def with_marks_to_confirm(result: Result, marks: Mapping[str, ManualMark]) -> Result:
    """Return `result` with `marks` as proposals, which do not count; unknown ids are left out."""

    def proposed(item: ItemResult) -> ItemResult:
        checks = tuple(replace(check, earlier=marks.get(check.id)) for check in item.checks)
        return replace(item, checks=checks, earlier=marks.get(item.id))

    return replace(result, criteria=tuple(map(proposed, result.criteria)))


def refusal(item: Markable, mark: ManualMark) -> str:
    """Return one sentence on why `item` cannot have `mark`; empty if it can."""
    if takes_off(item):
        if not -LARGEST_PENALTY <= mark.points <= ZERO:
            return f"{decimal_text(mark.points)} points, but {described(item)} takes points off: 0, or less such as -10"
    elif not ZERO <= mark.points <= item.points:
        return f"{decimal_text(mark.points)} points, but {described(item)} has {decimal_text(item.points)}"
    if is_automatic(item) and not mark.comment:
        return f"{described(item)} was graded automatically: a comment must say why its points are changed"
    return ""


def overlaps(result: Result, marks: Mapping[str, ManualMark | None]) -> list[Overlap]:
    """
    Return the items that would have points of their own and points on a check, if `marks` were given to `result`.

    Earlier marks count as well, but at least one of each pair is new.
    """
    given = _merged(result, marks)
    return [
        Overlap(item.id, check.id)
        for item in result.criteria
        for check in item.checks
        if item.id in given and check.id in given and not marks.keys().isdisjoint((item.id, check.id))
    ]


def is_automatic(item: Markable) -> bool:
    """Return whether the grader gives points to `item`, which a person's points would replace."""
    return item.verdict is not Verdict.PENDING if isinstance(item, CheckResult) else not item.by_hand


def takes_off(item: Markable | None) -> bool:
    return isinstance(item, ItemResult) and item.deduction is not None


def described(item: Markable) -> str:
    """Return `item` for a message: ``item winner``, ``check winner.rows``."""
    return f"{'check' if isinstance(item, CheckResult) else 'item'} {item.id}"


def _decided(item: ItemResult, marks: Mapping[str, ManualMark | None]) -> ItemResult:
    """
    Return `item` without the proposals that `marks` settle.

    Points of the item settle its checks, and points of a check settle the item: both cannot have points.
    """
    of_item = item.id in marks
    checks = tuple(replace(one, earlier=None) if of_item or one.id in marks else one for one in item.checks)
    settled = of_item or any(one.id in marks for one in item.checks)
    return replace(item, checks=checks, earlier=None if settled else item.earlier)


def _merged(result: Result, marks: Mapping[str, ManualMark | None]) -> dict[str, ManualMark]:
    merged = {**marks_given(result), **marks}
    return {name: mark for name, mark in merged.items() if mark is not None}


def _as_graded(item: ItemResult) -> ItemResult:
    """Return `item` without a person's marks."""
    checks = tuple(
        replace(one, earned=one.was or ZERO, manual=None, was=None) if one.manual else one for one in item.checks
    )
    bare = replace(item, checks=checks, manual=None, was=None)
    if item.by_hand:
        marked = any(one.manual is not None for one in item.markables)
        return replace(bare, earned=ZERO, verdict=Verdict.PENDING) if marked else bare
    if item.was is None:
        return bare
    verdict = most_severe(checks) if checks else verdict_of(item.was, item.points)
    return replace(bare, earned=item.was, verdict=verdict)


def _with_marks(item: ItemResult, marks: Mapping[str, ManualMark]) -> ItemResult:
    own = marks.get(item.id)
    checks = tuple(_check_with_mark(check, marks.get(check.id)) for check in item.checks)
    marked = replace(item, checks=checks)
    if own is not None:
        verdict = verdict_of(own.points, item.points)
        was = None if item.by_hand else item.earned
        return replace(marked, earned=own.points, verdict=verdict, manual=own, was=was)
    is_open = any(one.verdict is Verdict.PENDING and one.manual is None and one.points for one in checks)
    if is_open or all(one.manual is None for one in checks):
        return marked
    earned = sum((check.earned for check in checks), ZERO)
    was = None if item.by_hand else item.earned
    return replace(marked, earned=earned, verdict=most_severe(map(_as_marked, checks)), was=was)


def _check_with_mark(check: CheckResult, mark: ManualMark | None) -> CheckResult:
    if mark is None:
        return check
    was = check.earned if is_automatic(check) else None
    return replace(check, earned=mark.points, manual=mark, was=was)


def _as_marked(check: CheckResult) -> CheckResult:
    """Return `check` with the verdict for its points."""
    says_more = check.earned < check.points and check.verdict not in {Verdict.PASS, Verdict.PENDING}
    if check.manual is None or says_more:
        return check
    return replace(check, verdict=verdict_of(check.earned, check.points))
