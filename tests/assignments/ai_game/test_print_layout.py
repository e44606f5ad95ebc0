"""Where a `print_board` prints each cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignments.ai_game.screen import layout_of
from grader.game.tree import table
from tests.fixture_folders import SLOW

BOARDS = [position.board for position in table().positions]

SEPARATORS = st.text(alphabet=" |-+=.:_0123456789ab\t", max_size=3)


@SLOW
@given(
    head=st.sampled_from(["", "Board:\n", "X is you, O is the AI\n"]),
    rows=st.tuples(SEPARATORS, SEPARATORS, SEPARATORS),
    rule=st.sampled_from(["\n", "\n-----\n", "\n\n", "\n---+---+---\n", "  "]),
    empty=st.sampled_from([" ", ".", "_", "-"]),
)
def test_any_rules_and_spacing_will_do(head: str, rows: tuple[str, str, str], rule: str, empty: str) -> None:
    """Every board is recognized as itself; only rows on separate lines count as rows."""
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
