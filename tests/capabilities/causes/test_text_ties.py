"""Between two causes with the same answers the text decides."""

from __future__ import annotations

import pytest

from grader.assignments import ASSIGNMENTS
from grader.capabilities.causes.text_ties import helper_at_fault, settled_by_text
from grader.model.counterexample import Answered, AnswerKind, Counterexample, RaisedText
from grader.model.reason import reason
from grader.model.submission import SourceFile
from grader.model.verdict import Verdict
from grader.text.reasons import said
from tests.render.samples import check
from tests.test_missing_functions import submission

TICTACTOE = ASSIGNMENTS["tictactoe"].module_spec
RULES = "def minimax(board):\n    for move in actions(board):\n        return move\n"
HELPER = "def search(board):\n    return max(search(one) for one in board)\n"


def settled(code: str, text: str, *helpers: SourceFile) -> str:
    """Return the code that the text makes of `code`."""
    (one,) = settled_by_text(submission(text, *helpers), TICTACTOE, "minimax", (reason(code),))
    return one.code


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (RULES, "minimax_no_recursion"),
        (f"{RULES}\nboard = 1\nwhile board:\n    minimax(board)\n", "minimax_no_recursion"),
        (f"{HELPER}\ndef minimax(board):\n    return search(board)\n", "minimax_depth_limit"),
        (
            "def minimax(board):\n    def low(one):\n        return low(one)\n    return low(board)\n",
            "minimax_depth_limit",
        ),
        (
            "class Tree:\n    def value(self):\n        return self.value()\ndef minimax(b):\n    Tree(b)\n",
            "minimax_depth_limit",
        ),
        ("value = lambda b: max(map(value, b))\ndef minimax(board):\n    return value(board)\n", "minimax_depth_limit"),
        (f"{HELPER}\ndef utility(b):\n    return search(b)\ndef minimax(b):\n    utility(b)\n", "minimax_depth_limit"),
        ("def minimax(board):\n    left = [board]\n    while left:\n        left.pop()\n", "minimax_depth_limit"),
    ],
)
def test_only_a_search_in_which_nothing_calls_itself_is_told_so(text: str, told: str) -> None:
    """A function inside another, a class, a variable and a loop may search as well."""
    assert settled("minimax_depth_limit", text) == told


STARTED = "def minimax(board):\n    best, move = -1, None\n    for one in board:\n        move = one\n    return move\n"
LISTED = (
    "def minimax(board):\n    for one in board:\n        if value(one) == 1:\n            return one\n    return None\n"
)
INNER_START = "def value(board):\n    low = 1\n    return low\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (STARTED, "minimax_gives_up_when_lost"),
        (f"{INNER_START}\n{LISTED}", "minimax_none_when_lost"),
        (STARTED.replace("-1", "-math.inf"), "minimax_none_when_lost"),
        (STARTED.replace("best, move = -1, None", "best, move = {'X': -1}['X'], None"), "minimax_gives_up_when_lost"),
        (STARTED.replace("-1", "-1.0"), "minimax_gives_up_when_lost"),
        (STARTED.replace("best, move = -1, None", "move, best = None, -1"), "minimax_gives_up_when_lost"),
        ("def minimax(board):\n    return best(board)\ndef best(board):\n    v = 1\n", "minimax_gives_up_when_lost"),
    ],
)
def test_a_start_is_blamed_for_no_move_only_where_the_move_is_picked(text: str, told: str) -> None:
    assert settled("minimax_gives_up_when_lost", text) == told


def test_a_search_that_is_told_how_deep_it_is_needs_the_values_below_the_first_call() -> None:
    """Where it returned None for a finished board, its own calls would have no value."""
    itself = "def minimax(board, depth=0):\n    return max(minimax(one, depth + 1) for one in board)\n"

    assert settled("minimax_value_when_over", itself) == "minimax_value_in_first_call"
    assert settled("minimax_value_when_over", itself.replace(", depth=0", "")) == "minimax_value_when_over"
    assert settled("minimax_value_when_over", HELPER + RULES) == "minimax_value_when_over"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("copy(board)", "result_shallow_copy"),
        ("board[:]", "result_shallow_copy"),
        ("board.copy()", "result_shallow_copy"),
        ("list(actions(board))", "result_writes_into_board"),
        ("[row[:] for row in board]", "result_writes_into_board"),
        ("board\n    board[0][0] = X\n    new = copy.copy(board)", "result_writes_into_board"),
        ("copy.deepcopy(list(board))", "result_writes_into_board"),
        ("board", "result_writes_into_board"),
    ],
)
def test_a_copy_of_the_rows_alone_is_told_where_no_board_is_returned(made: str, told: str) -> None:
    text = f"def result(board, action):\n    new = {made}\n    new[0][0] = X\n"

    (one,) = settled_by_text(submission(text), TICTACTOE, "result", (reason("result_writes_into_board"),))

    assert one.code == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("    try:\n        new = board[9]\n    except IndexError:\n        pass\n", "result_catches_its_exception"),
        ("    for i in range(3):\n        new = board[i]\n", "result_no_check"),
    ],
)
def test_an_exception_is_hidden_only_where_something_catches_one(text: str, told: str) -> None:
    """A loop that finds no such cell returns the board as well."""
    pattern = (reason("result_catches_its_exception"),)

    (one,) = settled_by_text(submission(f"def result(board, action):\n{text}"), TICTACTOE, "result", pattern)

    assert one.code == told


