"""The first board is carried along, to know the first call again, which answers a move."""


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return moves[scores.index(best)]
    return best


def minimax(board):
    return None if terminal(board) else value(board, board, 3)
