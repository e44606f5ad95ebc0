"""The edits that end an exception of a slip."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.causes.exception_edits import GUESSED, KINDS, exception_edits
from grader.model.counterexample import RaisedText


def changed(text: str, kind: str, message: str, line: int = 2) -> list[str]:
    """Return the texts after each edit of a function in all lines of `text`."""
    lines = text.split("\n")
    found = exception_edits(text, [(1, len(lines))], RaisedText(type=kind, message=message), line)
    return ["\n".join(one.applied(lines)) for one in found]


TUPLE = "list indices must be integers or slices, not tuple"
ROW = "list indices must be integers or slices, not list"


@pytest.mark.parametrize(
    ("kind", "message", "old", "new"),
    [
        ("TypeError", TUPLE, "return board[0,0] == board[i, j+1]", "return board[0][0] == board[i][j+1]"),
        ("TypeError", TUPLE, "board[move[0], move[1]] = X", "board[move[0]][move[1]] = X"),
        ("TypeError", TUPLE, "board[action] = player(board)", "board[action[0]][action[1]] = player(board)"),
        ("TypeError", ROW, "x = [board[i][0] for i in board]", ""),
        ("TypeError", "'int' object is not iterable", "for i in len(board):", "for i in range(len(board)):"),
        ("TypeError", "'int' object is not iterable", "for j in 3:", "for j in range(3):"),
        ("TypeError", "unhashable type: 'list'", "found.add([i, j])", "found.add((i, j))"),
        ("TypeError", "'set' object is not subscriptable", "x = actions(board)[0]", "x = list(actions(board))[0]"),
        ("NameError", "name 'Board' is not defined", "return len(Board)", "return len(board)"),
        ("TypeError", "object of type 'int' has no len()", "for j in range(len(i)):", "for j in range(3):"),
        ("AttributeError", "'NoneType' object has no attribute 'lower'", "if cell.lower() == O:", "if cell == O:"),
        ("AttributeError", "'NoneType' object has no attribute 'board'", "return cell.board", ""),
        ("AttributeError", "'list' object has no attribute 'indexof'", "v.indexof(1)", "v.index(1)"),
        ("AttributeError", "module 'copy' has no attribute 'deep_copy'", "copy.deep_copy(x)", "copy.deepcopy(x)"),
        ("AttributeError", "'set' object has no attribute 'append'", "found.append(1)", "found.add(1)"),
        (
            "AttributeError",
            "'list' object has no attribute 'deepcopy'",
            "b = board.deepcopy()",
            "b = copy.deepcopy(board)",
        ),
        (
            "TypeError",
            "'>' not supported between instances of 'list' and 'float'",
            "return board",
            "return utility(board)",
        ),
        ("IndexError", "list index out of range", "return board[3][0]", ""),
    ],
)
def test_a_slip_is_written_as_it_is_meant(kind: str, message: str, old: str, new: str) -> None:
    """In the line of the exception; nothing is written for what may mean anything."""
    head = "def result(board, action, empty=None):\n    "

    assert changed(head + old, kind, message) == ([head + new] if new else [])


def test_it_is_written_in_all_lines_of_the_function() -> None:
    """The same exception would be raised in the next one."""
    (text,) = changed("def winner(board):\n    a = Board[0]\n    b = 'Board'\n    c = Board[1]  # Board", *UNDEFINED)

    assert text == "def winner(board):\n    a = board[0]\n    b = 'Board'\n    c = board[1]  # Board"


GLOBAL = "def f(board):\n    return rows\ndef initial_state():\n    global rows\n    rows = {value}\n    return []"


@pytest.mark.parametrize(
    ("value", "added"), [("len(board)", "rows = 3"), ("0", "rows = 0"), ("{}", "rows = {}"), ("board[0]", "")]
)
def test_a_global_that_only_another_function_sets_begins_at_the_top_of_the_file(value: str, added: str) -> None:
    text = GLOBAL.replace("{value}", value)

    assert changed(text, "NameError", "name 'rows' is not defined") == ([f"{text}\n{added}"] if added else [])


LACKING = "minimax() missing 2 required positional arguments: 'depth' and 'alpha'"


def test_a_parameter_without_an_argument_gets_the_value_that_is_usual() -> None:
    """Only in the head of the function."""
    text = "def minimax(board, depth, alpha):\n    return minimax(board, depth, alpha)"

    (new,) = changed(text, "TypeError", LACKING, 1)

    assert new == text.replace("depth, alpha", "depth=0, alpha=float('-inf')", 1)


def test_a_parameter_that_may_mean_anything_gets_no_value() -> None:
    text = "def minimax(board, depth, turn):\n    pass"

    assert changed(text, "TypeError", LACKING.replace("alpha", "turn"), 1) == []


UNDEFINED = ("NameError", "name 'Board' is not defined")


def test_a_part_that_differs_from_line_to_line_is_told_with_and_so_on() -> None:
    """The second line does not have the text of the first one."""
    text = "def f(board) -> Set[Tuple[int, int]]:\n    a = board[0, 0]\n    b = board[1, 0]\n    c = memo[board, 1]"
    (one,) = exception_edits(text, [(1, 4)], RaisedText(type="TypeError", message=TUPLE), 2)

    assert (one.code, one.old_part, one.new_part) == ("edit_alike", "board[0, 0]", "board[0][0]")
    assert one.applied(text.split("\n"))[0::3] == [text.split("\n", maxsplit=1)[0], "    c = memo[board, 1]"]


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("found.add([i])", "TypeError", "unhashable type: 'list'"),
        ("found.add(['x', j])", "TypeError", "unhashable type: 'list'"),
        ("return table['a', 1]", "TypeError", TUPLE),
        (f"return board[i, j] + {'1' * 300}", "TypeError", TUPLE),
    ],
)
def test_what_is_no_such_slip_or_too_long_is_left(line: str, kind: str, message: str) -> None:
    """No tuple of one, no text of a string, and no line that nobody wrote by hand."""
    assert changed(f"def f(board):\n    {line}", kind, message) == []


def test_a_name_that_is_only_like_another_is_a_guess() -> None:
    """`o_count` is no `x_count`."""
    text = "def player(board):\n    o_count = 1\n    return x_count"
    found = exception_edits(text, [(1, 3)], RaisedText(type="NameError", message="name 'x_count' is not defined"), 3)

    assert {one.rank for one in found} == {GUESSED}


def test_a_loop_over_rows_that_counts_them_is_one_over_numbers() -> None:
    """The row is the number of a row below; a loop that uses the row as it is stays."""
    text = "for i in board:\n    if board[i][0] == X:\n        for row in board:\n            print(row)"

    assert changed(text, "TypeError", ROW) == [text.replace("for i in board", "for i in range(3)")]


def test_a_count_in_a_number_is_one_in_the_row_of_the_loop() -> None:
    """The number is what the count is added to."""
    text = "def player(board):\n    for row in board:\n        xs = xs + xs.count(X)"

    (new,) = changed(text, "AttributeError", "'int' object has no attribute 'count'", 3)

    assert new == text.replace("xs.count", "row.count")


def test_deepcopy_is_called_by_the_name_that_is_imported() -> None:
    """Else the edit would only end in another exception."""
    text = "def result(board, action):\n    return board.deepcopy()\nfrom copy import deepcopy"

    (new,) = changed(text, "AttributeError", "'list' object has no attribute 'deepcopy'")

    assert new == text.replace("board.deepcopy()", "deepcopy(board)")


def test_a_full_stop_before_a_variable_is_a_comma() -> None:
    """Where a list has no attribute of the variable's name."""
    text = "def minimax(board):\n    for move in moves:\n        v = low(result(board. move))"

    (new,) = changed(text, "AttributeError", "'list' object has no attribute 'move'", 3)

    assert new == text.replace("board. move", "board, move")


