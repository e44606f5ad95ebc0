"""The roster on the class's page: one row for every student, with the values to sort and filter it by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.result import ItemResult, Result
from grader.model.verdict import Verdict
from grader.reports.classes.attention import ADVICE, URGENT, AttentionCase, Need
from grader.reports.classes.graded_result import GradedResult
from grader.reports.classes.statistics import ClassStatistics
from grader.reports.pages.student_links import MAX_TEXT, StudentLink, short_text, student_link
from grader.reports.pages.table_filters import RowTags
from grader.story.marking import student_marks
from grader.text.marks_text import changes
from grader.text.number_text import count_text, decimal_text
from grader.widgets import StudentMarks

SHOWN_TWINS = 3
SHOWN_NOTES = 3
MANY = 4
"""So many students may each have a note without its being one of the class."""
NO_MARK = -1
"""The place of a student without a mark among the marks: before all others."""
OPEN = "open"
"""In the place of points that a person has still to give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumn:
    """The column of a rubric item."""

    id: str
    shown: str
    """The id as far as the page shows it."""
    title: str
    points: str
    """Empty when they are not the same for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonNote:
    """A note that most students have: it is said once for all of them."""

    text: str
    shown: str
    """The text as far as the page shows it."""
    count: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemCell:
    """The points of one student for one item."""

    text: str
    label: str
    """The item's id if points are lost: a narrow screen shows only these. Otherwise empty."""
    is_open: bool = False
    """Whether a person has still to give them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A student."""

    student: StudentLink
    belongs: str
    """The group and the section, as far as they are known."""
    search: str
    """What finds the row beside what it shows: login, e-mail address and the platform's own id."""
    is_late: bool
    mark: str
    """Empty without a mark."""
    status: str
    status_kind: str
    """``fail``, ``wait`` or ``muted``."""
    twins: str
    """The students with an identical file, as a phrase; empty when there are none."""
    items: tuple[ItemCell, ...]
    seconds: str
    notes: tuple[str, ...]
    marks: StudentMarks | None
    """None without a mark."""
    order: str
    """Numbers to sort by, separated by spaces: mark in percent, urgency of the status, CPU seconds."""
    tags: str
    """The tags of the filters that find this row, separated by spaces."""


def item_columns(statistics: ClassStatistics) -> list[ItemColumn]:
    """Return a column for every item of the class's rubrics."""
    found: dict[str, list[ItemResult]] = {}
    for row in statistics.graded:
        for item in row.result.criteria:
            found.setdefault(item.id, []).append(item)
    return [
        ItemColumn(
            id=name,
            shown=short_text(name),
            title=short_text(criteria[0].title),
            points=decimal_text(criteria[0].points) if _have_same_points(criteria) else "",
        )
        for name, criteria in found.items()
    ]


def _have_same_points(criteria: Sequence[ItemResult]) -> bool:
    return criteria[0].deduction is None and len({one.points for one in criteria}) == 1


