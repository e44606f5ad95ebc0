"""`next` ends with an exception that means nobody has won."""

def winner(board):
    try:
        line = next(line for line in [*board, *zip(*board)] if line[0] and len(set(line)) == 1)
    except StopIteration:
        return None
    return line[0]


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
