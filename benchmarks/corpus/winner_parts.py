"""Several usual ways to write `winner`, as source text."""

from __future__ import annotations

WINNER = {
    "loops": """
def winner(board):
    for i in range(3):
        if board[i][0] != EMPTY and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] != EMPTY and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    if board[1][1] != EMPTY:
        if board[0][0] == board[1][1] == board[2][2] or board[2][0] == board[1][1] == board[0][2]:
            return board[1][1]
    return None
""",
    "long-ifs": """
def winner(board):
    if board[0][0] == board[0][1] == board[0][2] and board[0][0] != EMPTY:
        return board[0][0]
    elif board[1][0] == board[1][1] == board[1][2] and board[1][0] != EMPTY:
        return board[1][0]
    elif board[2][0] == board[2][1] == board[2][2] and board[2][0] != EMPTY:
        return board[2][0]
    elif board[0][0] == board[1][0] == board[2][0] and board[0][0] != EMPTY:
        return board[0][0]
    elif board[0][1] == board[1][1] == board[2][1] and board[0][1] != EMPTY:
        return board[0][1]
    elif board[0][2] == board[1][2] == board[2][2] and board[0][2] != EMPTY:
        return board[0][2]
    elif board[0][0] == board[1][1] == board[2][2] and board[0][0] != EMPTY:
        return board[0][0]
    elif board[0][2] == board[1][1] == board[2][0] and board[0][2] != EMPTY:
        return board[0][2]
    else:
        return None
""",
    "lines-of-lists": """
LINES = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def winner(board):
    for line in LINES:
        marks = [board[i][j] for i, j in line]
        if marks[0] != EMPTY and marks.count(marks[0]) == 3:
            return marks[0]
    return None
""",
    "lines-of-tuples": """
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    cells = board[0] + board[1] + board[2]
    for a, b, c in WINS:
        if cells[a] != EMPTY and cells[a] == cells[b] and cells[b] == cells[c]:
            return cells[a]
    return None
""",
    "local-lines": """
def winner(board):
    lines = []
    for i in range(3):
        lines.append(board[i])
        lines.append([board[0][i], board[1][i], board[2][i]])
    lines.append([board[i][i] for i in range(3)])
    lines.append([board[i][2 - i] for i in range(3)])
    for line in lines:
        if line == [X, X, X]:
            return X
        if line == [O, O, O]:
            return O
    return None
""",
    "sums": """
VALUES = {X: 1, O: -1, EMPTY: 0}


def winner(board):
    points = [[VALUES[cell] for cell in row] for row in board]
    totals = [sum(row) for row in points] + [sum(column) for column in zip(*points)]
    totals.append(points[0][0] + points[1][1] + points[2][2])
    totals.append(points[0][2] + points[1][1] + points[2][0])
    if 3 in totals:
        return X
    if -3 in totals:
        return O
    return None
""",
    "sets": """
def winner(board):
    columns = [[board[i][j] for i in range(3)] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in board + columns + diagonals:
        if len(set(line)) == 1 and line[0] != EMPTY:
            return line[0]
    return None
""",
    "all-any": """
def has_won(board, mark):
    return (
        any(all(board[i][j] == mark for j in range(3)) for i in range(3))
        or any(all(board[i][j] == mark for i in range(3)) for j in range(3))
        or all(board[i][i] == mark for i in range(3))
        or all(board[i][2 - i] == mark for i in range(3))
    )


def winner(board):
    for mark in (X, O):
        if has_won(board, mark):
            return mark
    return None
""",
    "three-helpers": """
def check_rows(board, mark):
    for row in board:
        if row.count(mark) == 3:
            return True
    return False


def check_columns(board, mark):
    for j in range(3):
        count = 0
        for i in range(3):
            if board[i][j] == mark:
                count += 1
        if count == 3:
            return True
    return False


def check_diagonals(board, mark):
    first = second = 0
    for i in range(len(board)):
        if board[i][i] == mark:
            first += 1
        if board[i][len(board) - 1 - i] == mark:
            second += 1
    return first == 3 or second == 3


def winner(board):
    if check_rows(board, X) or check_columns(board, X) or check_diagonals(board, X):
        return X
    if check_rows(board, O) or check_columns(board, O) or check_diagonals(board, O):
        return O
    return None
""",
    "walrus": """
def winner(board):
    diagonals = [board[0][0], board[1][1], board[2][2]], [board[0][2], board[1][1], board[2][0]]
    for line in [*board, *zip(*board), *diagonals]:
        if (first := line[0]) != EMPTY and all(cell == first for cell in line):
            return first
    return None
""",
    "match": """
def winner(board):
    down, up = tuple(board[i][i] for i in range(3)), tuple(board[i][2 - i] for i in range(3))
    for line in (*map(tuple, board), *zip(*board), down, up):
        match line:
            case (a, b, c) if a == b == c and a != EMPTY:
                return a
    return None
""",
}
