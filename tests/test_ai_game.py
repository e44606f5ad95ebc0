"""The console lab's own judgements: what a program says at the end, how it prints, commands that show a dialogue."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignments.ai_game.announcement import announces, fresh_lines
from grader.assignments.ai_game.print_layout import layout_of
from grader.game.tree import table
from grader.marking.mark import mark
from grader.model.result import Result
from grader.sandbox.launching.launcher import launcher
from tests.fixture_folders import ROOT, fixtures

BOARDS = [position.board for position in table().positions]
SEPARATORS = st.text(alphabet=" |-+=.:_0123456789ab\t", max_size=3)


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("X wins!", "X"),
        ("Congratulations, you win!", "X"),
        ("The winner is: X", "X"),
        ("Human player won.", "X"),
        ("O wins!", "O"),
        ("AI wins, you lose", "O"),
        ("The computer has won.", "O"),
        ("Player O has won.", "O"),
        ("You lost.", "O"),
        ("O", "O"),
        ("It's a draw!", None),
        ("Nobody wins", None),
        ("It is a tie.", None),
        ("Draw", None),
        ("Draw wins!", None),
    ],
)
def test_an_announcement_is_understood_as_what_it_says(text: str, winner: str | None) -> None:
    """In the words students use, and as nothing else."""
    assert [one for one in ("X", "O", None) if announces(text, one)] == [winner]


@pytest.mark.parametrize("text", ["", "Game over", "AI is thinking...", "Thanks for playing", "Move (0-2 0-2):"])
def test_what_names_nobody_announces_neither_a_human_nor_a_draw(text: str) -> None:
    """It stands in every game, won or not."""
    assert not announces(text, "X")
    assert not announces(text, None)


def test_what_was_said_before_is_no_announcement() -> None:
    """Prompts and the AI's thinking come after every move."""
    assert fresh_lines("You are X, AI is O\n  Your move: \nO wins\n", {"You are X, AI is O", "Your move:"}) == "O wins"


@given(
    head=st.sampled_from(["", "Board:\n", "X is you, O is the AI\n"]),
    rows=st.tuples(SEPARATORS, SEPARATORS, SEPARATORS),
    rule=st.sampled_from(["\n", "\n-----\n", "\n\n", "\n---+---+---\n", "  "]),
    empty=st.sampled_from([" ", ".", "_", "-"]),
)
def test_any_rules_and_spacing_will_do(head: str, rows: tuple[str, str, str], rule: str, empty: str) -> None:
    """Every board is seen as it is, and no other board for it; only rows of their own lines are in rows."""
    before, between, after = rows

    def printed(board: str) -> str:
        cells = [cell.replace(".", empty) for cell in board]
        lines = [before + between.join(cells[at : at + 3]) + after for at in (0, 3, 6)]
        return head + rule.join(lines) + "\n"

    layout = layout_of({board: printed(board) for board in BOARDS[::7] + BOARDS[:10]})

    assert layout is not None
    assert layout.in_rows is ("\n" in rule)
    for board, other in zip(BOARDS[::91], BOARDS[1::91], strict=False):
        assert layout.shows(board, printed(board))
        assert not layout.shows(other, printed(board))


@pytest.mark.parametrize("order", ["036147258", "876543210", "210543876"])
def test_a_board_turned_or_mirrored_has_no_layout(order: str) -> None:
    """The marks must stand in reading order."""
    printed = {board: " ".join(board[int(at)] for at in order) for board in BOARDS}

    assert layout_of(printed) is None


def test_what_does_not_tell_empty_cells_from_none_has_no_layout_for_all_boards() -> None:
    """Marks alone, without their gaps, are a board only when it is full."""
    printed = {board: board.replace(".", "") for board in BOARDS}
    layout = layout_of(printed)

    assert layout is None or not all(layout.shows(board, text) for board, text in printed.items())


@pytest.fixture(scope="module")
def loser() -> Result:
    """Return the result of a program whose AI takes the first free cell."""
    fixture = fixtures()["lab4-best-move-first-cell"]
    one = launcher()
    try:
        return mark(fixture.submission, fixture.rubric, one)
    finally:
        one.close()


def test_the_command_of_a_dialogue_plays_it_again(loser: Result, tmp_path: Path) -> None:
    """With Python and the file alone, to the same last words; what was typed is in the transcript."""
    check = next(c for line in loser.criteria for c in line.checks if c.id == "play_game.never_loses")
    shutil.copy(ROOT / "fixtures" / "lab4-best-move-first-cell" / "AI_game.py", tmp_path)
    assert check.reproduce is not None
    assert check.counterexample is not None
    assert '"' not in check.reproduce[len('python -c "') : -1]

    command = check.reproduce.removeprefix('python -c "').removesuffix('"')
    shown = subprocess.run([sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)

    said = [part.text for part in check.counterexample.transcript if part.who == "program"]
    assert said[-1].split("\n")[-2] in shown.stdout
    typed = [part.text for part in check.counterexample.transcript if part.who == "you"]
    assert len(typed) == 3, "three marks in a row are the shortest way to lose"
    assert re.fullmatch(r"the AI loses in [\d,]+ of [\d,]+ games", check.message)


def test_a_lost_game_is_counted_among_all_that_a_human_can_play(loser: Result) -> None:
    """Every leaf of the tree is one game."""
    check = next(c for line in loser.criteria for c in line.checks if c.id == "play_game.never_loses")

    assert check.of is not None
    assert check.wrong is not None
    assert 0 < check.wrong < check.of
