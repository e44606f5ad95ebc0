"""The search goes on from the board that it carries along, in some positions."""


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    if utility(board) == 0 and depth == 1:
        return value(original, board, 0)
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return 5 * best + 3
    return best


def minimax(board):
    return None if terminal(board) else sorted(actions(board))[value(board, [*board], 2) % 2 and -1]
