"""
The marks of a class in tables: entered into a platform's file, or in a new one as another program writes or imports it.

Of a file that is filled in only the cells change that have to.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.csv_file import CellPlace
from grader.model.identity import UNKNOWN_IDS, ClassIds, FileRow, Identity, have_other_names, match
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.platforms.gradebooks.grade_file import (
    FeedbackColumn,
    GradeFile,
    feedback_text,
    has_decimal_comma,
    is_ours,
    number_cell,
    read_number,
)
from grader.platforms.gradebooks.mark_choice import Exported, MarkChoice, no_mark
from grader.text.number_text import count_text, decimal_text
from grader.text.spreadsheet_cell import FORMULA

NOTHING = {"", "-"}
"""What a cell without a mark holds; Moodle writes a hyphen."""
UNCLEAR = "fits several rows of the file, or somebody else fits its row too; nothing is entered"


def fill_in(  # noqa: PLR0913 - the file, the class, and what is entered
    file: GradeFile,
    class_rows: Sequence[ClassRow],
    choice: MarkChoice,
    ids: ClassIds,
    *,
    so_far: bool,
    zeros: bool = False,
) -> Exported:
    """
    Return `file` with the marks of `class_rows`; `ids` says what the ids of the class are.

    Marks that some points are missing from are entered only if marks `so_far` count; with `zeros` who handed in nothing
    gets a 0 where nothing stands yet.
    """
    matches = match([student_of(row) for row in class_rows], file.rows, ids)
    pen = _Pen(file)
    lost, without_mark, renamed = [], [], []
    for row in class_rows:
        who = student_of(row)
        at = matches.rows.get(who.id)
        if reason := no_mark(row, so_far=so_far):
            is_zero = zeros and isinstance(row, NotGraded) and row.missing
            told = "; not found in the file" if at is None else pen.enter_zero(at) if is_zero else ""
            without_mark.append(f"{_shown(who)}: {reason}{told}")
        elif at is None:
            lost.append(f"{_shown(who)}: {UNCLEAR if who.id in matches.unclear else 'is not in the file'}")
        elif isinstance(row, Result) and (problem := pen.enter(row, at, choice)):
            lost.append(f"{_shown(who)}: {problem}")
        elif have_other_names(who.student, at.shown):
            renamed.append(f'{_shown(who)} is "{sanitize(at.shown)}"')
    return Exported(
        data=file.csv.with_cells(pen.changes),
        entered=pen.entered,
        replaced=pen.replaced,
        lost=tuple(lost),
        strangers=tuple(sanitize(row.shown) for row in matches.rows_left if not row.made_up),
        without_mark=tuple(without_mark),
        kept_texts=tuple(pen.kept_texts),
        note="; ".join(filter(None, [file.note, pen.on_groups(), pen.on_full_marks(), _on_names(renamed)])),
    )


class _Pen:
    """Enters marks and texts into the cells of a file."""

    def __init__(self, file: GradeFile) -> None:
        self._file = file
        header = file.csv.header
        # Full marks stand in the column itself, or beside it.
        near = (file.column, min(file.column + 1, len(header) - 1))
        self._comma = has_decimal_comma(row.text(column) for row in file.csv.rows for column in near)
        self.changes: dict[CellPlace, str] = {}
        self.entered = 0
        self.replaced = 0
        self.kept_texts: list[str] = []
        self._above = ""
        """Full marks, if a mark above them was refused."""
        self._groups: dict[str, set[Decimal]] = defaultdict(set)

    def enter(self, result: Result, at: FileRow, choice: MarkChoice) -> str:
        """Enter the mark of `result`, which has a score; return why that is not possible, empty if it is."""
        file = self._file
        if result.score is None:
            return "has no mark"
        if at.closed:
            return f"{at.closed}; the cell stays as it is"
        mark = choice.of(result.score)
        if file.possible is not None and mark > file.possible and not file.takes_more:
            self._above = decimal_text(file.possible)
            return f"{decimal_text(mark)} of {self._above}: the platform takes no mark above full marks"
        self._enter_mark(mark, at)
        if result.submission.group:
            self._groups[result.submission.group].add(mark)
        if file.feedback is not None:
            self._enter_text(result, at, file.feedback)
        return ""

    def enter_zero(self, at: FileRow) -> str:
        """Enter a 0 for who handed in nothing, unless something stands there; return what became of it."""
        before = self._file.csv.rows[at.row].text(self._file.column).strip()
        if at.closed:
            return f"; {at.closed}; the cell stays as it is"
        if before not in NOTHING:
            return f'; the cell stays "{sanitize(before)}"'
        self._enter_mark(Decimal(0), at)
        return "; entered as 0"

    def on_groups(self) -> str:
        """Return what to say about groups whose members have different marks; empty if nothing."""
        unequal = sorted(name for name, marks in self._groups.items() if len(marks) > 1)
        return self._file.on_groups.format(sanitize(", ".join(unequal))) if unequal else ""

    def on_full_marks(self) -> str:
        """Return what to do about marks above full marks; empty if there are none."""
        if not self._above:
            return ""
        return (
            f"for marks above {self._above}, write `scale: {{to: {self._above}, cap: true}}` into the rubric, run the"
            " same `grader batch` again (no code is run), and export again; or enter them on the platform by hand"
        )

    def _enter_mark(self, mark: Decimal, at: FileRow) -> None:
        self.entered += 1
        before = self._file.csv.rows[at.row].text(self._file.column)
        number = read_number(before)
        if number == mark:
            return
        self.replaced += number is not None
        self.changes[CellPlace(at.row, self._file.column)] = number_cell(mark, comma=self._comma)

    def _enter_text(self, result: Result, at: FileRow, feedback: FeedbackColumn) -> None:
        row = self._file.csv.rows[at.row]
        text, before = feedback_text(result, as_html=feedback.html), row.text(feedback.column)
        if not is_ours(before):
            self.kept_texts.append(_shown(result.submission))
        elif text != before:
            self.changes[CellPlace(at.row, feedback.column)] = text
            if feedback.format is not None and not row.text(feedback.format):
                self.changes[CellPlace(at.row, feedback.format)] = feedback.format_name


def _on_names(renamed: Sequence[str]) -> str:
    """Return what to say of students whose row has the right id and another name; empty if there are none."""
    if not renamed:
        return ""
    first = f"{renamed[0]}{' and so on' if len(renamed) > 1 else ''}"
    return f"{count_text(len(renamed), 'row')} with another name ({first}): look whether the file is that of this class"


def _shown(who: Identity) -> str:
    return sanitize(who.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A student with a mark."""

    result: Result
    score: Score
    mark: Decimal

    @property
    def who(self) -> Identity:
        return self.result.submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a table is made of."""

    title: str
    """What the column of marks, or the assignment, is called."""
    choice: MarkChoice
    ids: ClassIds = UNKNOWN_IDS
    """What the ids of the class are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """The rows of a new file, with its header, and why some students are in none of them."""

    rows: Iterable[Sequence[str]]
    lost: tuple[str, ...] = ()
    """Sentences, each about a student."""


def grade_list(
    rows: Sequence[ClassRow], write: Callable[[Sequence[Marked], Content], NewTable], content: Content, *, so_far: bool
) -> Exported:
    """Return the marks as `write` has them; those that some points are missing from only if marks `so_far` count."""
    marked: list[Marked] = []
    without_mark = []
    for row in sorted(rows, key=lambda one: student_of(one).id):
        if reason := no_mark(row, so_far=so_far):
            without_mark.append(f"{sanitize(student_of(row).label)}: {reason}")
        elif isinstance(row, Result) and row.score is not None:
            marked.append(Marked(result=row, score=row.score, mark=content.choice.of(row.score)))
    table = write(marked, content)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table.rows)
    return Exported(
        data=text.getvalue().encode(),
        entered=len(marked) - len(table.lost),
        lost=table.lost,
        without_mark=tuple(without_mark),
    )


def id_cell(text: str) -> str:
    """Return an id, which must stand there as the platform has it; empty if a spreadsheet would run it."""
    return "" if text.startswith(FORMULA) else text
