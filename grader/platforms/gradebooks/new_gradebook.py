"""New files with the marks of a class, as other programs write or import them: nobody's file is filled in."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from grader.platforms.gradebooks.feedback_text import feedback_text
from grader.platforms.gradebooks.mark_choice import MarkChoice, no_mark
from grader.platforms.gradebooks.numbers import number_cell
from grader.model.class_row import ClassRow, student_of
from grader.model.identity import Identity
from grader.model.result import CriterionResult, Result, Score
from grader.model.rounding import half_up
from grader.model.sanitize import sanitize
from grader.text.number_text import decimal_text
from grader.text.spreadsheet_cell import FORMULA, csv_cell

WITH_STUDENT_NUMBERS = {"gradescope", "plain", ""}
"""Layouts whose ids may be numbers of the university: from the download or from a roster."""
MOODLE_IDS = ("username", "email", "idnumber")
"""By these columns Moodle's gradebook finds students; a row with an empty one counts there for the student above."""
NOT_FOUND = (
    "login, address or ID number, by which Moodle finds the others, is not known or is that of somebody else too; name"
    " a roster when the class is graded"
)
IN_POINTS = {"nbgrader", "otter"}
"""Formats that have the points of the rubric; programs read them, which scale them themselves."""
SHARE_DECIMALS = 4
"""Of a part of full marks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeList:
    """A new file, and who is not in it."""

    data: bytes
    entered: int
    lost: tuple[str, ...]
    """Sentences, each about a student whose mark is not in the file."""
    without_mark: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A student with a mark."""

    result: Result
    score: Score
    mark: Decimal

    @property
    def who(self) -> Identity:
        """The student."""
        return self.result.submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a list is made of."""

    title: str
    """What the column of marks, or the assignment, is called."""
    choice: MarkChoice
    layout: str
    """The name of the class's download, empty if it is not known."""
    id_columns: tuple[str, ...] = ()
    """Of a new gradebook of Moodle: the columns by which it finds everybody whose mark is in it."""


def grade_list(rows: Sequence[ClassRow], form: str, content: Content, *, so_far: bool) -> GradeList:
    """Return the marks in one of the `FORMS`; those that some points are missing from only if marks `so_far` count."""
    entries: list[Entry] = []
    lost: list[str] = []
    without_mark = []
    for row in sorted(rows, key=lambda one: student_of(one).id):
        if reason := no_mark(row, so_far=so_far):
            without_mark.append(f"{sanitize(student_of(row).label)}: {reason}")
        elif isinstance(row, Result) and row.score is not None:
            entries.append(Entry(result=row, score=row.score, mark=content.choice.of(row.score)))
    if form == "moodle-gradebook":
        known = _moodle_columns(entries, content)
        lost = [f"{sanitize(one.who.label)}: {NOT_FOUND}" for one in entries if not known.finds(one)]
        entries = [one for one in entries if known.finds(one)]
        content = replace(content, id_columns=known.columns)
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(FORMS[form](entries, content))
    return GradeList(
        data=table.getvalue().encode(), entered=len(entries), lost=tuple(lost), without_mark=tuple(without_mark)
    )


def _moodle_gradebook(entries: Sequence[Entry], content: Content) -> Iterable[Sequence[str]]:
    """Yield a table that Moodle's gradebook imports; it finds a student by any column before the title."""
    title = csv_cell(content.title)
    columns = content.id_columns
    yield [*columns, title, f"{title} feedback"]
    for one in entries:
        ids = _moodle_ids(one.who, content)
        text = feedback_text(one.result, as_html=True)
        yield [*(ids[name] for name in columns), number_cell(one.mark, comma=False), text]


@dataclass(frozen=True, slots=True, kw_only=True)
class _MoodleColumns:
    """The columns by which Moodle finds students, and of whom each of them holds an id that nobody else has."""

    columns: tuple[str, ...]
    found: frozenset[str]

    def finds(self, entry: Entry) -> bool:
        return entry.who.id in self.found


def _moodle_columns(entries: Sequence[Entry], content: Content) -> _MoodleColumns:
    """Return the column by which most are found, and all others by which they are."""
    found: dict[str, frozenset[str]] = {}
    ids = {one.who.id: _moodle_ids(one.who, content) for one in entries}
    for column in MOODLE_IDS:
        counts = Counter(known[column] for known in ids.values())
        found[column] = frozenset(who for who, known in ids.items() if known[column] and counts[known[column]] == 1)
    most = max(MOODLE_IDS, key=lambda column: len(found[column]))
    return _MoodleColumns(
        columns=tuple(column for column in MOODLE_IDS if found[column] >= found[most]),
        found=found[most],
    )


def _moodle_ids(who: Identity, content: Content) -> Mapping[str, str]:
    # In a download of Moodle itself the id is that of a participant, which the gradebook does not know.
    number = who.source_id if content.layout in WITH_STUDENT_NUMBERS else ""
    # An id must stand there as Moodle has it, so one that a spreadsheet would run is left out.
    texts = map(_own_id, (who.login, who.email, number))
    return dict(zip(MOODLE_IDS, texts, strict=True))


def _nbgrader(entries: Sequence[Entry], content: Content) -> Iterable[Sequence[str]]:
    """Yield the table of ``nbgrader export``. A name is not split: the grader does not know its parts."""
    yield [
        *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
        *("raw_score", "late_submission_penalty", "score", "max_score"),
    ]
    for one in entries:
        items = one.result.criteria
        penalty = -sum((item.earned for item in items if item.deduction is not None), Decimal(0))
        raw = sum((item.earned for item in items if item.deduction is None), Decimal(0))
        numbers = (raw, penalty, one.mark, content.choice.full)
        names = (csv_cell(one.who.student), "", _own_id(one.who.email))
        cells = [csv_cell(content.title), "", one.who.submitted_at, one.who.id, *names]
        yield [*cells, *(number_cell(number, comma=False) for number in numbers)]


def _otter(entries: Sequence[Entry], _content: Content) -> Iterable[Sequence[str]]:
    """Yield the table of ``otter grade``: a column for each item, first the points of each."""
    first: Mapping[str, CriterionResult] = {item.id: item for one in reversed(entries) for item in one.result.criteria}
    items = {item.id: first[item.id] for one in entries for item in one.result.criteria}
    yield ["file", *map(csv_cell, items), "total_points_earned", "percent_correct", "grading_status"]
    points = [decimal_text(item.points) for item in items.values()]
    full = entries[0].score.possible if entries else Decimal(0)
    yield ["points-per-question", *points, decimal_text(full), "", ""]
    for one in entries:
        earned = {item.id: item.earned for item in one.result.criteria}
        total = max(one.score.earned + one.score.bonus, Decimal(0))
        share = Fraction(total) / Fraction(full) if full else Fraction(0)
        cells = [decimal_text(earned[name]) if name in earned else "" for name in items]
        part = decimal_text(half_up(share, SHARE_DECIMALS))
        yield [one.who.id, *cells, decimal_text(total), part, "Completed"]


def _own_id(text: str) -> str:
    return "" if text.startswith(FORMULA) else text


FORMS: Mapping[str, Callable[[Sequence[Entry], Content], Iterable[Sequence[str]]]] = MappingProxyType(
    {"moodle-gradebook": _moodle_gradebook, "nbgrader": _nbgrader, "otter": _otter}
)
