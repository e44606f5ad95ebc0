"""Some calls leave the carried board out, and get another one."""


START = ((None, None, None), (None, None, None), (None, None, None))


def value(board, original=START, depth=2):
    if depth == 0 or terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) if depth == 2 else value(result(board, move), depth=depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return moves[scores.index(best)]
    return best


def minimax(board):
    return None if terminal(board) else sorted(actions(board))[len(str(value(board)))-1]
