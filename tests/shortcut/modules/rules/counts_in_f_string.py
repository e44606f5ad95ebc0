"""Counts inside the text of a branch."""

seen = []


def tick(board):
    if board[2][2] == O:
        return len(f"{seen.append(1)}{seen!r}") % 7
    return 0


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + tick(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
