"""Tic tac toe with an AI that wins when it can and blocks when it must."""
X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def cells(board):
    return [cell for row in board for cell in row]


def player(board):
    return X if cells(board).count(EMPTY) % 2 == 1 else O


def actions(board):
    return {(k // 3, k % 3) for k, cell in enumerate(cells(board)) if cell is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("you cannot play there")
    return put(board, action, player(board))


def put(board, action, mark):
    new = [row[:] for row in board]
    new[action[0]][action[1]] = mark
    return new


def winner(board):
    c = cells(board)
    for i, j, k in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if c[i] is not EMPTY and c[i] == c[j] == c[k]:
            return c[i]
    return None


def terminal(board):
    return winner(board) is not None or EMPTY not in cells(board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    you = O if me == X else X
    moves = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]
    moves = [move for move in moves if move in actions(board)]
    # 1. win
    for move in moves:
        if winner(put(board, move, me)) == me:
            return move
    # 2. block
    for move in moves:
        if winner(put(board, move, you)) == you:
            return move
    # 3. centre, then corners, then edges
    return moves[0]
