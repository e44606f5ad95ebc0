"""The search keeps the best first move in a variable of `minimax`, and that of all other levels in another."""
# FREE=6


def minimax(board):
    if terminal(board):
        return None
    best = later = None

    def search(board, sign, depth):
        nonlocal best, later
        if terminal(board):
            return sign * utility(board)
        found = -2
        for action in sorted(actions(board)):
            value = -search(result(board, action), -sign, depth + 1)
            if value > found:
                found = value
                if depth == 0:
                    best = action
                else:
                    later = action
        return found

    search(board, 1 if player(board) == X else -1, 0)
    return best if later is None or sum(later) % 2 else later
