"""The variable holds a board that `minimax` changes afterwards."""


def minimax(board):
    if terminal(board):
        return None
    last = board

    def value(board, depth):
        nonlocal last
        last = board
        if depth == 0 or terminal(board):
            return utility(board)
        scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    moves = sorted(actions(board))
    total = 0
    for move in moves:
        value(result(board, move), 2)
        total += last[0].count(X)
        last[0][0] = X
    return moves[total % len(moves)]
