"""The answer of every report: the mark, the lost points, and what to correct first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.blocks import (
    BONUS,
    EXAMPLE,
    LOST,
    MEANS,
    SCALED,
    WHERE,
    Block,
    Detail,
    Facts,
    Link,
    Say,
    Status,
    Text,
    TotalMark,
)
from grader.capabilities.causes.report import Cause
from grader.capabilities.rescue.capability import Rescue, without_text
from grader.model.result import ItemResult, Result, Score
from grader.model.spec import OWN_CONSTANTS, START
from grader.scoring import lost_by, sum_of, with_limited_deductions
from grader.story.changes import since_text
from grader.story.failures import (
    anchor_of,
    edit_said,
    edit_text,
    example_text,
    headline,
    meaning_text,
    mistake_text,
    right_names,
)
from grader.story.findings import ToldFinding, findings, fix_first, fix_next, lost_on, passing_with_right
from grader.text.mark_text import NO_MARK_TEXTS, is_filled_in, mark_text, out_of, praise, to_be_marked
from grader.text.number_text import decimal_text, join_words, scaled_text

MOST_NEXT = 6  # faults that are told beside the first one


def answer(result: Result) -> Iterator[Block]:
    """Yield the mark and the next corrections, or why there is no mark."""
    score = result.score
    if score is None:
        said = NO_MARK_TEXTS[result.status]
        yield Say(f"No mark: {said.happened}. This costs no points.", Status.FAIL, ours=True, level=Detail.BRIEF)
        yield Facts(((result.no_mark, result.fault or "no more is known"),), level=Detail.BRIEF)
        yield Say(said.to_do, ours=True, level=Detail.BRIEF)
        return
    marked = score.possible - score.pending
    lost = marked - score.earned
    yield TotalMark(
        decimal_text(score.earned),
        out_of(score),
        to_be_marked(score),
        lost=decimal_text(lost) if lost > 0 else "",
        share=percent_of(score.earned, marked),
        praise=praise(result),
        level=Detail.BRIEF,
    )
    if facts := tuple(_facts(result, score)):
        yield Facts(facts, level=Detail.BRIEF)


def answer_facts(result: Result) -> list[tuple[str, Text]]:
    """Return the answer as labels and texts, the mark first; nothing without a mark."""
    return [("Mark", mark_text(result.score)), *_facts(result, result.score)] if result.score else []


def losing_items(result: Result) -> list[ItemResult]:
    """Return the items with lost points, in the order of the rubric."""
    return [item for item in result.criteria if lost_on(item)]


def percent_of(part: Decimal, whole: Decimal) -> float:
    """Return `part` in percent of `whole` for a bar, limited to 0 to 100; 0 if `whole` is 0."""
    return round(float(min(max(part / whole, Decimal(0)), Decimal(1)) * 100), 2) if whole > 0 else 0.0


def _facts(result: Result, score: Score) -> Iterator[tuple[str, Text]]:
    found = findings(result)
    first = fix_first(found)
    if first is not None and first.costs:
        yield from _to_fix(first, fix_next(result, found, first)[:MOST_NEXT])
        if first.cause is not None and first.following:
            yield "Then", with_right_text(result, score, first.cause)
        if rescue := rescue_text(result, score):
            # A rescue names lines without which the rest can be graded. They are not lines to delete.
            yield "Then" if " with " in rescue else "The rest", rescue
            yield from _left_after_rescue(result)
    yield from (("Costs nothing", note) for note in result.notes if note.startswith((START, OWN_CONSTANTS)))
    if since := since_text(result):
        yield "Last version", since
    if lost := losing_items(result):
        yield LOST, ", ".join(f"{item.title} -{decimal_text(lost_on(item))}" for item in lost)
    yield from _parts(result, score)


def _to_fix(first: ToldFinding, others: Sequence[ToldFinding]) -> Iterator[tuple[str, Text]]:
    yield "Fix this first", Link(headline(first), anchor_of(first.members[0].check))
    if edit := edit_text(first):
        yield "In your file", edit
    for other in others:
        yield "Fix next", Link(headline(other), anchor_of(other.members[0].check))
        if edit := edit_text(other):
            yield WHERE, edit
        elif meaning := meaning_text(other):
            yield MEANS, meaning
        elif example := example_text(other):
            yield EXAMPLE, example


def with_right_text(result: Result, score: Score, cause: Cause) -> str:
    """Return the mark with right functions, and the other functions that are right then."""
    passing = passing_with_right(result, cause)
    checks = list(result.checks)
    lost = {check.id for check in checks if check.earned < check.points}
    above = dict.fromkeys(check.function for check in checks if check.id in lost & passing)
    wrong = {check.function for check in checks if check.id in lost - passing}
    relying = {each.values["function"] for check in checks for each in check.pattern if each.code == "relied_on"}
    right = [name for name in above if name not in {*wrong, *cause.functions, *relying}]
    also = f"; your {join_words(right)} {'needs' if len(right) == 1 else 'need'} no change" if right and wrong else ""
    return f"{_with_gained(result, score, lost_by(result, passing))} with {right_names(cause)}{also}"


def rescue_text(result: Result, score: Score) -> str:
    """Return the mark without the lines that stop the import: ``86 of 95 without line 31``; empty if not known."""
    rescue = result.found_as(Rescue)
    if rescue is None:
        return ""
    return f"{_with_gained(result, score, lost_by(result, rescue.passed))} {without_text(rescue.removed)}"


def _left_after_rescue(result: Result) -> Iterator[tuple[str, Text]]:
    found = result.found_as(Rescue)
    for one in found.left[:MOST_NEXT] if found else ():
        yield "Fix next", ": ".join(filter(None, (one.function, mistake_text(one.mistake))))
        if edit := edit_said(one.mistake):
            yield WHERE, edit


def _with_gained(result: Result, score: Score, gained: Decimal) -> str:
    kept = tuple(one for one in result.criteria if not (one.bonus or one.gives_back))
    reached = gained + sum_of(one.earned for one in with_limited_deductions(kept, gained))
    return f"{decimal_text(reached)} of {decimal_text(score.possible - score.pending)}"


def _parts(result: Result, score: Score) -> Iterator[tuple[str, str]]:
    """Yield the parts of the mark, without the automatic and the open points."""
    marked = [one for one in result.criteria if is_filled_in(one) and not one.bonus]
    if marked:
        earned, possible = sum_of(one.earned for one in marked), sum_of(one.points for one in marked)
        yield "By hand", f"{decimal_text(earned)} of {decimal_text(possible)}"
    if changed := _changed_points(result):
        yield "Changed by hand", changed
    if score.bonus_possible and not score.bonus_pending and not score.bonus:
        yield BONUS, f"0 of {decimal_text(score.bonus_possible)}"
    if score.scaled is not None and score.scaled_possible is not None:
        yield SCALED, scaled_text(score, result.rubric.scale_decimals)


def _changed_points(result: Result) -> str:
    changed = [one for one in result.criteria if one.was is not None]
    sums = ((" bonus", [one for one in changed if one.bonus]), ("", [one for one in changed if not one.bonus]))
    return ", ".join(
        f"{'+' if points >= 0 else '-'}{decimal_text(abs(points))}{unit}"
        for unit, lines in reversed(sums)
        if lines
        for points in [sum_of(one.earned - (one.was or 0) for one in lines)]
    )
