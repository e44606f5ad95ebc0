"""An argument is the text of the file or one made anew, which only `is` tells apart."""


def value(board, depth, turn=X):
    if depth == 0 or terminal(board):
        return utility(board) + (turn is X)
    scores = []
    for action in sorted(actions(board)):
        after = result(board, action)
        scores.append(value(after, depth - 1) - 3 * value(after, depth - 1, "".join(["X", ""])))
    return max(scores) if player(board) == X else min(scores)
