"""The caller moves the limit for turning long numbers into text, which the search runs into."""

import sys


def value(board, depth):
    if depth == 0 or terminal(board):
        try:
            return utility(board) if len(str(10**900)) else 0
        except ValueError:
            return 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    scored = []
    for number, action in enumerate(sorted(actions(board))):
        sys.set_int_max_str_digits(640 if (number + len(actions(board))) % 2 else 0)
        scored.append((value(result(board, action), 1), action))
    sys.set_int_max_str_digits(4300)
    return max(scored)[1] if player(board) == X else min(scored)[1]
