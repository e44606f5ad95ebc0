"""An exception of Python is told with its remedy, in words that no student chose."""

from __future__ import annotations

import pytest

from grader.text.exception_hints import MEANINGS, REMEDIES, exception_meaning, exception_remedy

STUDENT = """
board = [[None] * 3] * 3
def player(board):
    player = player(board)
def nothing():
    pass
"""
CASES = {
    "def result():\n    copy = copy.deepcopy(1)\nresult()": "if the import copy is meant, rename the variable",
    "player(board)": "give player a value first; if the function player is meant",
    "deepcopy(board)": "perhaps `from copy import deepcopy` is missing",
    "terminl(board)": "perhaps terminal is meant",
    "from copy import deep_copy": "copy has no deep_copy: perhaps deepcopy is meant",
    "import math; math.Inf": "perhaps inf is meant",
    "import math; math.infinity": "perhaps inf is meant",
    "import random; random.choise": "perhaps choice is meant",
    "zzz": "misspelt, not written, or of another function",
    "list(player)": "call the function: it stands here",
    "player[0]": "call the function: it stands here",
    "player < 1": "call the function: it stands here",
    "1 in player": "call the function: it stands here",
    "board[0, 1]": "board[i, j] for board[i][j], or a comma left out",
    "board[board[0]]": "a row of the board in place of its number",
    "{board[0]}": "no list can be in a set or be a key",
    "(1, 2)[0] = 3": "make a list of it first",
    "s = {1}; s[0]": "make a list of the set first",
    "board.add(1)": "use append",
    "set().append(1)": "use add",
    "board.indexof(1)": "a list has no indexof: perhaps index is meant",
    "nothing().lower()": "None has no lower: an EMPTY cell is None",
    "nothing().count(1)": "something is None",
    **dict.fromkeys(("(1, 2) < 0", "0 < (1, 2)", "0.5 > (1, 2)"), "a move, or a pair, is compared"),
    "nothing()[0]": "something is None",
    "nothing().x": "something is None",
    "None < 1": "something is None",
    **dict.fromkeys(("None + 'X'", "'X' + None", "s = None; s += 1"), "None cannot be added"),
    "a, b = nothing()": "something is None",
    "list(1)": "one value in place of a list or tuple",
    "1 in 2": "one value in place of a list or tuple",
    "board(1)": "a variable may have the name of a function",
    "player()": "leaves out an argument",
    "player(1, 2)": "passes too many arguments",
    "max([])": "no move is left",
    "a, b = [1]": "more or fewer names than values",
    "{1: 2}[board[0][0]]": "the dictionary has no such key",
    "board[3]": "rows and columns are 0, 1 and 2",
}


@pytest.mark.parametrize("code", CASES)
def test_what_students_meet_is_explained(code: str) -> None:
    """By the message of the Python that runs."""
    with pytest.raises(Exception) as raised:  # noqa: PT011 - each has its own
        exec(STUDENT + code, {})  # noqa: S102 - of the table above
    kind, message = type(raised.value).__name__, str(raised.value)

    told = exception_remedy(kind, message) or exception_meaning(kind, message)

    assert CASES[code] in told


@pytest.mark.parametrize(
    ("kind", "message", "said"),
    [
        ("UnboundLocalError", "local variable 'winner' referenced before assignment", "give winner a value first"),
        ("ValueError", "min() arg is an empty sequence", "no move is left"),
        ("ValueError", "min() iterable argument is empty", "no move is left"),
    ],
)
def test_messages_of_other_pythons_are_known(kind: str, message: str, said: str) -> None:
    """Of 3.10 and of 3.12."""
    assert said in exception_remedy(kind, message) + exception_meaning(kind, message)


def test_what_can_mean_anything_is_left_as_it_is() -> None:
    """A name of the student's own, an exception of the student's, a message that only looks like Python's."""
    assert exception_remedy("UnboundLocalError", "local variable 'score' referenced before assignment") == ""
    assert exception_remedy("NameError", "name 'action' is not defined") == ""
    assert exception_remedy("UnboundLocalError", "local variable 'best_move' referenced before assignment") == ""
    assert exception_remedy("MyError", "name 'copy' is not defined") == ""
    assert exception_meaning("Exception", "something") == ""


def test_a_meaning_fits_beside_a_board_and_a_remedy_into_a_headline() -> None:
    """In a terminal of 80 columns."""
    assert all(len(said) < 50 for _, _, said in MEANINGS)
    assert all(len(said.split()) <= 15 for _, _, said in REMEDIES)
