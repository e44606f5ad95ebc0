"""The search exchanges the board that it carries along, deep down."""


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    if depth == 1:
        original = board
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return 5 * best + 3
    return best


def minimax(board):
    return None if terminal(board) else sorted(actions(board))[value(board, [*board], 2) % 2 and -1]
