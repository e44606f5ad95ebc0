"""What is recorded of searches that leave moves out, keep answers, raise, or are no tree of calls."""

from __future__ import annotations

import pytest

from grader.game.tree import table
from grader.model.reason import reason
from grader.model.search_trace import SearchTrace
from grader.sandbox.inside.tracing import recorder, recording
from tests.sandbox.inside.tracing.recording_here import full_tree, nodes, recorded
from tests.sandbox.inside.tracing.styles import RULES, STYLES

START = "XO.OXX..."
"""O moves; the empty cells are 2, 6, 7 and 8."""
TWO_FUNCTIONS = STYLES["two functions"]


def below(trace: SearchTrace, board: str) -> list[str | None]:
    """Return which positions the first call about `board` asked for."""
    first = next(index for index, call in enumerate(trace.calls) if call.board == board)
    return [call.board for call in trace.calls if call.parent == first]


def test_moves_that_were_not_tried_are_missing() -> None:
    """O only looks at its first move, except on the board at the start."""
    tried = "v = min(v, max_value(result(board, action)))"
    stops = TWO_FUNCTIONS.replace(tried, f"{tried}\n        break")
    trace = recorded(RULES + stops, START)

    assert below(trace, START) == ["XOOOXX...", "XO.OXXO..", "XO.OXX.O.", "XO.OXX..O"]
    assert below(trace, "XOOOXX...") == ["XOOOXXX..", "XOOOXX.X.", "XOOOXX..X"]
    assert below(trace, "XOOOXXX..") == ["XOOOXXXO."]


def test_the_move_is_known_where_the_search_below_returns_it_beside_a_value() -> None:
    """What inner calls return does not count."""
    source = """
def search(board, depth, alpha=float("-inf"), beta=float("inf")):
    if terminal(board):
        return utility(board), None
    best = (-2, None) if player(board) == X else (2, None)
    for action in actions(board):
        value, _ = search(result(board, action), depth + 1, alpha, beta)
        if value > best[0] if player(board) == X else value < best[0]:
            best = value, action
        if player(board) == X:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best

def minimax(board):
    return search(board, 0)[1]
"""
    trace = recorded(RULES + source, START)

    assert (trace.calls[0].function, trace.move in table()[START].best) == ("minimax", True)


@pytest.mark.parametrize("remembers", ["@functools.lru_cache(None)\n", ""])
def test_a_position_that_is_remembered_is_not_searched_again(remembers: str) -> None:
    """With `lru_cache` nothing of the file runs; with a dict of its own the search is asked and asks nothing."""
    source = f"""
import functools
memo = {{}}
{remembers}def value(state):
    if state in memo and {not remembers}:
        return memo[state]
    board = [list(row) for row in state]
    if terminal(board):
        return utility(board)
    values = [value(tuple(map(tuple, result(board, action)))) for action in actions(board)]
    memo[state] = max(values) if player(board) == X else min(values)
    return memo[state]

def minimax(board):
    value(tuple(map(tuple, board)))
"""
    trace = recorded(RULES + source, START)
    asked = [call.board for call in nodes(trace)]
    searched = [index for index, call in enumerate(trace.calls) if any(one.parent == index for one in trace.calls[1:])]

    assert set(asked) == {*full_tree(START)}
    assert (len(asked) == len(set(asked))) == bool(remembers)
    assert len(searched) == 1 + len({trace.calls[index].board for index in searched})


def test_positions_that_are_only_looked_at_are_told_apart() -> None:
    """A search that looks whether a move wins before it asks about it."""
    looks = """
def value(board):
    if terminal(board):
        return utility(board)
    for action in actions(board):
        if winner(result(board, action)) == player(board):
            return 1 if player(board) == X else -1
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)

def minimax(board):
    value(board)
"""
    trace = recorded(RULES + looks, START)
    wins = next(index for index, call in enumerate(trace.calls) if call.board == "XO.OXX.O.")

    assert [call.looked_at for call in trace.calls[:2]] == [(), (2, 6, 7, 8)]
    assert trace.calls[wins].looked_at == (2, 6, 8)
    assert all(call.parent != wins for call in trace.calls)


