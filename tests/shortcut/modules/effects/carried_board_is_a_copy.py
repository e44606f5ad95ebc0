"""A copy of the first board is carried along through two functions, by keyword and with `!=`."""


def high(board, depth, first):
    if depth == 0 or terminal(board):
        return utility(board)
    scored = [(low(result(board, move), first=first, depth=depth - 1), move) for move in sorted(actions(board))]
    return max(scored)[0] if first != board else max(scored)[1]


def low(board, depth, first):
    if depth == 0 or terminal(board):
        return utility(board)
    scored = [(high(result(board, move), depth - 1, first), move) for move in sorted(actions(board))]
    if not (board != first):
        return min(scored)[1]
    return min(scored)[0]


def minimax(board):
    if terminal(board):
        return None
    return (high if player(board) == X else low)(board, 2, [[*row] for row in board])
