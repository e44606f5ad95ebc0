"""
The common parts of platforms' reports: the CI job, a result as a list of tests, or the reason for no result.

A test is a check, or an item without checks of its own.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from grader.blocks import Block, Facts
from grader.capabilities.registry import tell_found
from grader.model.assessment import half_up
from grader.model.result import INTERNAL_ERROR, NO_MARK, CheckResult, ItemResult, Result, Score
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.python_text import definitions_in
from grader.render.terminal import as_text
from grader.story.evidence import evidence
from grader.text.line_breaks import visible_blanks
from grader.text.mark_text import NO_MARK_TEXTS, given_text, item_word, verdict_word, was_text
from grader.text.number_text import decimal_text
from grader.text.reasons import check_text, said

MAX_REASON = 2000  # characters of the reason for no mark


@dataclass(frozen=True, slots=True, kw_only=True)
class CiJob:
    """The job of a platform that runs the grader."""

    environment: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    folder: str = ""
    """The folder of the graded file, relative to the platform's workspace, with forward slashes; empty if equal."""
    resume_word: str = ""
    """A word that no student can guess: it ends the part of a log without commands."""
    now: datetime = datetime(2000, 1, 1, tzinfo=timezone.utc)

    def path(self, file: str) -> str:
        """Return the path of one of the submission's files, relative to the workspace."""
        return f"{self.folder}/{file}" if self.folder else file


