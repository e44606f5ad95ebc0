"""
Right functions, whose text replaces a student's wrong ones in probes where no points are earned.

Each answers by rule, even on boards that no game reaches, and calls no other function of the file. The constants are
those of the student's file. `minimax` is missing on purpose.
"""

from __future__ import annotations

X = "X"
O = "O"  # noqa: E741 - the name the assignment gives
EMPTY = None


def player(board):
    marks = [cell for row in board for cell in row]
    return O if marks.count(X) > marks.count(O) else X


def actions(board):
    free = set()
    for row in range(3):
        for column in range(3):
            if board[row][column] == EMPTY:
                free.add((row, column))
    return free


def result(board, action):
    row, column = action
    if row not in range(3) or column not in range(3) or board[row][column] != EMPTY:
        raise ValueError("not an empty cell of this board")
    marks = [cell for line in board for cell in line]
    after = [list(line) for line in board]
    after[row][column] = O if marks.count(X) > marks.count(O) else X
    return after


def winner(board):
    a, b, c = board[0]
    d, e, f = board[1]
    g, h, i = board[2]
    for mark in (X, O):
        if a == b == c == mark or d == e == f == mark or g == h == i == mark:
            return mark
        if a == d == g == mark or b == e == h == mark or c == f == i == mark:
            return mark
        if a == e == i == mark or c == e == g == mark:
            return mark
    return None


def terminal(board):
    a, b, c = board[0]
    d, e, f = board[1]
    g, h, i = board[2]
    for mark in (X, O):
        if a == b == c == mark or d == e == f == mark or g == h == i == mark:
            return True
        if a == d == g == mark or b == e == h == mark or c == f == i == mark:
            return True
        if a == e == i == mark or c == e == g == mark:
            return True
    return all(cell != EMPTY for row in board for cell in row)


def utility(board):
    a, b, c = board[0]
    d, e, f = board[1]
    g, h, i = board[2]
    for mark, value in ((X, 1), (O, -1)):
        if a == b == c == mark or d == e == f == mark or g == h == i == mark:
            return value
        if a == d == g == mark or b == e == h == mark or c == f == i == mark:
            return value
        if a == e == i == mark or c == e == g == mark:
            return value
    return 0
