"""Lists of calls: each sweep starts from a fresh import, answers come in order, changed boards are reported."""

from __future__ import annotations

from tests.sandbox.sandbox_helpers import BOARDS, Make, ask_once, calls


def test_every_sweep_starts_from_a_pristine_import(behind_either: Make) -> None:
    """State that a module keeps ends with its sweep."""
    behind = behind_either("turn = 0\ndef ask(board):\n    global turn\n    turn += 1\n    return turn")
    numbers = list(range(1, len(BOARDS) + 1))

    for _ in range(2):
        assert [answer.value for answer in behind.sweep(calls("ask")).answers] == numbers
    assert [answer.value for answer in behind.sequence(calls("ask"))] == numbers
    with behind.game() as game:
        assert [game.ask(call).value for call in calls("ask")] == numbers


def test_sweeps_answer_in_order(behind_either: Make) -> None:
    """Each answer belongs to its board, in frames of many answers and of one."""
    behind = behind_either(
        "def ask(board): return sum(cell is not None for row in board for cell in row)\nthink = ask\n"
        "def move(board, action): board[action[0]][action[1]] = 'X'; return action"
    )
    many = calls("ask", BOARDS * 300)

    assert [answer.value for answer in behind.sweep(many).answers] == list(range(10)) * 300
    assert [answer.value for answer in behind.sweep(calls("think")).answers] == list(range(10))


def test_what_a_call_does_to_its_board_is_reported(student: Make) -> None:
    """A changed board comes back, shared rows are reported, and the next call gets a fresh board."""
    behind = student("""
        def ask(board):
            seen = str(board)
            board[0][0] = "!"
            return seen
        def think(board):
            return [board[0], [None] * 3, [None] * 3]
        def move(board, action): pass
    """)
    one, two = behind.sequence(calls("ask", BOARDS[:1] * 2))
    shared = ask_once(behind, "think")

    assert one.value == two.value
    assert one.changed
    assert one.after == [["!", None, None], [None] * 3, [None] * 3]
    assert (shared.changed, shared.shares_rows) == (False, True)


def test_the_place_of_a_variable_without_a_value_is_where_it_is_read(student: Make) -> None:
    """However often the function has run: Python itself names another line later."""
    behind = student("""
        def ask(board):
            count = 0
            if board:
                cuont += 1
            return count
    """)

    assert {answer.at for answer in behind.sequence(calls("ask", BOARDS * 30))} == {"tictactoe.py:5"}
