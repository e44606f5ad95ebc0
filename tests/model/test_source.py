"""The student's code as a result keeps it: safe to show, and never more than a page can hold."""

from __future__ import annotations

from grader.model.source import LINE_COST, MAX_CHARACTERS, MAX_WIDTH, copies_of
from grader.model.submission import SourceFile, Submission
from tests.marking.one_file import submission


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
