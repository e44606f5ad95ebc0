# Tic tac toe for CS3081
# The AI does not copy boards: it writes a mark, looks what happens and wipes it out again.

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def count(board, what):
    total = 0
    for row in board:
        total += row.count(what)
    return total


def player(board):
    if count(board, X) > count(board, O):
        return O
    return X


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    i, j = action
    if not (0 <= i < 3 and 0 <= j < 3):
        raise Exception("This cell does not exist")
    if board[i][j] is not EMPTY:
        raise Exception("This cell is not free")
    after = deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    (a, b, c), (d, e, f), (g, h, i) = board
    lines = [(a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g)]
    if (X, X, X) in lines:
        return X
    if (O, O, O) in lines:
        return O


def terminal(board):
    return winner(board) is not None or count(board, EMPTY) == 0


def utility(board):
    who = winner(board)
    return 1 if who == X else -1 if who == O else 0


def minimax(board):
    if terminal(board):
        return None
    copy_to_play_on = deepcopy(board)
    me = player(board)
    best_move, best = None, -2
    for i, j in actions(board):
        copy_to_play_on[i][j] = me
        score = -negamax(copy_to_play_on, O if me == X else X, -2, -best)
        copy_to_play_on[i][j] = EMPTY
        if score > best:
            best_move, best = (i, j), score
    return best_move


def negamax(board, me, alpha, beta):
    # the score for the player "me", who is to move
    if terminal(board):
        return utility(board) if me == X else -utility(board)
    other = O if me == X else X
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                board[i][j] = me
                score = -negamax(board, other, -beta, -alpha)
                board[i][j] = EMPTY
                alpha = max(alpha, score)
                if alpha >= beta:       # alpha-beta
                    return alpha
    return alpha
