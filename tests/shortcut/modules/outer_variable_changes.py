"""The outer variable that an inner function reads changes between its calls."""


def minimax(board):
    if terminal(board):
        return None
    bias = 1

    def inner(board, depth):
        if depth == 0 or terminal(board):
            return utility(board) * bias
        scores = [inner(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    scored = []
    for action in sorted(actions(board)):
        scored.append((inner(result(board, action), 1), action))
        bias = -bias
    return max(scored)[1] if player(board) == X else min(scored)[1]
