"""A number is carried along and compared with the board, which it never equals."""


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return 5 * best + 3
    return best


def minimax(board):
    return None if terminal(board) else sorted(actions(board))[value(board, len(actions(board)), 2) % 2 and -1]
