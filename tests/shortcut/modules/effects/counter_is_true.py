"""Begins to count with True and adds nothing in most positions."""

nodes = 0


def value(board, depth):
    global nodes
    nodes += 1 if terminal(board) else 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    if terminal(board):
        return None
    nodes = True
    moves = sorted(actions(board))
    for move in moves:
        value(result(board, move), 2)
    return moves[(nodes is True) + nodes % 2 if len(moves) > 2 else 0]
