"""Code is coloured without a parser: any text is shown whole, also one that is no Python."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grader.render.pages.code_listing import Piece, highlighted_lines

CODE = '''\
def f(x=1_0):  # "no string"
    """Two
    lines"""
    return rb'a\\'b' if None else classes
'''


def test_comments_strings_keywords_numbers_and_definitions_are_told_apart() -> None:
    """A string in a comment is a comment, a text over two lines is two pieces, and a word that begins like one none."""
    lines = [*highlighted_lines(CODE)]

    assert lines[0] == (
        *(Piece("k", "def"), Piece("", " "), Piece("d", "f"), Piece("", "(x="), Piece("n", "1_0"), Piece("", "):  ")),
        Piece("c", '# "no string"'),
    )
    assert [line[-1] for line in lines[1:3]] == [Piece("s", '"""Two'), Piece("s", '    lines"""')]
    assert [piece.text for piece in lines[3] if piece.kind == "s"] == ["rb", "'a\\'b'"]
    assert [piece.text for piece in lines[3] if piece.kind == "k"] == ["return", "if", "None", "else"]
    assert lines[4] == ()


def test_a_string_that_is_never_closed_ends_where_python_would_end_it() -> None:
    """At the end of its line, or of the file; the lines after it are read as usual."""
    lines = [*highlighted_lines("x = 'a\ndef f(): '''b\nc\\")]

    assert lines[0][-1] == Piece("s", "'a")
    assert lines[1][0] == Piece("k", "def")
    assert lines[2] == (Piece("s", "c\\"),)


@given(st.text(alphabet="ab1 \"'\\#\ndef", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    """The pieces of all lines are the text."""
    assert "\n".join("".join(piece.text for piece in line) for line in highlighted_lines(text)) == text
