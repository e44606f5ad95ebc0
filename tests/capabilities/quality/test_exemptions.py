"""What ruff reports and a student is not told, next to what is told all the same."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.functions import MODULE_SPEC as AI_GAME
from grader.capabilities.quality.assess import find_all
from grader.capabilities.quality.outline import counted_files
from tests.capabilities.quality.sources import found_in, kinds_in, submission

REMARK = "# a remark\n"
PRINTS = (
    REMARK + "def player(board):\n    return helper(board)\n\n\ndef helper(board):\n    # counts\n    print(board)\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "import math\n",
        "O = 'O'\n",
        "def f():\n    # a constant\n    INFINITY = 1\n    return INFINITY\n",
        "class Invalid(Exception): pass  # no such move\n",
        "# finds the best move\ndef max_value(board):\n    return 1\n",
        "from a import cache\n\n\n# finds the best move\n@cache\n@cache\ndef max_value(board):\n    return 1\n",
        "from engine import EMPTY, actions, initial_state, minimax\n",
        "def player(x):\n    # a\n    return Game()\n\n\nclass Game:\n    # a\n    def _f(self):\n        print(1)\n",
        "def max_value(board):  # finds the best move\n    return 1\n",
        "def _max_value(board):\n    # finds the best move\n    return 1\n",
        "def minimax(board):\n    # later\n    pass\n",
        "print('Well played!')\n",
        "if __name__ == '__main__':\n    print('Well played!')\n",
        "def main():\n    # plays\n    print('Well played!')\n",
    ],
)
def test_what_was_handed_out_or_reads_well_is_not_told(code: str) -> None:
    """The sheet's own names and imports, constants, comments beside a function, prints of a game on the terminal."""
    assert found_in(REMARK + code) == []


@pytest.mark.parametrize(
    "comment",
    [
        "# [X, O, EMPTY]",
        "# (0, 1)",
        "# board[0][0]",
        "# minimax(board)",
        "# else:",
        "# O(n)",
        "# score: 1",
        "# X | O",
        "# return winner",
    ],
)
def test_a_comment_is_code_only_if_it_cannot_be_anything_else(comment: str) -> None:
    """Drawings of boards and headings look like code to ruff."""
    assert found_in(REMARK + comment + "\n") == []


@pytest.mark.parametrize("comment", ["# print(board)", "# x = 1", "#return f(x)", "# moves.append(1)", "# best += 1"])
def test_code_in_a_comment_is_told(comment: str) -> None:
    """Assignments, statements and calls of methods are code."""
    assert kinds_in(REMARK + comment + "\n") == [("commented_code", 2)]


def test_an_import_of_their_own_is_told_beside_the_one_handed_out() -> None:
    """Only what the assignment's file has itself is exempt."""
    assert kinds_in(REMARK + "import math\nimport random\n") == [("unused", 3)]


def test_a_print_is_left_over_wherever_the_search_gets() -> None:
    """A helper that a function of the assignment calls must not print either."""
    assert kinds_in(PRINTS) == [("debug_prints", 8)]


def test_functions_that_print_may_print() -> None:
    """In the other assignment two functions are there to print; a search that prints is told."""
    game = (
        REMARK + "def print_board(board):\n    print(board)\n\n\ndef play_game():\n    print_board([])\n    print()\n"
    )
    search = "\n\ndef minimax(board, depth, is_maximizing):\n    print_board(board)\n    print(depth)\n"

    found = find_all(counted_files(submission(game + search)), AI_GAME)

    assert [one.row for one in found if one.kind == "debug_prints"] == [13]


def test_a_cell_of_a_notebook_may_end_in_a_value() -> None:
    """It is shown below the cell; and what a cell defines may be written again in a later one."""
    code = REMARK + "def f():\n    # one\n    return 1\ndef f():\n    # two\n    return 2\nf\n"

    assert kinds_in(code, cells=(1, 5)) == []
    assert kinds_in(code) == [("unused", 5), ("dead_code", 8)]


def test_a_badly_chosen_name_is_told_once() -> None:
    """It stands in many lines, and changing it is one change."""
    assert kinds_in("# a remark\nbestMove = 1\nbestMove = 2\nworstMove = 3\n") == [("naming", 2), ("naming", 4)]


@pytest.mark.parametrize(
    "code",
    [
        "import os  # noqa\n",
        "import os  # noqa: F401\n",
        "# ruff: noqa\nimport os\n",
        "# flake8: noqa\nimport os\n",
        "# ruff: noqa: F401\nimport os\n",
        "import os  # ruff: ignore[F401]\n",
        "# ruff: disable[F401]\nimport os\n",
        "# ruff: file-ignore[F401]\nimport os\n",
        '# /// script\n# [tool.ruff.lint]\n# ignore = ["F401"]\n# ///\nimport os\n',
        "# pylint: disable=all\n# isort: skip_file\n# fmt: off\nimport os  # type: ignore\n",
        '__all__ = ["minimax"]\nimport os\n',
    ],
)
def test_no_comment_silences_a_finding(code: str) -> None:
    """A student cannot tell ruff what not to look for."""
    assert "unused" in [kind for kind, _ in kinds_in(code)]
    assert "comments" in [kind for kind, _ in kinds_in(code)] or "///" in code
