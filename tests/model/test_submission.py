"""What a submission's hash covers, and how locations in it are shown."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.source import readable_location
from grader.model.submission import SourceFile, Submission

TEXT = "a = 1\n\nb = 2\nc = 3\n\nd = 4\n"


def handed_in(*cells: int, text: str = TEXT, helper: str | None = None) -> Submission:
    """Return a submission whose code cells begin on the lines `cells`."""
    main = SourceFile(path="My game.ipynb" if cells else "My game.py", text=text, cells=cells)
    helpers = () if helper is None else (SourceFile(path="helper.py", text=helper),)
    return Submission(id="ada", student="ada", main=main.path, files=(main, *helpers))


def test_the_hash_of_a_script_is_what_it_was_before_there_were_notebooks() -> None:
    """Results of earlier runs stay valid."""
    digest = hashlib.sha256()
    for part in (b"", TEXT.encode(), b"helper.py", b"x"):
        digest.update(len(part).to_bytes(8, "big") + part)

    assert handed_in(helper="x").sha256 == digest.hexdigest()


def test_the_hash_covers_where_the_cells_begin() -> None:
    """The same text cut in another way is run in another way."""
    cut = [(), (1,), (1, 2), (1, 3), (1, 3, 4), (13,)]

    assert len({handed_in(*cells).sha256 for cells in cut}) == len(cut)
    assert handed_in(1, 3).sha256 == handed_in(1, 3).sha256


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (1, "cell 1, line 1"),
        (2, "cell 1, line 2"),
        (3, "cell 2, line 1"),
        (4, "cell 3, line 1"),
        (6, "cell 3, line 3"),
        (7, "cell 3, line 4"),
    ],
)
def test_a_place_in_a_notebook_is_a_cell_and_a_line(line: int, words: str) -> None:
    """Code cells counted from 1; where something lacks its end, Python names the line after the last."""
    assert readable_location(handed_in(1, 3, 4), "AI_game", f"AI_game.py:{line}") == words


def test_a_place_in_a_script_or_a_helper_stays_as_it_is() -> None:
    """The name is the one it is run under."""
    assert readable_location(handed_in(), "AI_game", "AI_game.py:3") == "AI_game.py:3"
    assert readable_location(handed_in(1, 3, helper="x = 1"), "AI_game", "helper.py:1") == "helper.py:1"


@pytest.mark.parametrize(
    "at",
    [
        *("", ":", "AI_game.py", "AI_game.py:", "AI_game.py:0", "AI_game.py:-1", "AI_game.py:8", "AI_game.py:1.0"),
        *("other.py:1", "AI_game.py:1:1", "AI_game.py: 1", "AI_game.py:²"),
    ],
)
def test_a_place_that_is_none_is_no_cell(at: str) -> None:
    """It comes from inside the wall, so it may be forged."""
    assert readable_location(handed_in(1, 3), "AI_game", at) is None


def test_a_forged_place_is_not_shown() -> None:
    """Nor does a number with thousands of digits do harm."""
    for at in ("\x1b[2J\u202e:1", "AI_game.py:" + "9" * 100_000, "x" * 100_000, "the mark is wrong, by the staff:1"):
        assert readable_location(handed_in(1, 3), "AI_game", at) is None


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8))
def test_every_line_is_in_the_cell_it_came_from(lengths: list[int]) -> None:
    """For cells of any number of lines."""
    starts = [1 + sum(lengths[:number]) for number in range(len(lengths))]
    submission = handed_in(*starts, text="x\n" * sum(lengths))
    wanted = [f"cell {cell}, line {line}" for cell, length in enumerate(lengths, 1) for line in range(1, length + 1)]

    assert [readable_location(submission, "m", f"m.py:{line}") for line in range(1, sum(lengths) + 1)] == wanted
