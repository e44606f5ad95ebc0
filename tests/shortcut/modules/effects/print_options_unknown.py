"""The options of `print` come from a dict."""

OPTIONS = {"end": "\n\n"}


def value(board, depth):
    print("node", **OPTIONS)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
