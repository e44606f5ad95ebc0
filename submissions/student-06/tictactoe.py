import math
import pygame

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    # count the empty cells: 9, 7, 5... -> X
    empty = 0
    for row in board:
        empty += row.count(EMPTY)
    return X if empty % 2 else O


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    i, j = action
    if i > 2 or j > 2 or i < 0 or j < 0 or board[i][j] != EMPTY:
        raise Exception("not allowed")
    new = board[:]
    new[i] = new[i][:]
    new[i][j] = player(board)
    return new


def winner(board):
    rows = [list(row) for row in board]
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[0][0], board[1][1], board[2][2]], [board[0][2], board[1][1], board[2][0]]]
    for line in rows + columns + diagonals:
        if line == [X, X, X]:
            return X
        if line == [O, O, O]:
            return O


def terminal(board):
    if winner(board):
        return True
    if not actions(board):
        return True


def utility(board):
    if winner(board) == X:
        return 1.0
    if winner(board) == O:
        return -1.0
    return 0.0


def minimax(board):
    if terminal(board):
        return None
    grid = [list(row) for row in board]

    def score(depth, low, high):
        if terminal(grid):
            return utility(grid)
        turn = player(grid)
        for i in range(3):
            for j in range(3):
                if grid[i][j] == EMPTY:
                    grid[i][j] = turn
                    s = score(depth + 1, low, high)
                    grid[i][j] = EMPTY
                    if turn == X:
                        low = max(low, s)
                    else:
                        high = min(high, s)
                    if low >= high:
                        return s
        return low if turn == X else high

    turn = player(grid)
    best, best_move = (-math.inf if turn == X else math.inf), None
    for i, j in sorted(actions(grid)):
        grid[i][j] = turn
        s = score(0, -1, 1)
        grid[i][j] = EMPTY
        if (turn == X and s > best) or (turn == O and s < best):
            best, best_move = s, (i, j)
    return best_move
