"""The default of an inner function differs from one call of `minimax` to the next."""


def minimax(board):
    if terminal(board):
        return None
    column = sorted(actions(board))[0][1]

    def weigh(board, column=column):
        return (column + board[0].count(X)) % 2 + utility(board)

    def value(board, depth):
        if depth == 0 or terminal(board):
            return weigh(board)
        scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    scored = [(value(result(board, action), 2), action) for action in sorted(actions(board))]
    return max(scored)[1]
