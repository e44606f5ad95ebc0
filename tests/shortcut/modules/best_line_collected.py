"""The answer is collected in a list among the arguments, which stays changed."""


def weigh(board, depth, leaves):
    if depth == 0 or terminal(board):
        leaves.append(utility(board))
        return len(leaves) % 3
    scores = [weigh(result(board, action), depth - 1, leaves) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    leaves = []
    return weigh(board, depth, leaves) + sum(leaves)
