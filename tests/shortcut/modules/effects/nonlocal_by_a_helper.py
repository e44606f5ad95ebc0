"""A function beside the search assigns the variable; both players' functions call it."""


def minimax(board):
    if terminal(board):
        return None
    last, seen = (0, 0), 0

    def note(action):
        nonlocal last, seen
        last = action
        seen += 1

    def high(board, depth):
        if depth == 0 or terminal(board):
            return utility(board)
        found = -2
        for action in sorted(actions(board)):
            note(action)
            found = max(found, low(result(board, action), depth - 1))
        return found

    def low(board, depth):
        if depth == 0 or terminal(board):
            return utility(board)
        found = 2
        for action in sorted(actions(board)):
            found = min(found, high(result(board, action), depth - 1))
            note(action)
        return found

    moves = sorted(actions(board))
    score = sum([low(result(board, move), 2) - high(result(board, move), 1) for move in moves])
    return moves[(last[0] + 2 * last[1] + seen + score) % len(moves)]
