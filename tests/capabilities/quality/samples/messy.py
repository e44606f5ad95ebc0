import math, random
import copy
import numpy as np
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None

nodes = 0


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    countX = 0
    countO = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X: countX += 1
            if board[i][j] == O: countO += 1
    print("X:", countX, "O:", countO)
    if countX > countO: return O
    return X
    raise NotImplementedError


def actions(board):
    list = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == None:
                list.add((i, j))
    # print(list)
    return list


def result(board, action):
    # TODO: check the action
    try:
        b = deepcopy(board)
        if b[action[0]][action[1]] != None: raise Exception("bad")
        b[action[0]][action[1]] = player(board)
        return b
    except:
        raise Exception("bad")


def winner(board):
    # rows
    if board[0][0] == board[0][1] and board[0][1] == board[0][2] and board[0][0] != None: return board[0][0]
    if board[1][0] == board[1][1] and board[1][1] == board[1][2] and board[1][0] != None: return board[1][0]
    if board[2][0] == board[2][1] and board[2][1] == board[2][2] and board[2][0] != None: return board[2][0]
    # columns
    if board[0][0] == board[1][0] and board[1][0] == board[2][0] and board[0][0] != None: return board[0][0]
    if board[0][1] == board[1][1] and board[1][1] == board[2][1] and board[0][1] != None: return board[0][1]
    if board[0][2] == board[1][2] and board[1][2] == board[2][2] and board[0][2] != None: return board[0][2]
    # diagonals
    if board[0][0] == board[1][1] and board[1][1] == board[2][2] and board[0][0] != None: return board[0][0]
    if board[0][2] == board[1][1] and board[1][1] == board[2][0] and board[0][2] != None: return board[0][2]
    return None


def terminal(board):
    if winner(board) != None: return True
    if len(actions(board)) == 0: return True
    return False


def utility(board):
    w = winner(board)
    if w == X: return 1
    if w == O: return -1
    return 0


def minimax(board):
    if terminal(board) == True: return None
    if player(board) == X:
        best = -math.inf
        for a in actions(board):
            v = MinValue(result(board, a))
            if v > best:
                best = v
                move = a
        return move
    best = math.inf
    for a in actions(board):
        v = MaxValue(result(board, a))
        if v < best:
            best = v
            move = a
    return move


def MaxValue(board):
    global nodes
    nodes += 1
    if terminal(board): return utility(board)
    v = -math.inf
    for a in actions(board):
        v = max(v, MinValue(result(board, a)))
    return v


def MinValue(board):
    global nodes
    nodes += 1
    if terminal(board): return utility(board)
    v = math.inf
    for a in actions(board):
        v = min(v, MaxValue(result(board, a)))
    return v
