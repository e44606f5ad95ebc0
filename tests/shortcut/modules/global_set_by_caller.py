"""The caller sets a global number before each call; the search only reads it."""

bias = 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * bias
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global bias
    if terminal(board):
        return None
    scored = []
    for number, action in enumerate(sorted(actions(board))):
        bias = number + len(actions(board)) & 1
        scored.append((value(result(board, action), 1), action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
