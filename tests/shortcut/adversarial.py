"""The modules in `modules/`: each hides state, or seems to, where wrong memoization would change answers."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

MODULES = Path(__file__).parent / "modules"
EFFECTS = MODULES / "effects"
"""The modules whose state is in effects: what they print, count, or assign last."""
RULES = MODULES / "rules"
"""The modules that hide state where a tripwire or a rule about names must see it."""
IDIOMS = MODULES / "idioms"
"""The modules that hide nothing: they write what students write, and must be memoized."""
BOARD = """
X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    return X if sum(row.count(EMPTY) for row in board) % 2 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("no such move")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    a, b, c = board
    diagonals = [a[0], b[1], c[2]], [a[2], b[1], c[0]]
    for line in (a, b, c, *zip(a, b, c), *diagonals):
        if line[0] != EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def minimax(board):
    if terminal(board):
        return None
    scored = [(value(result(board, action), 1), action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
"""
"""Put before every module: right functions of the sheet, and a `minimax` that looks two moves ahead with `value`."""
SLOW = "slow."
"""The docstring of a module that is too slow for the tests begins with it."""


FEW_FREE = re.compile(r"^# FREE=(\d)$", re.MULTILINE)
"""A module that searches to the end of the game says so: it is asked about boards with at most this many free cells."""


@cache
def paths() -> dict[str, Path]:
    """Return the file of every module by name."""
    return {path.stem: path for path in sorted(MODULES.rglob("*.py"))}


@cache
def modules() -> dict[str, str]:
    """Return the whole source of every module by name."""
    return {name: BOARD + path.read_text(encoding="utf-8") for name, path in paths().items()}


def story(name: str) -> str:
    """Return the docstring of the module `name`, which says what state it hides."""
    text = paths()[name].read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(text)) or ""


def most_free(name: str) -> int:
    """Return how many free cells the boards may have that the module `name` is asked for."""
    found = FEW_FREE.search(modules()[name])
    return int(found[1]) if found else 9


def defined(name: str) -> set[str]:
    """Return the functions that the module `name` defines itself."""
    tree = ast.parse(paths()[name].read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
