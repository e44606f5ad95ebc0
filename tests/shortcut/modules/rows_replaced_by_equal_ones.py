"""The search puts equal new rows into the board it is given; who still holds an old row sees the difference."""


def value(board, depth):
    board[0] = board[0][:]
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for action in sorted(actions(board)):
        after = result(board, action)
        first = after[0]
        score = value(after, 1)
        first[0] = first[1] = first[2] = "?"
        scored.append((score + (after[0][0] == "?") * 2, action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
