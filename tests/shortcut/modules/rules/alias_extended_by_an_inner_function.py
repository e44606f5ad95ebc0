"""An inner function extends a global list through a variable of the function around it."""

SEEN = []


def value(board, depth):
    seen = SEEN

    def note():
        nonlocal seen
        seen += [1]

    note()
    if len(SEEN) > 40:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    SEEN.clear()
    return divmod(value(board, 4) % 9, 3)
