"""Prints, counts and assigns at every node, all three in nested functions."""

nodes = 0
last = None


def value(board, depth):
    global nodes, last
    nodes += 1
    print("in", depth)
    if depth == 0 or terminal(board):
        last = depth, board[0][0]
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    print("out", depth, scores)
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    scored = [(value(result(board, move), 2), move) for move in moves]
    print(nodes, last)
    return moves[nodes % len(moves)] if last is not None and last[1] else max(scored)[1]
