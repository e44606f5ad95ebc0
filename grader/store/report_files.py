"""Every report that is written to a file: a new one is a function from a result, or from a class, and one line here."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line imports this module for its help, which needs no more than the names
    from grader.blocks import PageLink, Story
    from grader.model.class_row import ClassInfo, ClassRow
    from grader.model.result import Result
    from grader.story.classes.comparison import StudentChange


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentReport:
    """One format of a single result."""

    file_name: str
    renderer: str
    """The function from a `Story` to text or bytes, as ``module:function``; imported when it is first used."""
    format: str = ""
    """Its name after ``grader check --format``; empty for a report that is only written to a file."""
    is_page: bool = False
    """Whether it tells what differs between two runs, and takes `refresh`."""
    is_record: bool = False
    """Whether the function takes the `Result` itself."""

    def render(self, result: Result, *, refresh: int = 0, in_class: bool = False) -> bytes:
        """
        Return the content of the file; text becomes UTF-8, a lone surrogate its Python escape.

        `refresh` is the number of seconds after which an open page looks for a newer one, `in_class` says whether the
        page of the class lies in the folder above.
        """
        from grader.story.student import tell_student

        function = pkgutil.resolve_name(self.renderer)
        if self.is_record:
            return as_bytes(function(result))
        story = tell_student(result, timed=self.is_page, in_class=in_class)
        return as_bytes(function(story, refresh=refresh) if self.is_page else function(story))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassReport:
    """One format of the results of a class."""

    file_name: str
    renderer: str
    """The function from a `Story` to text or bytes, as ``module:function``; imported when it is first used."""
    is_record: bool = False
    """Whether the function takes the rows of the class themselves."""

    def render(self, rows: Sequence[ClassRow], story: Story) -> Iterable[bytes]:
        """Return the content of the file: `story` tells of `rows`. See `StudentReport.render` for the encoding."""
        function = pkgutil.resolve_name(self.renderer)
        return function(rows) if self.is_record else [as_bytes(function(story))]


PAGE = StudentReport(file_name="report.html", renderer="grader.render.pages.story_page:page", is_page=True)


def page_of(row: ClassRow) -> bytes:
    """Return the page for a student of a class, also for one without a result: it says why."""
    from grader.model.class_row import NotGraded
    from grader.story.student import tell_not_graded

    if isinstance(row, NotGraded):
        return as_bytes(pkgutil.resolve_name(PAGE.renderer)(tell_not_graded(row)))
    return PAGE.render(row)


RECORD = StudentReport(
    file_name="result.json", renderer="grader.store.result_json:to_json", format="json", is_record=True
)

STUDENT_REPORTS = (
    PAGE,
    StudentReport(file_name="report.md", renderer="grader.render.markdown:markdown", format="markdown"),
    RECORD,
)
"""The record comes last: when it is there, the work is done."""
STUDENT_FILES = tuple(report.file_name for report in STUDENT_REPORTS)


def has_pages(folder: Path) -> bool:
    """Return whether the student's `folder` has all reports, and not only the record."""
    return all((folder / name).exists() for name in STUDENT_FILES)


CLASS_PAGE = ClassReport(file_name="index.html", renderer="grader.render.pages.story_page:class_page")
CLASS_REPORTS = (
    CLASS_PAGE,
    ClassReport(file_name="summary.md", renderer="grader.render.markdown:markdown"),
    ClassReport(file_name="gradebook.csv", renderer="grader.store.gradebook:gradebook_csv", is_record=True),
)


LARGEST_PAGE = 5_000
"""Students on one page; a browser takes seconds for the table of more."""
PART_PAGES = "index-*.html"
"""The pages of a larger class, by number; see `part_pages`."""
CHANGES = "changes.md"
"""Whose mark changed by the last run that changed any."""


