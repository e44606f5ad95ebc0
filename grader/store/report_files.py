"""All reports in files. A new report is a function from a story or from results, and one line here."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line imports this module for its help, which needs only the names
    from grader.blocks import PageLink, Story
    from grader.model.class_row import ClassInfo, ClassRow
    from grader.model.result import Result
    from grader.story.classes.comparison import StudentChange


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentReport:
    """One format of a single result."""

    file_name: str
    renderer: str
    """The function from a `Story` to text or bytes, as ``module:function``; imported when first used."""
    format: str = ""
    """The name after ``grader check --format``; empty for a report in files only."""
    is_page: bool = False
    """Whether the report has facts that differ between runs, and takes `refresh`."""
    is_record: bool = False

    def render(self, result: Result, *, refresh: int = 0, in_class: bool = False) -> bytes:
        """
        Return the content of the file as bytes; see `as_bytes`.

        An open page looks for a newer one after `refresh` seconds. With `in_class` the page of the class lies in the
        folder above.
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
    """The function from a `Story` to text or bytes, as ``module:function``; imported when first used."""
    is_record: bool = False

    def render(self, rows: Sequence[ClassRow], story: Story) -> Iterable[bytes]:
        """Return the content of the file, from the `story` of `rows`, as bytes; see `as_bytes`."""
        function = pkgutil.resolve_name(self.renderer)
        return function(rows) if self.is_record else [as_bytes(function(story))]


PAGE = StudentReport(file_name="report.html", renderer="grader.render.pages.story_page:page", is_page=True)


def page_of(row: ClassRow) -> bytes:
    """Return the page for a student of a class; without a result the page says why."""
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
"""The record comes last: once it exists, the work is done."""
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
"""The students on one page. A browser takes seconds for a larger table."""
PART_PAGES = "index-*.html"
"""The pages of a larger class, by number; see `part_pages`."""
CHANGES = "changes.md"
"""The marks that the last run with changes changed."""


def write_student_reports(
    result: Result, folder: Path, *, refresh: int = 0, in_class: bool = False, pages: bool = True
) -> None:
    """
    Write `result` into `folder` in every format (UserError if a file cannot be written).

    With `refresh` the page loads itself again every `refresh` seconds. With `in_class` the page links to the page of
    the class in the folder above. Without `pages` only the record is written, and older pages of another result are
    removed.
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
    Write the reports on the whole class into `folder`, and return their story (UserError if a write fails).

    `exports` are commands that export the marks, each with a title. Unless all students have `pages`, no page is
    linked, and the story names the command that makes one.
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
    """Return the pages of a larger class in `folder`; an `index-old.html` there belongs to somebody else."""
    return sorted(one for one in folder.glob(PART_PAGES) if one.stem.partition("-")[2].isdecimal())


def _parts(rows: Sequence[ClassRow]) -> Iterator[tuple[PageLink, Sequence[ClassRow]]]:
    """Yield the pages of a class too large for one page, in the order of names; none for any other class."""
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
    """Write the `changes` since the last run, of a class of `students`, into `folder` (UserError on failure)."""
    from grader.render.markdown import markdown
    from grader.store.safe_files import write_file
    from grader.story.classes.comparison import tell_comparison

    write_file(folder / CHANGES, as_bytes(markdown(tell_comparison(changes, students))))


def class_files(*, pages: bool) -> str:
    """Return one line for a message on the files beside the page of the class."""
    others = ", ".join(report.file_name for report in CLASS_REPORTS if report is not CLASS_PAGE)
    return f"Beside it: {others}; for each student STUDENT/{(PAGE if pages else RECORD).file_name}"


def as_bytes(content: str | bytes) -> bytes:
    """Return the content of a file; text becomes UTF-8, a lone surrogate its Python escape."""
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
