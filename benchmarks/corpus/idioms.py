"""
What stands in files that students hand in besides the algorithm, and in how many of a hundred of them.

An idiom is data: its share of a class and the edits that put it into a source. An edit fits a source that its pattern
matches; the same idiom comes in several forms, so a class has all of them.
"""

from __future__ import annotations

import re

from benchmarks.corpus.edits import Edit, Idiom
from benchmarks.corpus.winner_parts import WINNER

_SEARCH = (
    r"max_value|min_value|value_of|score_of|negamax|search|evaluate|minimax_value|best_value|highest|value|outcome"
)
_CLASS_RESULT = r"^def result\(board, action\):\n([\s\S]*?)raise \w+\(.*\)"
_OVER = r"^(def minimax\(board\):\n    if terminal\(board\):\n        return None\n)"


def _exception_class(body: str, raised: str) -> Edit:
    """Return an edit that defines an exception before `result` and raises it there."""
    put = rf"class InvalidAction(Exception):\n{body}\n\n\ndef result(board, action):\n\1raise InvalidAction{raised}"
    return Edit(find=_CLASS_RESULT, put=put, count=1, unless=r"^class \w+\(Exception\)")


_BY_GENERATOR = """\
def all_lines(board):
    for i in range(3):
        yield board[i]
        yield [row[i] for row in board]
    yield [board[i][i] for i in range(3)]
    yield [board[i][2 - i] for i in range(3)]


def winner(board):
    for line in all_lines(board):
        if line == [X, X, X]:
            return X
        if line == [O, O, O]:
            return O
    return None"""

