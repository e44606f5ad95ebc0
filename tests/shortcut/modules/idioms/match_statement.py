"""The worth of a board is found by `match`."""

def utility(board):
    match winner(board):
        case "X":
            return 1
        case "O":
            return -1
        case _:
            return 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
