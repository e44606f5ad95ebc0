"""
Right functions, whose text replaces a student's wrong ones in probes where no points are earned.

Each answers by rule, even on boards that no game reaches, and calls no other function of the file.
"""

from __future__ import annotations


def check_winner(board):
    a, b, c = board[0]
    d, e, f = board[1]
    g, h, i = board[2]
    for mark in ("X", "O"):
        if a == b == c == mark or d == e == f == mark or g == h == i == mark:
            return mark
        if a == d == g == mark or b == e == h == mark or c == f == i == mark:
            return mark
        if a == e == i == mark or c == e == g == mark:
            return mark
    return None if any(cell == " " for row in board for cell in row) else "Draw"


def available_moves(board):
    return [(row, column) for row in range(3) for column in range(3) if board[row][column] == " "]


def minimax(board, depth, is_maximizing):
    a, b, c = board[0]
    d, e, f = board[1]
    g, h, i = board[2]
    for mark, value in (("X", -1), ("O", 1)):
        if a == b == c == mark or d == e == f == mark or g == h == i == mark:
            return value
        if a == d == g == mark or b == e == h == mark or c == f == i == mark:
            return value
        if a == e == i == mark or c == e == g == mark:
            return value
    best = None
    for row in range(3):
        for column in range(3):
            if board[row][column] == " ":
                after = [list(line) for line in board]
                after[row][column] = "O" if is_maximizing else "X"
                score = minimax(after, depth + 1, not is_maximizing)
                if best is None or (score > best if is_maximizing else score < best):
                    best = score
    return 0 if best is None else best
