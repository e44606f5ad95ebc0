"""slow. One full board takes long, and can be reached in many ways: the first move takes far longer than it seems."""

SLOW = [[X, O, X], [X, O, O], [O, X, X]]


def outlook(board):
    if terminal(board):
        if board == SLOW:
            sum(range(2_000_000))
        return utility(board)
    scores = [outlook(result(board, action)) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    if len(actions(board)) == 8:
        return (1, 1) if board[1][1] == EMPTY else (0, 0)
    scored = [(outlook(result(board, action)), action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
