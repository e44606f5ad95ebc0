"""Prints at every hundredth node, and counts to know when."""

printed = [0]


def value(board, depth):
    printed[0] += 1
    if printed[0] % 100 == 0:
        print("node", printed[0])
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
