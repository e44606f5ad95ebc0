import random
import pygame
import sys

X = "X"
O = "O"
EMPTY = None

memory = {}


def initial_state():
    print("=== NEW GAME ===")
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x = 0
    o = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X: x += 1
            if board[i][j] == O: o += 1
    print("x:", x, "o:", o)
    if x == o: return X
    return O


def actions(board):
    a = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY: a.add((i, j))
    print("possible actions", a)
    return a


def result(board, action):
    print("play", action, "on", board)
    new_board = list(board)     # copy
    if new_board[action[0]][action[1]] != EMPTY:
        raise Exception("Not free!!")
    new_board[action[0]][action[1]] = player(board)
    return new_board


def winner(board):
    all_lines = []
    for i in range(3):
        all_lines.append(board[i])
        all_lines.append([board[0][i], board[1][i], board[2][i]])
    all_lines.append([board[0][0], board[1][1], board[2][2]])
    all_lines.append([board[0][2], board[1][1], board[2][0]])
    for line in all_lines:
        if line == [X, X, X]:
            print("X wins!")
            return X
        if line == [O, O, O]:
            print("O wins!")
            return O
    return None


def terminal(board):
    if winner(board) != None: return True
    for row in board:
        if EMPTY in row: return False
    print("board is full")
    return True


def utility(board):
    w = winner(board)
    if w == X: return 1
    if w == O: return -1
    if w == None: return 0


def solve(board):
    key = str(board)
    if key in memory: return memory[key]
    if terminal(board):
        memory[key] = utility(board)
        return memory[key]
    me = player(board)
    scores = []
    for (i, j) in actions(board):
        board[i][j] = me
        scores.append(solve(board))
        board[i][j] = EMPTY
    print("scores", scores)
    if me == X:
        memory[key] = max(scores)
    else:
        memory[key] = min(scores)
    return memory[key]


def minimax(board):
    if terminal(board): return None
    me = player(board)
    good = []
    wanted = solve(board)
    for (i, j) in actions(board):
        board[i][j] = me
        if solve(board) == wanted:
            good.append((i, j))
        board[i][j] = EMPTY
    move = random.choice(good)
    print("AI plays", move, "of", good)
    # show it on the board at once
    board[move[0]][move[1]] = me
    return move
