"""A function beside the search reads the variable that the search assigns."""


def minimax(board):
    if terminal(board):
        return None
    last = 0

    def offset():
        return last

    def value(board, depth):
        nonlocal last
        if depth == 0 or terminal(board):
            return utility(board) + offset()
        scores = []
        for action in sorted(actions(board)):
            last = action[0]
            scores.append(value(result(board, action), depth - 1))
        return max(scores) if player(board) == X else min(scores)

    moves = sorted(actions(board))
    scores = [value(result(board, move), 2) for move in moves]
    return moves[(last + scores.index(max(scores))) % len(moves)]
