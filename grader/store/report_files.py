"""All reports in files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow, NotGraded, roster_place, student_of
from grader.model.result import Result
from grader.model.sanitize import shell_command
from grader.store.safe_files import remove_file, write_file

if TYPE_CHECKING:  # the command line imports this module for its help, which needs only the names
    from grader.blocks import PageLink, Story
    from grader.story.classes.comparison import StudentChange


PAGE, MARKDOWN, RECORD = "report.html", "report.md", "result.json"
STUDENT_FILES = (PAGE, MARKDOWN, RECORD)
"""The record comes last: once it exists, the work is done."""
FORMATS = {"json": RECORD, "markdown": MARKDOWN}
"""The reports that ``grader check --format`` can show, by the name of the format."""
CLASS_PAGE, SUMMARY, GRADEBOOK = "index.html", "summary.md", "gradebook.csv"
CLASS_FILES = (CLASS_PAGE, SUMMARY, GRADEBOOK)


def student_report(file_name: str, result: Result, *, refresh: int = 0, in_class: bool = False) -> bytes:
    """
    Return the content of one of `STUDENT_FILES`.

    An open page looks for a newer one after `refresh` seconds. With `in_class` the page of the class lies in the folder
    above.
    """
    if file_name == RECORD:
        from grader.store.result_json import to_json

        return to_json(result)
    from grader.story.student import tell_student

    story = tell_student(result, timed=file_name == PAGE, in_class=in_class)
    if file_name == PAGE:
        from grader.render.pages.story_page import page

        return page(story, refresh=refresh)
    from grader.render.markdown import markdown

    return as_bytes(markdown(story))


def page_of(row: ClassRow) -> bytes:
    """Return the page for a student of a class; without a result the page says why."""
    from grader.render.pages.story_page import page
    from grader.story.student import tell_not_graded

    return page(tell_not_graded(row)) if isinstance(row, NotGraded) else student_report(PAGE, row)


def class_report(file_name: str, rows: Sequence[ClassRow], story: Story) -> Iterable[bytes]:
    """Return the content of one of `CLASS_FILES`, from the `story` of `rows`."""
    from grader.render.markdown import markdown
    from grader.render.pages.story_page import class_page
    from grader.store.gradebook import gradebook_csv

    if file_name == GRADEBOOK:
        return gradebook_csv(rows)
    return [class_page(story) if file_name == CLASS_PAGE else as_bytes(markdown(story))]


def has_pages(folder: Path) -> bool:
    """Return whether the student's `folder` has all reports, and not only the record."""
    return all((folder / name).exists() for name in STUDENT_FILES)


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
    for name in STUDENT_FILES:
        if pages or name == RECORD:
            write_file(folder / name, student_report(name, result, refresh=refresh, in_class=in_class))
        else:
            remove_file(folder / name)


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
    from grader.store.marks_journal import read_journal
    from grader.story.classes.report import tell_class

    journal = read_journal(folder).journal
    parts = dict(_parts(rows))
    if not pages:
        exports = (("The page of a student", f"grader report {shell_command([str(folder)])}/STUDENT"), *exports)
    story = tell_class(rows, info or NOTHING_KNOWN, journal, exports, list(parts), pages=pages)
    for name in CLASS_FILES:
        write_file(folder / name, class_report(name, rows, story))
    for link, part in parts.items():
        of_part = tell_class(part, ClassInfo(source=link.text), journal, pages=pages)
        write_file(folder / link.href, class_report(CLASS_PAGE, part, of_part))
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
    from grader.story.classes.comparison import tell_comparison

    write_file(folder / CHANGES, as_bytes(markdown(tell_comparison(changes, students))))


def class_files(*, pages: bool) -> str:
    """Return one line for a message on the files beside the page of the class."""
    beside = ", ".join(name for name in CLASS_FILES if name != CLASS_PAGE)
    return f"Beside it: {beside}; for each student STUDENT/{PAGE if pages else RECORD}"


def as_bytes(content: str | bytes) -> bytes:
    """Return the content of a file; text becomes UTF-8, a lone surrogate its Python escape."""
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
