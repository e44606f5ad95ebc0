"""A slice that the text does not show gives a list of rows, not a row."""

TABLE = [[0], [0]]


def value(board, depth):
    for row in TABLE[slice(0, 1)]:
        row.append(1)
    if depth == 0 or terminal(board):
        return utility(board) if len(TABLE[0]) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