def write_student_reports(
    result: Result, folder: Path, *, refresh: int = 0, in_class: bool = False, pages: bool = True
) -> None:
    """
    Write `result` into `folder` in every format; UserError when a file cannot be written.

    With `refresh` the page loads itself again every `refresh` seconds, for `grader check --watch`. With `in_class` it
    leads to the page of the class in the folder above. Without `pages` only the record is written: older pages, which
    would tell of another result, are removed.
    """
    from grader.store.safe_files import remove_file, write_file

    for report in STUDENT_REPORTS:
        if not (pages or report.is_record):
            remove_file(folder / report.file_name)
            continue
        write_file(folder / report.file_name, report.render(result, refresh=refresh, in_class=in_class))


def write_class_reports(
    rows: Sequence[ClassRow],
    folder: Path,
    info: ClassInfo | None = None,
    exports: Sequence[tuple[str, str]] = (),
    *,
    pages: bool = True,
) -> Story:
    """
    Write the reports on the whole class into `folder`, and return what they tell.

    UserError when a file cannot be written. `exports` are commands that hand on the marks, each with a title. Unless
    all students have `pages`, none is linked, and the command that makes one is told.
    """
    from grader.model.class_row import NOTHING_KNOWN, ClassInfo
    from grader.model.sanitize import shell_command
    from grader.store.marks_journal import read_journal
    from grader.store.safe_files import remove_file, write_file
    from grader.story.classes.report import tell_class

    journal = read_journal(folder).journal
    parts = dict(_parts(rows))
    if not pages:
        exports = (("The page of a student", f"grader report {shell_command([str(folder)])}/STUDENT"), *exports)
    story = tell_class(rows, info or NOTHING_KNOWN, journal, exports, list(parts), pages=pages)
    for report in CLASS_REPORTS:
        write_file(folder / report.file_name, report.render(rows, story))
    for link, part in parts.items():
        of_part = tell_class(part, ClassInfo(source=link.text), journal, pages=pages)
        write_file(folder / link.href, CLASS_PAGE.render(part, of_part))
    for old in part_pages(folder):
        if old.name not in {link.href for link in parts}:
            remove_file(old)
    return story


def part_pages(folder: Path) -> list[Path]:
    """Return the pages of a larger class in `folder`; an `index-old.html` there is somebody's own."""
    return sorted(one for one in folder.glob(PART_PAGES) if one.stem.partition("-")[2].isdecimal())


def _parts(rows: Sequence[ClassRow]) -> Iterator[tuple[PageLink, Sequence[ClassRow]]]:
    """Yield the pages of a class that is too large for one, in the order of names; none for any other class."""
    from grader.blocks import PageLink
    from grader.model.class_row import roster_place, student_of
    from grader.widgets import short_text

    if len(rows) <= LARGEST_PAGE:
        return
    ordered = sorted(rows, key=roster_place)
    for number, start in enumerate(range(0, len(ordered), LARGEST_PAGE), 1):
        part = ordered[start : start + LARGEST_PAGE]
        first, last = (short_text(student_of(row).student) for row in (part[0], part[-1]))
        text = f"{start + 1:,} to {start + len(part):,}: {first} to {last}"
        yield PageLink(text, PART_PAGES.replace("*", str(number))), part


def write_changes(changes: Sequence[StudentChange], students: int, folder: Path) -> None:
    """Write into `folder` whose mark of `students` is not that of the last run; UserError when that is impossible."""
    from grader.render.markdown import markdown
    from grader.store.safe_files import write_file
    from grader.story.classes.comparison import tell_comparison

    write_file(folder / CHANGES, as_bytes(markdown(tell_comparison(changes, students))))


def class_files(*, pages: bool) -> str:
    """Return which other files a class has beside its page, as one line for a message."""
    others = ", ".join(report.file_name for report in CLASS_REPORTS if report is not CLASS_PAGE)
    return f"Beside it: {others}; for each student STUDENT/{(PAGE if pages else RECORD).file_name}"


def as_bytes(content: str | bytes) -> bytes:
    """Return the content of a file; text becomes UTF-8, a lone surrogate its Python escape."""
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
