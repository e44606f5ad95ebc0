"""
The parts of a solution that know the board: several usual ways to write each function.

A part is source text; lines that import stand first in it and are gathered at the top of the whole.
"""

from __future__ import annotations

CONSTANTS = {
    "usual": 'X = "X"\nO = "O"\nEMPTY = None\n',
    "space": 'X = "X"\nO = "O"\nEMPTY = " "\n',
    "numbers": "X = 1\nO = 2\nEMPTY = 0\n",
}

INITIAL_STATE = {
    "rows": """
def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]
""",
    "comprehension": """
def initial_state():
    return [[EMPTY for _ in range(3)] for _ in range(3)]
""",
    "times": """
def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]
""",
}

PLAYER = {
    "counts-both": """
def player(board):
    x_count = 0
    o_count = 0
    for row in board:
        for cell in row:
            if cell == X:
                x_count += 1
            elif cell == O:
                o_count += 1
    if x_count > o_count:
        return O
    return X
""",
    "row-counts": """
def player(board):
    x_count = sum(row.count(X) for row in board)
    o_count = sum(row.count(O) for row in board)
    return X if x_count == o_count else O
""",
    "empty-cells": """
def player(board):
    free = 0
    for i in range(3):
        free += board[i].count(EMPTY)
    if free % 2 == 1:
        return X
    else:
        return O
""",
    "flat": """
def player(board):
    cells = [cell for row in board for cell in row]
    if cells.count(X) <= cells.count(O):
        return X
    return O
""",
    "special-start": """
def player(board):
    if board == initial_state():
        return X
    turns = 0
    for row in board:
        for cell in row:
            if cell != EMPTY:
                turns = turns + 1
    return O if turns % 2 else X
""",
}

ACTIONS = {
    "loops": """
def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves
""",
    "comprehension": """
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}
""",
    "enumerate": """
def actions(board):
    moves = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell == EMPTY:
                moves.add((i, j))
    return moves
""",
    "from-list": """
def actions(board):
    free = []
    for i in range(len(board)):
        for j in range(len(board[i])):
            if board[i][j] != EMPTY:
                continue
            free.append((i, j))
    return set(free)
""",
    "product": """
from itertools import product
def actions(board):
    return set((i, j) for i, j in product(range(3), repeat=2) if board[i][j] == EMPTY)
""",
}

RESULT = {
    "deepcopy": """
import copy
def result(board, action):
    if action not in actions(board):
        raise Exception("invalid action")
    board_copy = copy.deepcopy(board)
    board_copy[action[0]][action[1]] = player(board)
    return board_copy
""",
    "from-copy-import": """
from copy import deepcopy
def result(board, action):
    i, j = action
    if i not in range(3) or j not in range(3):
        raise ValueError("off the board")
    if board[i][j] != EMPTY:
        raise ValueError("taken")
    board_copy = deepcopy(board)
    board_copy[i][j] = player(board)
    return board_copy
""",
    "row-slices": """
def result(board, action):
    if action not in actions(board):
        raise ValueError("this cannot be played")
    board_copy = [row[:] for row in board]
    i, j = action
    board_copy[i][j] = player(board)
    return board_copy
""",
    "list-map": """
class InvalidMove(Exception):
    pass


def result(board, action):
    if action not in actions(board):
        raise InvalidMove(action)
    mark = player(board)
    board_copy = list(map(list, board))
    board_copy[action[0]][action[1]] = mark
    return board_copy
""",
    "copy-rows": """
import copy
def result(board, action):
    (i, j) = action
    if i < 0 or i > 2 or j < 0 or j > 2 or board[i][j] != EMPTY:
        raise Exception("Not a valid move")
    board_copy = copy.copy(board)
    board_copy[i] = copy.copy(board[i])
    board_copy[0], board_copy[1], board_copy[2] = board_copy[0][:], board_copy[1][:], board_copy[2][:]
    board_copy[i][j] = player(board)
    return board_copy
""",
    "rebuilt": """
def result(board, action):
    if action not in actions(board):
        raise NameError("no such move")
    turn = player(board)
    return [[turn if (i, j) == action else board[i][j] for j in range(3)] for i in range(3)]
""",
}

TERMINAL = {
    "loops": """
def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        for cell in row:
            if cell == EMPTY:
                return False
    return True
""",
    "no-actions": """
def terminal(board):
    if winner(board) is not None or not actions(board):
        return True
    return False
""",
    "all": """
def terminal(board):
    return winner(board) is not None or all(cell != EMPTY for row in board for cell in row)
""",
    "any-row": """
def terminal(board):
    if winner(board) == X or winner(board) == O:
        return True
    return not any(EMPTY in row for row in board)
""",
}

UTILITY = {
    "ifs": """
def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0
""",
    "once": """
def utility(board):
    who = winner(board)
    if who == X:
        return 1
    if who == O:
        return -1
    return 0
""",
    "table": """
def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)
""",
    "arrow": """
def utility(board):
    who = winner(board)
    return 1 if who == X else (-1 if who == O else 0)
""",
}
