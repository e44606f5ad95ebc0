"""The search rebinds the function that judges."""


def judge(board):
    return utility(board)


def opposite(board):
    return -utility(board)


def value(board, depth):
    global judge, opposite
    if depth == 0 or terminal(board):
        judge, opposite = opposite, judge
        return judge(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
