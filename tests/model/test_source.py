"""The student's own lines: around an exception, and those that a result keeps, safe to show and not too many."""

from __future__ import annotations

import pytest

from grader.model.counterexample import SourceLine
from grader.model.source import LINE_COST, MAX_CHARACTERS, MAX_WIDTH, copies_of, excerpt_around
from grader.model.submission import SourceFile, Submission
from tests.marking.one_file import submission

SOURCE = "import helper\n\n\ndef winner(board):\n\treturn board[3]\n\x0c\nprint(1)\n"


def handed_in(text: str, **helpers: str) -> Submission:
    """Return a submission of one file, called as the student liked, and helpers."""
    files = [SourceFile(path=f"{name}.py", text=own) for name, own in helpers.items()]
    return Submission(
        id="me", student="me", main="my game.py", files=(SourceFile(path="my game.py", text=text), *files)
    )


def test_the_lines_around_an_exception_are_shown() -> None:
    """Two before and two after, tabs as blanks, empty ones left out; a form feed starts no line."""
    shown = excerpt_around(handed_in(SOURCE), "tictactoe", "tictactoe.py:5")

    assert shown == excerpt_around(handed_in(SOURCE), "tictactoe", "my game.py:5")
    assert shown == (
        SourceLine(number=4, text="def winner(board):"),
        SourceLine(number=5, text="    return board[3]", raised=True),
        SourceLine(number=7, text="print(1)"),
    )


def test_the_column_that_python_could_not_read_is_that_of_the_shown_line() -> None:
    """A tab and what is escaped take several columns."""
    (line,) = excerpt_around(handed_in("\tif x = 1:"), "tictactoe", "tictactoe.py:1", 7)

    assert (line.text, line.column) == ("    if x = 1:", 10)
    assert line.text[line.column - 1] == "="


def test_the_lines_of_a_helper_are_shown() -> None:
    """By its own name."""
    assert excerpt_around(handed_in("import helper", helper="1 / 0"), "tictactoe", "helper.py:1") == (
        SourceLine(number=1, text="1 / 0", raised=True),
    )


@pytest.mark.parametrize(
    "at",
    [
        *(None, "", "tictactoe.py", "tictactoe.py:", "tictactoe.py:0", "tictactoe.py:9", "tictactoe.py:-1"),
        *("tictactoe.py:¹", f"tictactoe.py:{'9' * 5000}", "/etc/passwd:1", "tictactoe.py:1:1", ":1"),
    ],
)
def test_a_place_that_is_no_line_of_the_file_shows_nothing(at: str | None) -> None:
    """It comes from inside the wall, where a student may forge it."""
    assert excerpt_around(handed_in(SOURCE), "tictactoe", at) == ()


def test_a_long_or_hostile_line_is_cleaned_and_cut() -> None:
    """As with all text from students."""
    (line,) = excerpt_around(handed_in("x = '\x1b[2J\u202e" + "a" * 500 + "'"), "tictactoe", "tictactoe.py:1")

    assert line.text.startswith("x = '\\x1b[2J\\u202eaaa")
    assert len(line.text) == 160


def test_tabs_are_shown_where_a_file_indents_by_both() -> None:
    """They look like spaces, and Python refuses the mixture."""
    by_both = "if X:\n    a\n\tb\n"

    shown = excerpt_around(handed_in(by_both), "tictactoe", "tictactoe.py:3")

    assert [line.text for line in shown] == ["if X:", "    a", "\u2192   b"]
    assert excerpt_around(handed_in("if X:\n\tb\n"), "tictactoe", "tictactoe.py:2")[1].text == "    b"


def test_every_line_is_kept_safe_to_show() -> None:
    """Control and bidi characters become visible, tabs become spaces, a form feed ends no line."""
    (copy,) = copies_of(submission("def f():\r\n\treturn 'a\u202eb\x1b[0m'  \rx = '\x0c'\x0c\n"))

    assert copy.text == "def f():\n    return 'a\\u202eb\\x1b[0m'\nx = '\\x0c'\n"
    assert (copy.path, copy.lines, copy.cells) == ("tictactoe.py", 4, ())


def test_long_files_are_cut_after_a_whole_line() -> None:
    """All files share one limit; how many lines there are is still known."""
    long = "x = 1\n" * MAX_CHARACTERS
    files = (SourceFile(path="a.py", text=long), SourceFile(path="b.py", text="y = 2\n"))
    first, second = copies_of(Submission(id="ada", student="ada", main="a.py", files=files))

    each = len("x = 1") + LINE_COST
    assert len(first.text.split("\n")) == MAX_CHARACTERS // each
    assert first.text.endswith("x = 1")
    assert first.lines == MAX_CHARACTERS + 1
    assert (second.text, second.lines) == ("", 2)
    (wide,) = copies_of(submission("x" * 2 * MAX_WIDTH))
    assert len(wide.text) == MAX_WIDTH
