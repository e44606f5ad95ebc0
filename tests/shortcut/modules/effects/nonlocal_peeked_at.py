"""The outer function hands a function that reads its variable down to the search."""


def minimax(board):
    if terminal(board):
        return None
    last = 0

    def value(board, depth, peek=None):
        nonlocal last
        if peek is not None and peek() == 2:
            return 0
        if depth == 0 or terminal(board):
            return utility(board)
        scores = []
        for action in sorted(actions(board)):
            last = action[0]
            scores.append(value(result(board, action), depth - 1, peek if depth == 2 else None))
        return max(scores) if player(board) == X else min(scores)

    moves = sorted(actions(board))
    scores = [value(result(board, move), 2, lambda: last) for move in moves]
    return moves[(last + scores.index(max(scores))) % len(moves)]
