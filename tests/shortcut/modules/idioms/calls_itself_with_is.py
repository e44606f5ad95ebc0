"""Inner functions with a mark as outer variable compare it with `is`."""


def minimax(board):
    if terminal(board):
        return None
    mine = player(board)

    def value(board, depth):
        if depth == 0 or terminal(board):
            return utility(board) if mine is X else -utility(board)
        scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) is mine else min(scores)

    return max((value(result(board, action), 1), action) for action in sorted(actions(board)))[1]
