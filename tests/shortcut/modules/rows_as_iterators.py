"""The board comes as an iterator of rows, then as a tuple, then as lists."""


def weigh(board, depth):
    board = [list(row) for row in board]
    if depth == 0 or terminal(board):
        return utility(board)
    scores = []
    for number, action in enumerate(sorted(actions(board))):
        after = result(board, action)
        given = iter(after) if number % 3 == 0 else tuple(after) if number % 3 == 1 else after
        scores.append(weigh(given, depth - 1))
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    rows = iter(board)
    return weigh(rows, depth) + 2 * len(list(rows))