class AppendedText(NamedTuple):
    """A text to add to a file of the platform."""

    variable: str
    """The environment variable with the path of the file. Without the variable nothing is written."""
    text: str
    needed: bool
    """Whether the platform needs the text to show the mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformOutput:
    """The text for standard output, and texts to add to files of the platform."""

    content: str | bytes
    appended: tuple[AppendedText, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMark:
    reason: str
    by_grader: bool
    """Whether the grader failed; otherwise the submission or an argument could not be read."""
    student: str = ""
    status: str = INTERNAL_ERROR

    @property
    def title(self) -> str:
        return f"Not graded: {NO_MARK[self.status]}" if self.by_grader else "Not graded"

    @property
    def text(self) -> str:
        """The event, its reason, and that it costs nothing."""
        reason = sanitize(self.reason, MAX_REASON, keep="\n") or "no more is known"
        if self.by_grader:
            happened = NO_MARK_TEXTS[self.status].happened
            return f"No mark: {happened}. This costs no points.\n{NO_MARK[self.status]}: {reason}"
        return f"No mark: nothing was graded. This is no zero.\nreason: {reason}"


def no_mark_of(result: Result) -> NoMark:
    return NoMark(reason=result.fault, by_grader=True, student=result.submission.student, status=result.status)


IN_FILE = re.compile(r"(?P<file>[^:]{1,200}):(?P<line>[0-9]{1,6})")
MAX_FILE = 200  # characters of a file's path


class Location(NamedTuple):
    """A file of the submission and a line, from 1; None for the whole file or a notebook."""

    file: str
    line: int | None = None


def location_of(check: CheckResult, result: Result) -> Location:
    """Return the place of an exception; else the definition of the function; else the graded file."""
    example = check.counterexample
    raised = None if example is None or example.at is None else location_at(example.at, result)
    return raised or _definition(check.function, result) or graded_file(result)


def location_at(at: str, result: Result) -> Location | None:
    """Return the place `at`, such as ``tictactoe.py:41``; None if no Python file has this line."""
    found = IN_FILE.fullmatch(at)
    if found is None:
        return None
    copy = next((one for one in result.source if one.path == found["file"]), None)
    line = int(found["line"])
    if copy is None or copy.cells or not 1 <= line <= copy.lines:
        return None
    return Location(sanitize(copy.path, MAX_FILE), line)


def graded_file(result: Result) -> Location:
    return Location(sanitize(result.submission.main, MAX_FILE))


def _definition(function: str, result: Result) -> Location | None:
    """Return the last definition of `function` in the graded file, which counts."""
    copy = next(iter(result.source), None)
    if copy is None or copy.cells:
        return None
    lines = [one.line for one in definitions_in(copy.text) if one.name == function and not one.within]
    return Location(sanitize(copy.path, MAX_FILE), lines[-1]) if lines else None


def json_number(points: Decimal) -> int | float:
    """Return points for JSON: 7 for 7.0, 4.5 for 4.50."""
    return int(points) if points == points.to_integral_value() else float(points)


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


MAX_TITLE = 200  # characters of a title


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportEntry:
    """A check, or an item with points of its own. The points of all entries add up to the mark."""

    id: str
    number: str  # place in the rubric, such as ``4.1``
    section: str
    title: str  # ``winner: detect a full row``
    points: Decimal
    earned: Decimal
    verdict: Verdict
    bonus: bool
    item: ItemResult
    check: CheckResult | None = None

    @property
    def pending(self) -> bool:
        """Whether a person decides about the points."""
        return self.verdict is Verdict.PENDING

    @property
    def lost(self) -> bool:
        return not self.pending and not self.bonus and self.earned < self.points

    @property
    def deduction(self) -> bool:
        """Whether the entry only takes points off."""
        return self.earned < 0

    @property
    def not_judged(self) -> bool:
        """Whether the verdict says nothing about the named check."""
        return self.pending or self.verdict is Verdict.BLOCKED or (self.bonus and self.earned < self.points)


def total_earned(score: Score) -> Decimal:
    """Return the points so far, with the bonus: the total in the format of every platform."""
    return score.earned + score.bonus


def total_possible(score: Score) -> Decimal:
    """Return the maximum of the points so far, without the bonus and open items."""
    return score.possible - score.pending


def entries(result: Result) -> tuple[ReportEntry, ...]:
    """Return the checks of a result, and items without checks, in the order of the rubric."""
    found: list[ReportEntry] = []
    for number, item in enumerate(result.criteria, 1):
        # A person's points for a whole item replace those of its checks.
        if not item.checks or item.manual is not None or item.verdict is Verdict.PENDING:
            found.append(_entry(item, str(number)))
        else:
            found += (_entry(item, f"{number}.{place}", check) for place, check in enumerate(item.checks, 1))
    return tuple(found)


def _entry(item: ItemResult, number: str, check: CheckResult | None = None) -> ReportEntry:
    one = item if check is None else check
    section = _text(item.id if check is None else check.function)
    return ReportEntry(
        id=_text(one.id),
        number=number,
        section=section,
        title=_text(item.title) or section if check is None else f"{section}: {_text(check.title)}",
        points=one.points,
        earned=one.earned,
        verdict=one.verdict,
        bonus=item.bonus,
        item=item,
        check=check,
    )


def _text(text: str) -> str:
    return visible_blanks(sanitize(text, MAX_TITLE))


def unique_names(names: Iterable[str], most_bytes: int) -> tuple[str, ...]:
    """Return unique `names`, none empty, each of at most `most_bytes` bytes in UTF-8."""
    found: dict[str, None] = {}
    for name in names:
        shown = _cut(name.strip() or "test", most_bytes)
        number = 1
        while shown in found:
            number += 1
            tail = f" ({number})"
            shown = _cut(name.strip() or "test", most_bytes - len(tail)) + tail
        found[shown] = None
    return tuple(found)


def _cut(name: str, most_bytes: int) -> str:
    return name.encode("utf-8", "backslashreplace")[:most_bytes].decode("utf-8", "ignore").rstrip()


MAX_LINE = 1000  # characters of the verdict with its message
WIDTH = 1000  # columns: the platform breaks the lines


def short_text(entry: ReportEntry) -> str:
    """Return the verdict with its reason in one line."""
    item, check = entry.item, entry.check
    word = item_word(item) if check is None else verdict_word(check.verdict)
    message = said(item.reasons) if check is None else check_text(check)
    return f"{word}: {visible_blanks(sanitize(message, MAX_LINE))}" if message else word


def entry_text(entry: ReportEntry) -> str:
    """Return all facts about a test, in lines; nothing for a test that simply passed."""
    more = as_text((*_hand_marks(entry), *_told(entry)), WIDTH)
    message = said(entry.item.reasons) if entry.check is None else check_text(entry.check)
    says_nothing = not message and (entry.verdict is Verdict.PASS or (entry.check is None and more))
    return "\n".join(filter(None, ["" if says_nothing else short_text(entry), more]))


def _told(entry: ReportEntry) -> Iterator[Block]:
    item, check = entry.item, entry.check
    if check is not None:
        yield from evidence(check, "" if check.verdict is Verdict.PASS else check.sheet)
        return
    if item.verdict is Verdict.PENDING and item.proposed is not None:
        yield Facts((("proposed", f"{decimal_text(item.proposed)} of {decimal_text(item.points)}"),))
    failed = [one for one in item.checks if one.verdict is not Verdict.PASS]
    if failed:
        yield Facts(tuple((verdict_word(one.verdict), f"{one.title}: {check_text(one)}") for one in failed))
    yield from tell_found(item)


def _hand_marks(entry: ReportEntry) -> Iterator[Block]:
    given = entry.item if entry.check is None else entry.check
    if given.manual is None:
        return
    changed = f" ({was_text(given)})" if given.was is not None else ""
    by = f", {said}" if (said := given_text(given.manual)) else ""
    comment = f": {given.manual.comment}" if given.manual.comment else ""
    points = f"{decimal_text(given.earned)} of {decimal_text(given.points)}"
    yield Facts((("by hand", f"{points}{changed}{comment}{by}"),))


class WholeTest(NamedTuple):
    entry: ReportEntry
    score: int
    most: int
    """The maximum, at least `score`; 0 if the item only takes points off."""


class WholeMark(NamedTuple):
    score: int
    """The total with the bonus, rounded half up."""
    most: int
    tests: tuple[WholeTest, ...]
    """The marked items; their scores add up to the total."""


def whole_mark(result: Result, score: Score) -> WholeMark:
    items = [_entry(item, str(number)) for number, item in enumerate(result.criteria, 1)]
    marked = [entry for entry in items if not entry.pending]
    earning = [entry for entry in marked if not entry.deduction]
    regular = whole_shares([Decimal(0) if entry.bonus else entry.points for entry in earning])
    most = [whole(entry.points) if entry.bonus else share for entry, share in zip(earning, regular, strict=True)]
    scores = whole_shares([entry.earned for entry in earning], most)
    total = whole(total_earned(score))
    # The first deduction gets all points that are taken off. There is at most one, for late work.
    taken = iter([total - sum(scores)])
    given = iter([WholeTest(*one) for one in zip(earning, scores, map(max, most, scores), strict=True)])
    tests = tuple(WholeTest(entry, next(taken, 0), 0) if entry.deduction else next(given) for entry in marked)
    return WholeMark(score=total, most=whole(total_possible(score)), tests=tests)


def whole(points: Decimal) -> int:
    """Return points rounded half up: 17.5 is 18, 17.49 is 17."""
    return int(half_up(points, 0))


def whole_shares(points: Sequence[Decimal], most: Sequence[int] | None = None) -> tuple[int, ...]:
    """
    Return `points`, none negative, as whole numbers that add up to their rounded sum.

    Each is rounded down. The missing points go, one each, to those that lose most; of equal ones the first comes first.
    No number is lifted above its maximum in `most`, unless its points are above it.
    """
    total = whole(sum(points, Decimal(0)))
    shares = [int(one) for one in points]
    limits = most if most is not None else [share + 1 for share in shares]
    room = [max(limit, math.ceil(one)) for limit, one in zip(limits, points, strict=True)]
    while (missing := total - sum(shares)) > 0:
        open_places = [place for place, share in enumerate(shares) if share < room[place]]
        if not open_places:
            break
        for place in sorted(open_places, key=lambda place: shares[place] - points[place])[:missing]:
            shares[place] += 1
    return tuple(shares)
