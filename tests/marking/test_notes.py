"""Notes on the board that a game begins with, which no check asks for."""

from __future__ import annotations

import textwrap

import pytest

from grader.marking.notes import start_notes
from tests.shortcut.comparison import submission_of


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ("return [[EMPTY] * 3] * 3", "line 4: one list is in the board several times; a mark shows in every row"),
        (
            "row = [EMPTY] * 3\n    return [row] * 3",
            "line 5: one list is in the board several times; a mark shows in every row",
        ),
        (
            "row = [None, None, None]\n    return [row, row, row]",
            "line 5: one list is in the board several times; a mark shows in every row",
        ),
        ("row = (EMPTY,) * 3\n    return [list(row), list(row), list(row)]", ""),
        ("cell = EMPTY\n    return [[cell, cell, cell], [cell, cell, cell], [cell, cell, cell]]", ""),
        (
            "return [[EMPTY, EMPTY],\n    [EMPTY, EMPTY, EMPTY],\n    [EMPTY]]",
            "line 4: the rows have 2, 3 and 1 cells",
        ),
        ("return [[None, None, None], ['', '', ''], ['', '', '']]", "line 4: write EMPTY, not ''"),
        ("return [[0, 0, 0], [0, 0, 0], [0, 0, 0]]", "line 4: write EMPTY, not 0"),
        ("return [[EMPTY, EMPTY, EMPTY],\n        [EMPTY, EMPTY, EMPTY],  # [2]\n        [EMPTY, EMPTY, EMPTY]]", ""),
        ("return [[EMPTY, None, EMPTY,], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]", ""),
        ("return [[EMPTY] * 3 for _ in range(3)]", ""),
        ("return [[EMPTY for _ in range(3)] for _ in range(3)]", ""),
        ("board = []\n    return board", ""),
        ("return [list(row) for row in START[0]]", ""),
        ("return [[EMPTY, EMPTY,", ""),
    ],
)
def test_a_wrong_first_board_is_told_with_its_line(body: str, note: str) -> None:
    """Only what is written out is read; what is computed may be right."""
    text = f"EMPTY = None\n\ndef initial_state():\n    {body}\n\ndef player(board):\n    return board[0][1]\n"

    notes = [*start_notes(submission_of("a", text), None)]

    assert notes == ([f"initial_state: {note}"] if note else [])


def test_a_file_with_another_value_of_an_empty_cell_may_write_it() -> None:
    """Its boards are built from it."""
    text = textwrap.dedent("""
        EMPTY = ""

        def initial_state():
            return [["", "", ""], ["", "", ""], ["", "", ""]]
    """)

    assert [*start_notes(submission_of("a", text), "")] == []
    assert [*start_notes(submission_of("a", text), None)] == ['initial_state: line 5: write EMPTY, not ""']
