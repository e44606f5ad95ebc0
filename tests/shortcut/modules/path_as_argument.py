"""The path so far is a list in the arguments, longer at every level and cut back afterwards."""


def weigh(board, depth, path):
    if depth == 0 or terminal(board):
        return utility(board) * (sum(path) % 3) + len(path)
    scores = []
    for i, j in sorted(actions(board)):
        path.append(3 * i + j)
        scores.append(weigh(result(board, (i, j)), depth - 1, path))
        path.pop()
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return weigh(board, depth, [])
