"""The key of `sorted` writes every inner list of the table that is sorted."""

TABLE = [[0, 1], [0, 2]]


def key(line):
    line[0] += 1
    return line[1]


def value(board, depth):
    if depth == 0 or terminal(board):
        for line in sorted(TABLE, key=key):
            if line[0] % 5 == 0:
                return 0
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