INNER = """def minimax(board):
    move = None
    def search(board):
        best = 0
        {declared}move = 1
        return best
    search(board)
    return move
"""
OUTER = """move = None
def search(board):
    {declared}move = 1
def minimax(board):
    search(board)
    return move
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (INNER, "write `nonlocal move` at the beginning of line 3's function: it sets another move"),
        (OUTER, "write `global move` at the beginning of line 2's function: it sets another move"),
    ],
)
def test_a_function_that_sets_a_variable_of_its_own_is_told_why_nothing_is_returned(text: str, told: str) -> None:
    """The returned one keeps its first value, unless the other function declares it."""
    shared = text.format(declared="global move; " if text == OUTER else "nonlocal move\n        ")
    (found,) = settled_by_text(submission(text.format(declared="")), TICTACTOE, "minimax", (reason("minimax_none"),))

    assert said([found]) == told
    assert settled("minimax_none", shared) == "minimax_none"


def test_a_search_may_stand_in_another_file() -> None:
    """The file that is graded only calls it."""
    helper = SourceFile(path="helper.py", text=HELPER)

    assert settled("minimax_depth_limit", "from helper import search\ndef minimax(b):\n    search(b)\n", helper) == (
        "minimax_depth_limit"
    )


@pytest.mark.parametrize(
    ("start", "told"), [("best = -math.inf", "minimax_depth_limit"), ("best = 0", "minimax_zero_or_two_moves")]
)
def test_where_no_value_begins_with_0_the_search_is_too_short(start: str, told: str) -> None:
    """With one both causes are possible; what other functions count from 0 says nothing of it."""
    text = f"def player(b):\n    x = 0\ndef minimax(b):\n    {start}\n    player(b)\n    minimax(b)\n"

    assert settled("minimax_zero_or_two_moves", text) == told


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ("return max(map(low, board))", "minimax_never_values"),
        ("return utility(board)", "minimax_first_action"),
        ("return game.utility(board)", "minimax_first_action"),
    ],
)
def test_a_search_that_values_no_game_takes_the_first_action(inside: str, told: str) -> None:
    """All its moves have one value; one that only returns the first action is told as ever."""
    text = f"def minimax(board):\n    def low(board):\n        {inside}\n    return max(board, key=low)\n"

    assert settled("minimax_first_action", text) == told
    assert settled("minimax_first_action", RULES) == "minimax_first_action"


SEARCH = """def minimax(board{more}):
    best = -1
    for move in actions(board):
        value = minimax(result(board, move))
        if value > best:
            best, kept = value, move
    return {returned}
"""
AT = "tictactoe.py:5"
COMPARED = "'>' not supported between instances of 'tuple' and 'int'"


@pytest.mark.parametrize(
    ("more", "returned", "message", "is_told"),
    [
        ("", "kept", COMPARED, True),
        ("", "kept", COMPARED.replace("tuple", "NoneType"), True),
        ("", "best, kept", COMPARED, False),
        (", top=True", "kept if top else best", COMPARED, False),
        ("", "kept", COMPARED.replace("tuple", "str"), False),
    ],
)
def test_a_search_that_may_return_values_is_not_told_that_it_returns_moves(
    more: str, returned: str, message: str, *, is_told: bool
) -> None:
    """With a further parameter, or in a pair, it may."""
    raised = Answered(kind=AnswerKind.RAISED, raised=RaisedText(type="TypeError", message=message))
    example = Counterexample(function="minimax", board="." * 9, call="", got=(), expected=(), at=AT, answered=raised)
    failed = check("minimax.legal_move", "4", Verdict.ERROR, counterexample=example)

    told = helper_at_fault(submission(SEARCH.format(more=more, returned=returned)), TICTACTOE, failed)

    assert [one.code for one in told] == ["minimax_recursion_gives_moves"] * is_told
