"""Reports as the commands write them: a story and its format together."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from grader.blocks import Detail
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, ClassRow
from grader.model.result import Result
from grader.render.markdown import markdown
from grader.render.terminal import shown_at, write
from grader.store.gradebook import gradebook_csv
from grader.store.report_files import CLASS_PAGE, PAGE, class_report, student_report
from grader.story.classes.report import tell_class
from grader.story.student import tell_overview, tell_student


def student_page(result: Result, *, refresh: int = 0, in_class: bool = False) -> bytes:
    """Return `report.html`."""
    return student_report(PAGE, result, refresh=refresh, in_class=in_class)


def student_markdown(result: Result) -> str:
    """Return `report.md`."""
    return markdown(tell_student(result, timed=False))


def overview_markdown(result: Result) -> str:
    """Return what a platform shows beside the checks."""
    return markdown(tell_overview(result))


def render_terminal(result: Result, console: Console, *, everything: bool = True, page: str = "") -> None:
    """Write what `grader check` writes."""
    write(shown_at(Detail.ALL if everything else Detail.NORMAL, tell_student(result)), console, page)


def screen_rows(text: str, width: int = 80) -> int:
    """Return how many rows of a terminal the lines of `text` take, also those that are too long for one."""
    return sum(max(1, -(-len(line) // width)) for line in text.splitlines())


def class_page(rows: Sequence[ClassRow], info: ClassInfo = NOTHING_KNOWN) -> bytes:
    """Return `index.html`."""
    return b"".join(class_report(CLASS_PAGE, rows, tell_class(rows, info)))


def gradebook(rows: Sequence[ClassRow]) -> bytes:
    """Return `gradebook.csv`."""
    return b"".join(gradebook_csv(rows))


def class_markdown(rows: Sequence[ClassRow], info: ClassInfo = NOTHING_KNOWN) -> str:
    """Return `summary.md`."""
    return markdown(tell_class(rows, info))


def render_class(rows: Sequence[ClassRow], console: Console) -> None:
    """Write what `grader batch` writes."""
    write(shown_at(Detail.NORMAL, tell_class(rows)), console)
