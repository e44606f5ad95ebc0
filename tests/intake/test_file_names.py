"""Which names claim to be the graded file, and whose they are."""

from __future__ import annotations

import pytest

from grader.intake.file_names import is_candidate, is_code, is_python, sheet_names, student_in_name
from tests.intake.module_specs import AI_GAME, TICTACTOE


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe.py",
        "TicTacToe.py",
        "TICTACTOE.PY",
        "tictactoe-1.py",
        "tictactoe (1).py",
        "tictactoe(12).py",
        "tictactoe_2.py",
        "tictactoe2.py",
        "tictactoe copy.py",
        "tictactoe - Copy (2).py",
        "tic_tac_toe.py",
        "Tic-Tac-Toe.py",
    ],
)
def test_case_separators_and_copy_numbers_do_not_hide_the_graded_file(name: str) -> None:
    """What browsers, learning platforms and people make of the sheet's name."""
    assert is_candidate(name, TICTACTOE)


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe.txt",
        "tictactoe.py.txt",
        "tictactoe",
        "tictactoe.pyc",
        ".py",
        "test_tictactoe.py",
        "tictactoe_helpers.py",
        "ttt.py",
        "ada_tictactoe.py",
        "tictactoe1b.py",
    ],
)
def test_other_files_are_no_candidates(name: str) -> None:
    """Another suffix, or a different name."""
    assert not is_candidate(name, TICTACTOE)


def test_a_module_with_an_underscore_has_candidates_too() -> None:
    """The sheet's name is read like the student's."""
    assert is_candidate("ai_game.py", AI_GAME)
    assert is_candidate("AiGame (1).py", AI_GAME)
    assert student_in_name("ada_ai_game.py", "ai_game") == "ada"


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada.py", "ada"),
        ("ada_tictactoe.py", "ada"),
        ("ada_TicTacToe-1.py", "ada"),
        ("ada_tic_tac_toe.py", "ada"),
        ("van_der_berg_tictactoe.py", "van_der_berg"),
        ("student-01.py", "student-01"),
        ("j.doe.py", "j.doe"),
        ("李雷_tictactoe.py", "李雷"),
        ("_tictactoe.py", "_tictactoe"),
        ("ada_2.py", "ada_2"),
    ],
)
def test_a_flat_file_names_its_student(name: str, student: str) -> None:
    """``<student>.py`` and ``<student>_tictactoe.py``, the student's own underscores kept."""
    assert student_in_name(name, "tictactoe") == student


def test_a_notebook_counts_where_the_sheet_takes_notebooks() -> None:
    """Under any spelling of the sheet's name and of the ending; other assignments ignore it."""
    for name in ("AI_game.ipynb", "ai game (2).IPYNB", "Ai-Game.ipynb"):
        assert is_candidate(name, AI_GAME)
        assert is_code(name, AI_GAME)
    assert not is_code("tictactoe.ipynb", TICTACTOE)
    assert not is_candidate("tictactoe.ipynb", TICTACTOE)
    assert not is_code(".ipynb", AI_GAME)
    assert sheet_names(AI_GAME) == ("AI_game.py", "AI_game.ipynb")
    assert sheet_names(TICTACTOE) == ("tictactoe.py",)


def test_only_the_ending_makes_a_python_file() -> None:
    """In either case, and with something before it."""
    assert is_python("a.py")
    assert is_python("A.PY")
    assert not is_python(".py")
    assert not is_python("py")
    assert not is_python("a.pyw")
