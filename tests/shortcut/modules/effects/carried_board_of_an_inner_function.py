"""An inner function reads the board that is carried along."""


def value(board, original, depth):
    if depth == 0 or terminal(board):
        return utility(board)

    def center():
        return original[1][1]

    if center() == X and depth == 1:
        return 0
    moves = sorted(actions(board))
    scores = [value(result(board, move), original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == original:
        return 5 * best + 3
    return best


def minimax(board):
    return None if terminal(board) else sorted(actions(board))[value(board, [*board], 2) % 2 and -1]
