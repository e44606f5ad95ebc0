"""Which files have the same code."""

from __future__ import annotations

import pytest

from grader.model.submission import SourceFile, Submission
from grader.python_text import code_sha256

CODE = 'def player(board):\n    """Whose turn."""\n    return "X # no comment"\n'


def hash_of(text: str) -> str:
    """Return the hash of a file with `text`."""
    return code_sha256(
        Submission(id="a", student="a", main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=text),))
    )


@pytest.mark.parametrize(
    "text",
    [
        CODE.replace("\n", "\r\n"),
        CODE.replace("    ", "\t"),
        f"# Ada Lovelace\n\n{CODE}\n\n",
        CODE.replace("(board):", "( board ) :  # whose?"),
    ],
)
def test_comments_blanks_and_ends_of_lines_are_no_difference(text: str) -> None:
    """Who copies changes these first."""
    assert hash_of(CODE) == hash_of(text)


@pytest.mark.parametrize("text", [CODE.replace("X #", "X"), CODE.replace("player", "turn"), f"import os\n{CODE}", ""])
def test_other_code_is_a_difference(text: str) -> None:
    """Also what only looks like a comment."""
    assert hash_of(CODE) != hash_of(text)


def test_hostile_text_has_a_hash_too() -> None:
    """Strings without an end, a megabyte of quotes."""
    assert 2 == len({hash_of(text) for text in ("'''", "'\"" * 500_000)})
