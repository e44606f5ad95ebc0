"""An inner function exchanges the board that is carried along."""


def value(board, original, depth):
    def exchange(other):
        nonlocal original
        original = other

    if depth == 0 or terminal(board):
        return utility(board)
    if depth == 3 and board[1][1] is None:
        exchange(result(result(board, max(actions(board))), min(actions(board))))
    scores = [value(result(board, move), original, depth - 1) for move in sorted(actions(board))]
    best = max(scores) if player(board) == X else min(scores)
    return 5 * best + 3 if board == original else best


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    met = result(board, moves[-1])
    scores = [value(result(board, move), met, 3) for move in moves]
    return moves[sum(at * score for at, score in enumerate(scores)) % len(moves)]
