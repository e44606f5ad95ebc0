"""The search reads a cell of the board that it carries along."""


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board) + (original[1][1] is None)
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return moves[scores.index(best)]
    return best


def minimax(board):
    return None if terminal(board) else sorted(actions(board))[value(board, [*board], 2) == 1 and -1]