IDIOMS = (
    Idiom(
        family="generator",
        name="generator",
        percent=0.5,
        edits=(Edit(find=re.escape(WINNER["local-lines"].strip()), put=_BY_GENERATOR),),
    ),
    Idiom(
        family="exception class",
        name="exception class",
        percent=3,
        edits=(
            _exception_class("    pass", "('This cell is taken')"),
            _exception_class("    'The cell is taken or off the board.'", ""),
            _exception_class(
                "    def __init__(self, message='Invalid action'):\n"
                "        self.message = message\n        super().__init__(self.message)",
                "()",
            ),
        ),
    ),
    Idiom(
        family="f-string",
        name="f-string",
        percent=8,
        edits=(
            Edit(find=r"^( +)raise (\w+)\(.+\)$", put=r'\1raise \2(f"Invalid action {action}")'),
            Edit(find=r"^( +)raise (\w+)\(.+\)$", put=r'\1raise \2(f"{action} cannot be played on {board}")'),
        ),
    ),
    Idiom(
        family="except",
        name="catches all exceptions",
        percent=4,
        edits=(
            Edit(
                find=r"^    board_copy = ((?:copy\.)?deepcopy\(board\))$",
                put=r'    try:\n        board_copy = \1\n    except:\n        raise Exception("cannot copy the board")',
            ),
            Edit(
                find=r"^    if action not in actions\(board\):\n",
                put="    try:\n        allowed = action in actions(board)\n    except Exception:\n"
                "        allowed = False\n    if not allowed:\n",
            ),
            Edit(
                find=r"^    if board\[i\]\[j\] != EMPTY:\n(        raise .*)$",
                put="    try:\n        taken = board[i][j] != EMPTY\n    except:\n        taken = True\n"
                r"    if taken:\n\1",
            ),
        ),
    ),
    Idiom(
        family="print",
        name="print in minimax",
        percent=11,
        edits=(
            Edit(find=r"^(def minimax\(board\):\n)", put=r'\1    print("Thinking...")\n'),
            Edit(find=r"^(    )return best_action$", put=r"\1print('best move:', best_action)\n\1return best_action"),
            Edit(find=r"^(def minimax\(board\):\n    if terminal\(board\):\n)", put=r'\1        print("Game over")\n'),
        ),
    ),
    Idiom(
        family="print",
        name="print on the way to an error",
        percent=4,
        edits=(Edit(find=r"^( +)(raise \w+.*)$", put=r'\1print("invalid action:", action)\n\1\2', unless="Implement"),),
    ),
    Idiom(
        family="print",
        name="print at every node",
        percent=5,
        edits=(
            Edit(find=r"^(    )return board_copy$", put=r"\1print(board_copy)\n\1return board_copy"),
            Edit(find=r"^(    board_copy\[.*\] = .*)$", put=r"\1\n    print(action)"),
            Edit(find=r"^(    i, j = action)$", put=r"\1\n    print('i =', i, 'j =', j)"),
            Edit(find=rf"^(def (?:{_SEARCH})\(.*\):\n)", put=r'\1    print("next node")\n'),
            Edit(find=r"^(def player\(board\):\n)", put=r'\1    print("player called")\n'),
        ),
    ),
    Idiom(
        family="is",
        name="is EMPTY",
        percent=14,
        edits=(
            Edit(find=r"== EMPTY\b", put="is EMPTY"),
            Edit(find=r"!= EMPTY\b", put="is not EMPTY"),
            Edit(find=r"^( +if board\[i\]\[j\]) == EMPTY:$", put=r"\1 is EMPTY:"),
        ),
    ),
    Idiom(
        family="is",
        name="is X",
        percent=4,
        edits=(
            Edit(find=r"\b(winner\(board\)|who) == (X|O)\b", put=r"\1 is \2"),
            Edit(find=r"\b(cell|player\(board\)) == (X|O)\b", put=r"\1 is \2"),
        ),
    ),
    Idiom(
        family="is",
        name="is a literal",
        percent=2,
        edits=(Edit(find=r"\b(winner\(board\)|who|cell) == (X|O)\b", put=r'\1 is "\2"', unless="^X = 1"),),
    ),
    Idiom(
        family="is",
        name="is a variable",
        percent=2,
        edits=(
            Edit(find=r"\] == mark\b", put="] is mark"),
            Edit(find=r"\] == board\[", put="] is board["),
            Edit(find=r"cells\[a\] == cells\[b\]", put="cells[a] is cells[b]"),
        ),
    ),
    Idiom(
        family="name of a builtin",
        name="local named eval",
        percent=3,
        edits=(
            Edit(find=r"\bscore\b", put="eval"),
            Edit(find=r"\bv\b", put="eval"),
            Edit(find=r"\bvalue\b(?!\()", put="eval", unless=r"\bvalue\(|[\"']value"),
        ),
    ),
    Idiom(
        family="name of a builtin",
        name="local named like another builtin",
        percent=4,
        edits=(
            Edit(find=r"\bbest\b", put="max", unless=r"\bmax\(|\bmax\b"),
            Edit(find=r"\bbest\b", put="min", unless=r"\bmin\(|\bmin\b"),
            Edit(find=r"\bturns\b", put="sum", unless=r"\bsum\b"),
            Edit(find=r"\bfree\b", put="list", unless=r"\blist\b|free = actions"),
            Edit(find=r"\bmoves\b", put="list", unless=r"\blist\b"),
        ),
    ),
    Idiom(
        family="global",
        name="counter of nodes in a global",
        percent=3.5,
        edits=(
            Edit(
                find=rf"^(def (?:{_SEARCH})\(.*\):\n)",
                put=r"nodes_seen = 0\n\n\n\1    global nodes_seen\n    nodes_seen += 1\n",
                count=1,
            ),
        ),
    ),
    Idiom(
        family="global",
        name="counter of calls in a global",
        percent=1,
        edits=(
            Edit(
                find=r"^(def minimax\(board\):\n)",
                put=r"times_asked = 0\n\n\n\1    global times_asked\n    times_asked += 1\n",
            ),
        ),
    ),
    Idiom(
        family="random",
        name="random in a function",
        percent=8,
        edits=tuple(
            Edit(
                find=_OVER, put=rf"\1    if board == initial_state():\n        return {move}\n", imports="import random"
            )
            for move in (
                "random.choice(list(actions(board)))",
                "(random.randint(0, 2), random.randint(0, 2))",
                "random.choice([(0, 0), (0, 2), (2, 0), (2, 2)])",
            )
        ),
    ),
    Idiom(
        family="top level",
        name="call or loop at top level",
        percent=2,
        edits=(
            Edit(find=r"\Z", put="\n\nprint(player(initial_state()))\n"),
            Edit(find=r"\Z", put="\n\nfor row in initial_state():\n    print(row)\n"),
            Edit(find=r"\Z", put="\n\nstart = initial_state()\nprint(winner(start), terminal(start))\n"),
        ),
    ),
)
