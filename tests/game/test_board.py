"""The rules of the game on boards of nine characters."""

from __future__ import annotations

import pytest

from grader.game import board as rules


@pytest.mark.parametrize("line", rules.LINES)
@pytest.mark.parametrize("mark", ["X", "O"])
def test_each_of_the_eight_lines_wins_for_either_mark(line: tuple[int, ...], mark: str) -> None:
    """A line filled by one mark makes that mark the winner and the game over."""
    board = "".join(mark if cell in line else "." for cell in range(9))

    assert rules.winner(board) == mark
    assert rules.is_over(board)


def test_there_are_eight_different_lines() -> None:
    """Three rows, three columns and two diagonals, none twice."""
    assert len({frozenset(line) for line in rules.LINES}) == 8
    assert [len(lines) for lines in (rules.ROWS, rules.COLUMNS, rules.DIAGONALS)] == [3, 3, 2]


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        (".........", ()),
        ("XXXOO....", (0,)),
        ("XO.XO.X..", (3,)),
        ("X.O.XO..X", (6,)),
        ("XXXXOOXOO", (0, 3)),
        ("XOXOXOXOX", (6, 7)),
        ("XOXXXOXOX", (3, 6, 7)),
    ],
)
def test_every_full_line_is_found(board: str, lines: tuple[int, ...]) -> None:
    """Each by its index: the rows, the columns, the diagonals."""
    assert rules.full_lines(board) == lines


@pytest.mark.parametrize(
    ("board", "mover"), [(".........", "X"), ("X........", "O"), ("XO.......", "X"), ("XXXOO....", "O")]
)
def test_the_count_of_marks_decides_whose_turn_it_is(board: str, mover: str) -> None:
    """X begins, then they alternate; a finished board has a turn as well."""
    assert rules.turn(board) == mover


def test_a_full_board_without_a_line_is_over_and_has_no_winner() -> None:
    """A tie."""
    assert rules.is_over("XOXXOOOXX")
    assert rules.winner("XOXXOOOXX") is None


def test_an_open_board_is_not_over() -> None:
    """Neither won nor full."""
    assert not rules.is_over("XOXXOOOX.")


def test_a_move_marks_its_cell_for_whoever_has_the_turn() -> None:
    """The other eight cells stay as they were."""
    assert rules.play("X...O....", 8) == "X...O...X"
    assert rules.play("X........", 1) == "XO......."
    assert rules.empty_cells("XO..X.O..") == (2, 3, 5, 7, 8)


def test_turned_boards_are_one_position() -> None:
    """Mirrored ones, too; for searches that keep what they find under one of the eight."""
    assert len(set(rules.SYMMETRIES)) == 8
    assert rules.canonical("XO.......") == rules.canonical("..X..O...") == rules.canonical("......XO.")
    assert rules.canonical("X........") != rules.canonical(".X.......")


@pytest.mark.parametrize("cell", [0, -1, 9])
def test_a_move_that_breaks_the_rules_is_refused(cell: int) -> None:
    """An occupied cell, and cells off the board on both sides."""
    with pytest.raises(ValueError, match="cannot be marked"):
        rules.play("X........", cell)
