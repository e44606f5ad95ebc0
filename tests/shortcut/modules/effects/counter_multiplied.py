"""Multiplies the number that it counts with."""

nodes = 0


def value(board, depth):
    global nodes
    nodes += 1
    nodes *= 2
    nodes -= nodes // 7 * 7
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
