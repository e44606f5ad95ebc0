"""What is recorded of searches that leave moves out, keep answers, raise, or are no tree of calls."""

from __future__ import annotations

import itertools

import pytest

from grader.game.tree import table
from grader.model.search_trace import SearchTrace
from grader.sandbox.inside.tracing import recorder, recording
from tests.sandbox.inside.tracing.recording_here import full_tree, nodes, numbers_sent, recorded
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


def test_calls_hold_their_numbers_and_moves() -> None:
    """The window and the depth that were passed, the value and the cell that came back."""
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
    sent = numbers_sent(RULES + source, START)
    inner = [(call.board or "", *numbers) for call, numbers in zip(trace.calls, sent, strict=True)][1:]
    at_root = [numbers for call, numbers in zip(trace.calls, sent, strict=True) if call.parent == 1]
    best_so_far = ["inf", *itertools.accumulate((back[0] for _, back in at_root[:-1]), min)]

    assert (trace.calls[0].function, trace.move in table()[START].best) == ("minimax", True)
    assert [given[0] for _, given, _ in inner] == [START.count(".") - board.count(".") for board, *_ in inner]
    assert [given[1:] for given, _ in at_root] == [["-inf", beta] for beta in best_so_far]
    assert [back[1] is None for *_, back in inner] == [table()[board].over for board, *_ in inner]
    assert {back[0] for *_, back in inner} == {0, 1}


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
    assert trace.why == "the search calls itself, but its boards were not found in its calls"


def test_exceptions_are_recorded() -> None:
    """A call that raises has no value, also if its caller catches that; None is no exception."""
    source = """
def value(board):
    if winner(board):
        raise ValueError
    if terminal(board):
        return None
    for action in actions(board):
        try:
            value(result(board, action))
        except ValueError:
            pass
    return 0

def minimax(board):
    value(board)
"""
    calls, sent = recorded(RULES + source, START).calls, numbers_sent(RULES + source, START)
    ends = {(call.board, back) for call, (_, back) in zip(calls[1:], sent[1:], strict=True)}

    won = dict.fromkeys((board for board in full_tree(START) if table()[board].winner), "raised")
    full = {board: None for board in full_tree(START) if "." not in board}
    assert dict(ends) == dict.fromkeys(full_tree(START), 0) | full | won
    assert len(ends) == len(dict(ends))


@pytest.mark.parametrize(
    ("returned", "value"),
    [
        ("10 ** 400", "inf"),
        ("-(10 ** 400)", "-inf"),
        ("float('nan')", None),
        ("float('inf')", "inf"),
        ("0.1", "0.1"),
        ("True", None),
        ("'1'", None),
        ("[1] * 1_000", None),
        ("[float('nan'), 0.5]", [None, "0.5"]),
        ("[1, 2, 3, 4, 5]", None),
        ("type('Odd', (), {'__dict__': 1 / 1, '__slots__': ()})()", None),
    ],
)
def test_values_of_every_kind_are_recorded_or_left_out(returned: str, value: object) -> None:
    """Infinities are numbers; what is no number is left out."""
    source = TWO_FUNCTIONS.replace("v = max(v, min_value(result(board, action)))", "min_value(result(board, action))")
    source = source.replace("v = min(v, max_value(result(board, action)))", "max_value(result(board, action))")
    source = RULES + source.replace("return v", f"return {returned}")
    trace, sent = recorded(source, START), numbers_sent(source, START)

    assert trace.complete
    assert [back for call, (_, back) in zip(trace.calls, sent, strict=True) if call.board == "XO.OXXO.."] == [value]


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

    assert (trace.complete, trace.why) == (False, "a function that does not search at first calls itself later on")


def test_a_search_that_makes_too_many_calls_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was recorded until then is kept."""
    monkeypatch.setattr(recorder, "EVENTS_BETWEEN_CHECKS", 50)
    monkeypatch.setattr(recorder, "MAX_CALLS", 100)
    trace = recorded(RULES + TWO_FUNCTIONS, START)

    assert (trace.complete, trace.why) == (False, "the search makes more calls than are recorded")
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
