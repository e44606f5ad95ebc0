"""A list that is only appended to is a row of a table that is only read."""

TABLE = [[]]
visited = TABLE[0]


def value(board, depth):
    visited.append(depth)
    if depth == 0 or terminal(board):
        return utility(board) if len(TABLE[0]) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
