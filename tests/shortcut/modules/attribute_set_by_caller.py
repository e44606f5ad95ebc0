"""The caller sets an attribute of the search, named like a method of lists, that the search only reads."""


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if value.count % 2 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for number, action in enumerate(sorted(actions(board))):
        value.count = number + len(actions(board))
        scored.append((value(result(board, action), 1), action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
