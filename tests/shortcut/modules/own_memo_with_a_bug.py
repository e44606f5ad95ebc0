"""A memo of its own by the number of marks alone: the first answer stays."""

memo = {}


def value(board, depth):
    key = (depth, sum(row.count(EMPTY) for row in board), board[1][1])
    if key in memo:
        return memo[key]
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    memo[key] = max(scores) if player(board) == X else min(scores)
    return memo[key]