def common_notes(statistics: ClassStatistics) -> list[CommonNote]:
    """Return the notes of most students of a class that is not very small."""
    counts = Counter(note for row in statistics.graded for note in dict.fromkeys(row.result.notes))
    least = max(MANY, len(statistics.graded) // 2)
    return [
        CommonNote(
            text=text, shown=short_text(text), count=f"{count:,} of {count_text(len(statistics.graded), 'student')}"
        )
        for text, count in counts.items()
        if count > least
    ]


def common_possible(statistics: ClassStatistics) -> str:
    """Return the points that the marks are of; empty when they are not the same for all."""
    possible = {row.so_far.possible for row in statistics.graded}
    return decimal_text(possible.pop()) if len(possible) == 1 else ""


class TableOfStudents:
    """Makes the rows of a class."""

    def __init__(self, statistics: ClassStatistics, cases: Sequence[AttentionCase], tags: RowTags) -> None:
        """Prepare what rows have in common; `cases` are those for a person, `tags` find the filters of a row."""
        self._statistics = statistics
        self._tags = tags
        self._possible = common_possible(statistics)
        self._columns = item_columns(statistics)
        self._common = frozenset(note.text for note in common_notes(statistics))
        self._twins: dict[int, str] = {}
        self._cases: dict[int, list[AttentionCase]] = {}
        for case in cases:
            for student in case.students:
                self._cases.setdefault(id(student), []).append(case)
            if case.reason is Need.SAME_FILE:
                self._twins.update(_twins(case))

    def rows(self) -> list[TableRow]:
        """Return a row for every student, in the order of names."""
        graded = {id(row.result): (at, row) for at, row in enumerate(self._statistics.graded)}
        return [self._row(student, *graded.get(id(student), (None, None))) for student in self._statistics.rows]

    def _row(self, student: ClassRow, at: int | None, graded: GradedResult | None) -> TableRow:
        cases = self._cases.get(id(student), [])
        reasons = [case.reason for case in cases if case.reason is not Need.SAME_FILE]
        percent = graded.so_far.percent if graded else NO_MARK
        seconds = None if isinstance(student, NotGraded) else student.timing.cpu_seconds
        urgency = list(Need).index(reasons[0]) if reasons else len(Need)
        tags = [
            *self._tags.of_cases(cases),
            *self._tags.of_identity(student_of(student)),
            *(self._tags.of_result(at, graded.result) if graded and at is not None else ()),
        ]
        who = student_of(student)
        return TableRow(
            student=student_link(student),
            belongs=short_text(", ".join(filter(None, (who.group, who.section)))),
            search=short_text(" ".join(dict.fromkeys(filter(None, (who.login, who.email, who.source_id))))),
            is_late=bool(who.late),
            mark=self._mark(graded) if graded else "",
            status=ADVICE[reasons[0]].status if reasons else "graded",
            status_kind=("fail" if reasons[0] in URGENT else "wait") if reasons else "muted",
            twins=self._twins.get(id(student), ""),
            items=tuple(self._items(graded.result if graded else None)),
            seconds="" if seconds is None else f"{seconds:.2f}",
            notes=tuple(self._notes(student, cases)),
            marks=student_marks(graded.result) if graded else None,
            order=f"{percent} {urgency} {seconds or 0:.3f}",
            tags=" ".join(tags),
        )

    def _mark(self, row: GradedResult) -> str:
        mark, bonus = row.so_far, row.score.bonus
        text = (
            decimal_text(mark.earned)
            if self._possible
            else f"{decimal_text(mark.earned)} of {decimal_text(mark.possible)}"
        )
        return f"{text} + {decimal_text(bonus)}" if bonus else text

    def _items(self, result: Result | None) -> Iterator[ItemCell]:
        found = {one.id: one for one in result.criteria} if result else {}
        for column in self._columns:
            yield _item_cell(found.get(column.id))

    def _notes(self, student: ClassRow, cases: Sequence[AttentionCase]) -> Iterator[str]:
        """Yield what happened, what a person changed, and the notes that are not those of most students."""
        said = [case.text for case in cases if case.reason is not Need.SAME_FILE]
        if not isinstance(student, NotGraded):
            said += [f"{one.item.id} {one.change_text}" for one in changes(student)]
            said += [note for note in student.notes if note not in self._common and note not in said]
        yield from map(short_text, said[:SHOWN_NOTES])
        if len(said) > SHOWN_NOTES:
            yield f"and {count_text(len(said) - SHOWN_NOTES, 'more note')}"


def _item_cell(item: ItemResult | None) -> ItemCell:
    if item is None:
        return ItemCell(text="", label="")
    if item.verdict is Verdict.PENDING:
        return ItemCell(text=OPEN, label="", is_open=True)
    is_lost = not item.bonus and item.earned < item.points
    return ItemCell(text=decimal_text(item.earned), label=short_text(item.id) if is_lost else "")


def _twins(case: AttentionCase) -> Mapping[int, str]:
    """Return a phrase for each of the students with one file; of many others it names the first few."""
    phrases = {}
    links = [student_link(student) for student in case.students]
    for at, student in enumerate(case.students):
        others = [link.name for other, link in enumerate(links[: SHOWN_TWINS + 1]) if other != at][:SHOWN_TWINS]
        more = len(links) - 1 - len(others)
        tail = f" and {count_text(more, 'other')}" if more else ""
        phrases[id(student)] = f"same file as {', '.join(others)}{tail}"[: 2 * MAX_TEXT]
    return phrases
