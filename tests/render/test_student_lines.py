"""No line of a report begins with what a student wrote, so that none can be taken for a line of ours."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result
from grader.text.line_breaks import cells
from tests.render.payloads import PLACES, faulty, graded, put
from tests.render.rendering import class_markdown, render_class, render_terminal, student_markdown

LETTERS = "\u0436\u8868\u1ef9\u3042\U0001f600\\"
"""Letters and signs of which the student's words consist, and the first character of an escape; ours have none."""
BLANKS = [" " * 68, " ", "\u00a0" * 68, "\u3000" * 34, "\u2003" * 70, "\t", "\n", "\u2800" * 70, "\u200b", "\u3164"]
WORDS = st.text(st.sampled_from(LETTERS), min_size=1, max_size=90)
TEXTS = st.lists(st.sampled_from(BLANKS) | WORDS | st.just("\u0436\u0301\u0302 \u0436"), min_size=1, max_size=8).map(
    "".join
)
WIDTHS = st.integers(40, 200)
HASTY = settings(max_examples=40)

OF_STUDENTS = ("main", "note", "message", "pattern", "call", "got", "at", "transcript", "output", "where")
"""The places of a result that a student's code or files fill."""


def terminal(result: Result | list[ClassRow], width: int) -> list[str]:
    """Return the lines that a terminal shows of a result or of a class."""
    console = Console(file=io.StringIO(), width=width, force_terminal=False, color_system=None)
    with console.capture() as capture:
        if isinstance(result, Result):
            render_terminal(result, console)
        else:
            render_class(result, console)
    return capture.get().splitlines()


def begun_by_the_student(lines: list[str]) -> list[str]:
    """Return the lines whose first visible character is the student's."""
    return [line for line in lines if line.strip() and line.lstrip()[0] in LETTERS]


def handed_in(text: str) -> Result:
    """Return a result with `text` in every place that a student's code or files fill, but the name."""
    result = graded("plain")
    for place in OF_STUDENTS:
        result = put(result, PLACES[place], text)
    return dataclasses.replace(result, timing=dataclasses.replace(result.timing, near_limit=(text,)))


def failed(text: str) -> Result:
    """Return a fault of the grader that quotes `text`."""
    return dataclasses.replace(faulty("plain"), fault=text, notes=(text,))


def students(text: str) -> list[ClassRow]:
    """Return a class in which everything but the ids is `text`."""
    return [handed_in(text), failed(text), NotGraded(id="eve", student=text, reason=f"{text}: no file")]


def outside_of_fences(page: str) -> Iterator[str]:
    """Yield the lines of a Markdown page that are not in a block of code, which has borders of its own."""
    fence = ""
    for line in page.splitlines():
        if fence:
            fence = "" if line == fence else fence
        elif line.startswith("```"):
            fence = line
        else:
            yield line


@HASTY
@given(TEXTS, WIDTHS)
def test_no_line_on_a_terminal_begins_with_a_students_words(text: str, width: int) -> None:
    """But a name of plain words begins its row in a class. No line is so long that a terminal wraps it."""
    for result in (handed_in(text), failed(text), students(text)):
        lines = terminal(result, width)
        assert [line for line in begun_by_the_student(lines) if line[2:] != f"{text}: not graded: no file"] == []
        assert [line for line in lines if cells(line) > width and not line.startswith("plain")] == []


@HASTY
@given(TEXTS, st.sampled_from([*OF_STUDENTS, "student"]), WIDTHS)
def test_every_place_alone_is_as_safe(text: str, place: str, width: int) -> None:
    """A name that is more than a name stands in quotes; one of plain words is how a page begins."""
    lines = terminal(put(graded("plain"), PLACES[place], text), width)

    assert begun_by_the_student(lines[1:] if place == "student" else lines) == []


@pytest.mark.parametrize("spaces", [" ", "\u00a0", "\u2003"])
def test_spaces_in_a_message_make_no_line_of_ours(spaces: str) -> None:
    """The row of the issue: enough spaces to reach the next line, and there what looks like a verdict."""
    forged = "\u2713  pass  9 / 9  winner(board)"
    for width, count in product(range(40, 121, 10), (60, 68, 76)):
        lines = terminal(handed_in(f"wrong{spaces * count}{forged}"), width)
        assert [line for line in lines if line.lstrip().startswith(("\u2713", "pass"))] == [], (width, count)


@HASTY
@given(TEXTS)
def test_no_line_of_markdown_begins_with_a_students_words(text: str) -> None:
    """They stand in an item, a quote, a cell or behind words of ours, and without long blanks."""
    for page in (student_markdown(handed_in(text)), student_markdown(failed(text)), class_markdown(students(text))):
        lines = list(outside_of_fences(page))
        assert begun_by_the_student(lines) == []
        assert [line for line in lines if " " * 9 in line] == []
