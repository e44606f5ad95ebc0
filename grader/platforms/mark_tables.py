"""
The marks of a class in tables: entered into a platform's file, or in a new file for another program.

A mark is the points, those on the rubric's second scale, or in proportion to full marks. In a platform's file only the
cells change that have to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from grader.capabilities.by_hand.capability import open_items
from grader.model.assessment import half_up
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.csv_file import CellPlace
from grader.model.identity import UNKNOWN_IDS, ClassIds, FileRow, Identity, have_other_names, match
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.platforms.grade_file import (
    DECIMALS,
    GradeFile,
    feedback_text,
    has_decimal_comma,
    is_ours,
    number_cell,
    read_number,
)
from grader.text.number_text import count_text, decimal_text
from grader.text.spreadsheet_cell import FORMULA, csv_text

CHOICES = {
    "earned": "the points, with the bonus",
    "scaled": "the points on the scale of the rubric",
    "column": "in proportion, so that full marks are those of the column",
    "percent": "in percent of full marks",
}
PERCENT = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullMarks:
    points: Decimal
    scaled: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkChoice:
    """The way from scores to marks."""

    points: str  # one of `CHOICES`
    full: Decimal

    def of(self, score: Score) -> Decimal:
        """Return the mark (ValueError for a score without the chosen second scale)."""
        total = max(score.earned + score.bonus, Decimal(0))
        if self.points == "scaled":
            if score.scaled is None:
                raise ValueError("a result has no points on a second scale; grade the class again")
            return half_up(max(score.scaled, Decimal(0)), DECIMALS)
        if self.points == "earned":
            return half_up(total, DECIMALS)
        if not score.possible:
            return total
        return half_up(Fraction(total) * Fraction(self.full) / Fraction(score.possible), DECIMALS)

    @property
    def text(self) -> str:
        return f"{CHOICES[self.points]}, out of {decimal_text(self.full)}"


def full_marks(results: Iterable[Result]) -> FullMarks:
    """Return the full marks of `results`; ValueError if there are none or different ones."""
    found = {(one.score.possible, one.score.scaled_possible) for one in results if one.score is not None}
    if not found:
        raise ValueError("nobody has a mark yet; grade the class first")
    if len(found) > 1:
        shown = " and ".join(sorted(decimal_text(points) for points, _ in found))
        raise ValueError(f"some results are out of {shown} points, as by two rubrics; grade the class again")
    points, scaled = found.pop()
    return FullMarks(points=points, scaled=scaled)


def choose_marks(full: FullMarks, possible: Decimal | None, wanted: str) -> MarkChoice:
    """
    Return the choice `wanted` of `CHOICES`, or the one that fits a column with `possible` points, if known.

    ValueError if none fits and nothing is wanted.
    """
    known = {"earned": full.points, "scaled": full.scaled, "column": possible, "percent": PERCENT}
    if wanted:
        out_of = known[wanted]
        if out_of is None:
            missing = "the rubric has no second scale" if wanted == "scaled" else "the column does not say its points"
            raise ValueError(f"--points {wanted}: {missing}; choose another")
        return MarkChoice(points=wanted, full=out_of)
    if possible is None and full.scaled is None:
        return MarkChoice(points="earned", full=full.points)
    fitting = [name for name in ("scaled", "earned") if possible is not None and known[name] == possible]
    if fitting:
        return MarkChoice(points=fitting[0], full=known[fitting[0]] or full.points)
    column = "does not say its points" if possible is None else f"has {decimal_text(possible)} points"
    scaled = "" if full.scaled is None else f", or {decimal_text(full.scaled)} on its scale"
    options = [f"--points {name} ({text})" for name, text in CHOICES.items() if known[name] is not None]
    raise ValueError(
        f"the column {column}, the rubric {decimal_text(full.points)} points{scaled}; say which marks are meant:"
        f" {', '.join(options)}"
    )


def no_mark(row: ClassRow, *, so_far: bool) -> str:
    """Return why a student has no mark to export; empty for a mark, which may be open if marks `so_far` count."""
    if isinstance(row, NotGraded):
        return f"no mark ({row.reason})"
    if row.score is None:
        return f"no mark ({row.no_mark}; grade it again)"
    return "some points are still to be marked by hand" if any(open_items(row)) and not so_far else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file with the marks or pages of a class, and sentences about students, each about one."""

    data: bytes
    entered: int  # students whose mark or page is in the file
    lost: tuple[str, ...]  # marks that are not in the file
    without_mark: tuple[str, ...]
    """Students without a mark; nothing is entered for them."""
    replaced: int = 0
    strangers: tuple[str, ...] = ()
    """Rows of the platform's file for nobody in the class, without the platform's test students."""
    kept_texts: tuple[str, ...] = ()
    """Students whose cell has a text by a person, which stays."""
    note: str = ""


