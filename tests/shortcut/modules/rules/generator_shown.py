"""The text of a generator holds its address."""


def cells(board):
    yield from board


def value(board, depth):
    if depth == 0 or terminal(board):
        texts = {str(cells(board)) for _ in range(2)} | {f"{cells(board)}", "%s" % cells(board)}
        return utility(board) + len(texts)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