def test_a_list_is_made_of_the_actions_only_where_one_is_taken_by_its_number() -> None:
    """A loop over a set is right."""
    text = "def minimax(board):\n    moves = actions(board)\n    for move in actions(board):\n        return moves[0]"

    (new,) = changed(text, "TypeError", "'set' object is not subscriptable", 4)

    assert new == text.replace("= actions(board)", "= list(actions(board))")


def test_a_collection_is_begun_as_its_method_needs_it() -> None:
    """A list that is added to was meant as a set, or its method as that of a list."""
    text = "found = []\nfound.add((i, j))"
    other = "found = {}\nfound.add((i, j))"

    assert changed(text, "AttributeError", "'list' object has no attribute 'add'") == [
        "found = set()\nfound.add((i, j))",
        "found = []\nfound.append((i, j))",
    ]
    assert changed(other, "AttributeError", "'dict' object has no attribute 'add'") == [
        "found = set()\nfound.add((i, j))"
    ]


def test_a_name_that_is_like_no_other_may_be_any_that_the_function_binds() -> None:
    """Each is a guess, told only if nothing is wrong with it."""
    found = exception_edits("def f(a):\n    b = 1\n    return v", [(1, 3)], RaisedText(type="NameError", message=V), 3)

    assert [(one.rank, one.new_part) for one in found] == [(GUESSED, "a"), (GUESSED, "b")]


V = "name 'v' is not defined"
UNBOUND = "cannot access local variable 'actions' where it is not associated with a value"


def test_a_variable_with_the_name_of_a_function_gets_another_one() -> None:
    """The calls of the function keep theirs; a variable that is no function may need a value first."""
    text = "def actions(board):\n    pass\ndef search(board):\n    actions = actions(board)\n    return actions[0]"

    assert changed(text, "UnboundLocalError", UNBOUND, 4) == [
        text.replace("actions = ", "moves = ").replace("actions[0]", "moves[0]")
    ]
    assert changed(text, "UnboundLocalError", UNBOUND.replace("actions", "best"), 4) == []


def test_a_missing_import_changes_no_number_of_a_line() -> None:
    """It is written below the file to try it; a student is told to write it at the top."""
    text = "def result(board):\n    return copy.deepcopy(board)"

    assert changed(text, "NameError", "name 'copy' is not defined") == [f"{text}\nimport copy"]


MESSAGES = st.sampled_from([(kind, f"{part} 'Board' is not defined '") for kind, part, _ in KINDS])


@given(st.text("abBord[](),.:=1 \n'#{}"), MESSAGES, st.integers(-1, 6))
def test_no_text_makes_it_fail_and_no_line_is_lost(text: str, raised: tuple[str, str], line: int) -> None:
    """What a student writes is searched only."""
    for one in changed(text, *raised, line):
        assert one.count("\n") == text.count("\n")
