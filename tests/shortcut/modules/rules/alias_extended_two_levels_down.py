"""A function two levels down extends a part of a global list."""

SEEN = [[]]


def value(board, depth):
    seen = SEEN[0]

    def note():

        def deeper():
            nonlocal seen
            seen += [1]

        deeper()

    note()
    if len(SEEN[0]) > 40:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    SEEN[0].clear()
    return divmod(value(board, 4) % 9, 3)