def test_a_search_with_a_stack_of_its_own_is_no_tree() -> None:
    """There is no recursion to be seen; the positions that the file's functions were asked about are listed."""
    source = """
def minimax(board):
    stack = [board]
    while stack:
        one = stack.pop()
        if not terminal(one):
            stack += [result(one, action) for action in actions(one)]
"""
    trace = recorded(RULES + source, START)

    assert (trace.complete, trace.recursive) == (True, False)
    assert {call.board for call in trace.calls} == {*full_tree(START)}
    assert {call.function for call in trace.calls} >= {"minimax", "terminal", "actions", "result"}


def test_a_search_whose_boards_are_not_found_is_incomplete() -> None:
    """Boards as two numbers, one bit for each cell."""
    source = """
def value(xs, os):
    if xs | os == 511:
        return 0
    return max(-value(os, xs | 1 << at) for at in range(9) if not (xs | os) >> at & 1)

def minimax(board):
    value(0b11110001, 0b1010)
"""
    trace = recorded(RULES + source, START)

    assert (trace.complete, trace.recursive) == (False, False)
    assert trace.why == reason("unwatched_no_positions")


@pytest.mark.parametrize(
    ("returned", "move"),
    [
        ("(0, 2)", 2),
        ("[2, 1]", 7),
        ("namedtuple('Move', 'row column')(1, 0)", 3),
        ("(0, 3)", None),
        ("(1.0, 2.0)", None),
        ("(True, False)", None),
        ("(1, (0, 2))", None),
        ("2", None),
        ("1 / 0", None),
    ],
)
def test_the_move_is_the_row_and_column_that_the_first_call_returned(returned: str, move: int | None) -> None:
    """As the sheets ask for; what else came back is no move, and an exception is told."""
    trace = recorded(RULES + f"from collections import namedtuple\ndef minimax(board):\n    return {returned}\n", START)

    assert (trace.move, trace.raised) == (move, returned == "1 / 0")


@pytest.mark.parametrize("style", ["two functions", "lambdas", "generators", "place and undo", "a decorated search"])
def test_functions_that_are_called_often_and_do_not_search_change_nothing(
    style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From some call on they are only noted if they look at another position than the search."""
    whole = recorded(RULES + STYLES[style], START)
    monkeypatch.setattr(recorder, "HELPS_AFTER", 8)

    assert recorded(RULES + STYLES[style], START) == whole


def test_a_function_that_begins_late_to_call_itself_makes_the_recording_incomplete() -> None:
    """It may be the search, and was taken for a function that helps."""
    source = """
def value(board, depth):
    if not depth or terminal(board):
        return 0
    return max(value(result(board, action), depth - 1) for action in actions(board))

def minimax(board):
    for _ in range(300):
        value(board, 0)
    value(board, 2)
"""
    trace = recorded(RULES + source, START)

    assert (trace.complete, trace.why) == (False, reason("unwatched_recursive_late"))


def test_a_search_that_makes_too_many_calls_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was recorded until then is kept."""
    monkeypatch.setattr(recorder, "EVENTS_BETWEEN_CHECKS", 50)
    monkeypatch.setattr(recorder, "MAX_CALLS", 100)
    trace = recorded(RULES + TWO_FUNCTIONS, START)

    assert (trace.complete, trace.why) == (False, reason("unwatched_too_many_calls"))
    assert 10 < len(trace.calls) < 100
    assert trace.calls[0].board == START


def test_no_more_calls_are_sent_than_fit_into_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones are."""
    monkeypatch.setattr(recording, "MAX_SELECTED", 20)
    trace = recorded(RULES + TWO_FUNCTIONS, START)

    assert (len(trace.calls), trace.complete) == (20, False)


def test_helper_modules_belong_to_the_search() -> None:
    """The search may be in another file than the function that is called."""
    helper = RULES + STYLES["place and undo"]
    trace = recorded("from search import X, O, EMPTY, minimax", START, {"search": helper})

    assert {call.function for call in trace.calls} == {"minimax", "value"}
    assert {call.board for call in trace.calls} == {*full_tree(START)}
