"""The caller rebinds the function that judges, before each call of the search."""


def judge(board):
    return utility(board)


def opposite(board):
    return -utility(board)


def value(board, depth):
    if depth == 0 or terminal(board):
        return judge(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global judge, opposite
    if terminal(board):
        return None
    scored = []
    for action in sorted(actions(board)):
        scored.append((value(result(board, action), 1), action))
        judge, opposite = opposite, judge
    return max(scored)[1] if player(board) == X else min(scored)[1]
