"""A capture of `match` is a global, read by minimax."""

last = None


def note(board):
    global last
    match winner(board):
        case "X" as last:
            return 1
        case _:
            return 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return note(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global last
    if terminal(board):
        return None
    last = None
    scores = [value(result(board, action), 1) for action in sorted(actions(board))]
    return scores, last
