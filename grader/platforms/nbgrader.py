"""
nbgrader: the folder of its course, ``submitted/<student>/<assignment>/``, and a table of marks like its export.

``timestamp.txt`` lies beside the student's files. The user may name the folder of the course, or ``submitted/`` in it.
In a course with several assignments, the one with files of the expected name is graded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from grader.errors import UserError
from grader.intake.class_places import holds_candidate
from grader.intake.file_names import as_choice, sheet_names
from grader.intake.safe_read import Entry, list_folder
from grader.intake.upload import NOTHING, ClassListing, Person, Upload, WrongLayout, folder_problem
from grader.model.class_row import Skipped
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import download_entries, instant, read_text, written_name
from grader.platforms.grade_file import number_cell
from grader.platforms.mark_tables import Content, Marked, NewTable, id_cell
from grader.text.number_text import shortened_list
from grader.text.spreadsheet_cell import csv_cell

SUBMITTED = "submitted"
TIME_FILE = "timestamp.txt"
SIGNS = frozenset({"autograded", "feedback", "gradebook.db", "nbgrader_config.py", "release", "source"})
"""The entries that nbgrader keeps beside ``submitted/``."""
EXPECTED = "folders such as `submitted/ada/tictactoe`"
MAX_LISTED = 5


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether each assignment has its time, or most students have one beside nbgrader's own files."""
    names = {entry.name for entry in download_entries(root)}
    place = root / SUBMITTED if SUBMITTED in names else root
    try:
        students = [one for one in download_entries(place) if one.is_folder and not _locked(place / one.name)]
        if students and all(_has_times(_works(place, student)) for student in students):
            return True
        is_course = place != root and not names.isdisjoint(SIGNS)
        counts = Counter(work.name for student in students if is_course for work in _works(place, student))
    except UserError:  # a folder that cannot be listed
        return False
    return max(counts.values(), default=0) * 2 > len(students)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    entries = download_entries(root)
    below = any(entry.name == SUBMITTED and entry.is_folder for entry in entries)
    place = root / SUBMITTED if below else root
    students = [entry for entry in download_entries(place) if entry.is_folder]
    work = [one for student in students for one in _works(place, student)]
    if not work:
        return NOTHING
    assignment = _assignment(work, module_spec)
    handed_in = {one.parent.name: one for one in work if one.name == assignment}
    beside = [entry for entry in entries if entry.name != SUBMITTED] if below else []
    skipped = [
        *(Skipped(name=written_name(entry), reason="not a student's work") for entry in beside),
        *(Skipped(name=name, reason="not in the folder of an assignment") for name in _strays(place)),
        *(Skipped(name=_written(one), reason="another assignment") for one in work if one.name != assignment),
    ]
    uploads = [_upload(place / student.name, assignment, handed_in.get(student.name)) for student in students]
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped))


def _has_times(works: Sequence[Path]) -> bool:
    """Return whether a student has folders, each with the file that tells the time."""
    return bool(works) and all(
        _locked(work) or TIME_FILE in [entry.name for entry in download_entries(work)] for work in works
    )


def _works(submitted: Path, student: Entry) -> list[Path]:
    """Return a student's folders, each of an assignment."""
    folder = submitted / student.name
    return [folder / entry.name for entry in _inside(folder) if entry.is_folder]


def _inside(student: Path) -> list[Entry]:
    """Return the entries of a student's folder; none of a link, or of a folder that cannot be listed."""
    return [] if student.is_symlink() or _locked(student) else download_entries(student)


def _written(work: Path) -> str:
    return f"{work.parent.name}/{work.name}/"


def _locked(folder: Path) -> str:
    """Return why `folder` cannot be listed, and the remedy; empty if it can."""
    try:
        list_folder(folder, "it", 1)
    except UserError as error:
        return str(error).removeprefix("it: ")
    return ""


def _strays(submitted: Path) -> Iterator[str]:
    """Yield the names of the files above the folders of assignments."""
    for entry in download_entries(submitted):
        if entry.is_folder:
            yield from (f"{entry.name}/{file.name}" for file in _inside(submitted / entry.name) if not file.is_folder)
        else:
            yield entry.name


def _assignment(work: Sequence[Path], module_spec: ModuleSpec) -> str:
    """Return the assignment to grade (WrongLayout if that is not certain)."""
    names = sorted({one.name for one in work})
    if len(names) == 1:
        return names[0]
    fitting = sorted({one.name for one in work if holds_candidate(one, module_spec)})
    if len(fitting) == 1:
        return fitting[0]
    wanted = as_choice(sheet_names(module_spec))
    number = f"{len(fitting)} of" if fitting else "none of"
    raise WrongLayout(
        f"{number} the assignments {shortened_list([sanitize(name) for name in names], MAX_LISTED)}"
        f" have files called {wanted}; copy `{SUBMITTED}` and leave the folders of one assignment in it"
    )


def _upload(student: Path, assignment: str, work: Path | None) -> Upload:
    people = (Person(name=student.name, source_id=student.name),)
    if work is not None:
        problem, time = folder_problem(work), _time(work)
        return Upload(written=_written(work), people=people, folder=work, submitted_at=time, problem=problem)
    problem = folder_problem(student) or _locked(student)
    if any(not entry.is_folder for entry in _inside(student)):
        problem = f"has no folder {sanitize(assignment)}, but files; put them into one"
    return Upload(written=f"{student.name}/", people=people, problem=problem, missing=not problem)


def _time(folder: Path) -> str:
    """Return nbgrader's time, such as ``2026-09-01 14:22:32.365935 UTC``; empty if there is none."""
    try:
        return instant(read_text(folder / TIME_FILE, TIME_FILE, 1))
    except UserError:
        return ""


COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)


def new_gradebook(marked: Sequence[Marked], content: Content) -> NewTable:
    """Return a row for each student. The grader does not know the parts of a name, so names stay whole."""
    return NewTable(rows=_rows(marked, content))


def _rows(marked: Sequence[Marked], content: Content) -> Iterator[Sequence[str]]:
    yield COLUMNS
    for one in marked:
        items = one.result.criteria
        penalty = -sum((item.earned for item in items if item.deduction is not None), Decimal(0))
        raw = sum((item.earned for item in items if item.deduction is None), Decimal(0))
        numbers = (raw, penalty, one.mark, content.choice.full)
        names = (csv_cell(one.who.student), "", id_cell(one.who.email))
        cells = [csv_cell(content.title), "", one.who.submitted_at, one.who.id, *names]
        yield [*cells, *(number_cell(number, comma=False) for number in numbers)]
