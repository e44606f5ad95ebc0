"""Parts of a `tictactoe.py` that the tests put together, some of them changed."""

from __future__ import annotations

HEAD = """
X, O, EMPTY = "X", "O", None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def flat(board):
    return [cell for row in board for cell in row]
"""

PLAYER = """
def player(board):
    return X if flat(board).count(X) == flat(board).count(O) else O
"""

ACTIONS = """
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}
"""

WINNER = """
def winner(board):
    cells = flat(board)
    for a, b, c in LINES:
        if cells[a] != EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None
"""

RESULT = """
def result(board, action):
    i, j = action
    if not (0 <= i <= 2 and 0 <= j <= 2) or board[i][j] != EMPTY:
        raise ValueError(action)
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new
"""

TERMINAL = """
def terminal(board):
    return winner(board) is not None or EMPTY not in flat(board)
"""

FIRST_CELL = """
def minimax(board):
    return None if terminal(board) else min(actions(board))
"""

MEMORY_ACROSS_FUNCTIONS = """
last = []
def winner(board):
    last[:] = [str(board)]
    cells = flat(board)
    for a, b, c in LINES:
        if cells[a] != EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None
def terminal(board):
    if last and last[0] != str(board):
        return False
    cells = flat(board)
    return EMPTY not in cells or any(cells[a] != EMPTY and cells[a] == cells[b] == cells[c] for a, b, c in LINES)
"""
"""`winner` and `terminal`, each right in any order of its calls alone; `terminal` depends on `winner`'s last call."""