NOTHING = {"", "-"}  # Moodle writes a hyphen
UNCLEAR = "fits several rows of the file, or somebody else fits its row too; nothing is entered"


def fill_in(  # noqa: PLR0913 - the file, the class, and what is entered
    file: GradeFile, rows: Sequence[ClassRow], choice: MarkChoice, ids: ClassIds, *, so_far: bool, zeros: bool = False
) -> Exported:
    """
    Return `file` with the marks of `rows`, whose kinds of ids are `ids`.

    Marks with missing points are entered only if marks `so_far` count. With `zeros` a student who handed in nothing
    gets a 0 in an empty cell.
    """
    matches = match([student_of(row) for row in rows], file.rows, ids)
    pen = _Pen(file)
    lost, without_mark, renamed = [], [], []
    for row in rows:
        who = student_of(row)
        at = matches.rows.get(who.id)
        if reason := no_mark(row, so_far=so_far):
            is_zero = zeros and isinstance(row, NotGraded) and row.missing
            told = "; not found in the file" if at is None else pen.enter_zero(at) if is_zero else ""
            without_mark.append(f"{_shown(who)}: {reason}{told}")
        elif at is None:
            lost.append(f"{_shown(who)}: {UNCLEAR if matches.fits[who.id] else 'is not in the file'}")
        elif isinstance(row, Result) and row.score and (problem := pen.enter(row, row.score, at, choice)):
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

    def enter(self, result: Result, score: Score, at: FileRow, choice: MarkChoice) -> str:
        """Enter the mark of `result`, by its `score`; return why that is impossible, or an empty text."""
        file = self._file
        if at.closed:
            return f"{at.closed}; the cell stays as it is"
        mark = choice.of(score)
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
        """Enter a 0 into an empty cell for a student who handed in nothing; return the outcome."""
        before = self._file.csv.rows[at.row].text(self._file.column)
        if at.closed:
            return f"; {at.closed}; the cell stays as it is"
        if before not in NOTHING:
            return f'; the cell stays "{sanitize(before)}"'
        self._enter_mark(Decimal(0), at)
        return "; entered as 0"

    def on_groups(self) -> str:
        """Return a note on groups whose members have different marks; empty without such groups."""
        unequal = sorted(name for name, marks in self._groups.items() if len(marks) > 1)
        return self._file.on_groups.format(sanitize(", ".join(unequal))) if unequal else ""

    def on_full_marks(self) -> str:
        """Return the remedy for marks above full marks; empty without such marks."""
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

    def _enter_text(self, result: Result, at: FileRow, column: int) -> None:
        file, row = self._file, self._file.csv.rows[at.row]
        text, before = feedback_text(result, as_html=file.html), row.text(column)
        if not is_ours(before):
            self.kept_texts.append(_shown(result.submission))
        elif text != before:
            self.changes[CellPlace(at.row, column)] = text
            if file.format is not None and not row.text(file.format):
                self.changes[CellPlace(at.row, file.format)] = file.format_name


def _on_names(renamed: Sequence[str]) -> str:
    """Return a note on rows with the right id and another name; empty without such rows."""
    if not renamed:
        return ""
    first = f"{renamed[0]}{' and so on' if len(renamed) > 1 else ''}"
    return f"{count_text(len(renamed), 'row')} with another name ({first}): look whether the file is that of this class"


def _shown(who: Identity) -> str:
    return sanitize(who.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    result: Result
    score: Score
    mark: Decimal

    @property
    def who(self) -> Identity:
        return self.result.submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    title: str
    choice: MarkChoice
    ids: ClassIds = UNKNOWN_IDS
    """The kinds of ids of the class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """The rows of a new file, with its header, and the students who are in none."""

    rows: Iterable[Sequence[str]]
    lost: tuple[str, ...] = ()
    """Sentences, each about a student."""


def grade_list(
    rows: Sequence[ClassRow], write: Callable[[Sequence[Marked], Content], NewTable], content: Content, *, so_far: bool
) -> Exported:
    """Return the marks in the form of `write`; marks with missing points only if marks `so_far` count."""
    marked: list[Marked] = []
    without_mark = []
    for row in sorted(rows, key=lambda one: student_of(one).id):
        if reason := no_mark(row, so_far=so_far):
            without_mark.append(f"{sanitize(student_of(row).label)}: {reason}")
        elif isinstance(row, Result) and row.score is not None:
            marked.append(Marked(result=row, score=row.score, mark=content.choice.of(row.score)))
    table = write(marked, content)
    return Exported(
        data=csv_text(table.rows).encode(),
        entered=len(marked) - len(table.lost),
        lost=table.lost,
        without_mark=tuple(without_mark),
    )


def id_cell(text: str) -> str:
    """Return an id unchanged for the platform; empty if a spreadsheet would run it as a formula."""
    return "" if text.startswith(FORMULA) else text
