"""Two functions declare the counter, one of them a helper that is not memoized."""

nodes = 0


def touch(board):
    global nodes
    nodes -= len(board[0])


def value(board, depth):
    global nodes
    nodes += 1
    touch(board)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    if terminal(board):
        return None
    nodes = 0
    moves = sorted(actions(board))
    for move in moves:
        value(result(board, move), 2)
    return moves[nodes % len(moves)]
