"""Tic tac toe, my solution. All loops go over range(3) so it should be right..."""

X = "X"
O = "O"
EMPTY = None

values = {}


def initial_state():
    return [[EMPTY for j in range(3)] for i in range(3)]


def player(board):
    flat = board[0] + board[1] + board[2]
    return X if flat.count(X) == flat.count(O) else O


def actions(board):
    return set((i, j) for i in range(3) for j in range(3) if not board[i][j])


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid action")
    i, j = action
    copied = [list(row) for row in board]
    copied[i][j] = player(board)
    return copied


def winner(board):
    for k in range(3):
        # row k
        if board[k][0] and board[k][0] == board[k][1] == board[k][2]:
            return board[k][0]
        # column k
        if board[0][k] and board[0][k] == board[1][k] == board[2][k]:
            return board[0][k]
    # diagonals
    if board[0][0] and board[0][0] == board[1][1] == board[2][2]:
        return board[0][0]
    if board[2][0] and board[2][0] == board[1][1] == board[2][2]:
        return board[2][0]
    return None


def terminal(board):
    return winner(board) is not None or all(cell for row in board for cell in row)


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def value(board):
    key = "".join(cell or "-" for row in board for cell in row)
    if key not in values:
        if terminal(board):
            values[key] = utility(board)
        elif player(board) == X:
            values[key] = max(value(result(board, a)) for a in actions(board))
        else:
            values[key] = min(value(result(board, a)) for a in actions(board))
    return values[key]


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    results = [value(result(board, a)) for a in moves]
    wanted = max(results) if player(board) == X else min(results)
    return moves[results.index(wanted)]
