"""Another board than the first one is carried along, which some calls meet and others do not."""


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
    if terminal(board):
        return None
    moves = sorted(actions(board))
    met = result(result(board, moves[-1]), moves[0]) if len(moves) > 2 else board
    scores = [value(result(board, move), met, 2) for move in moves]
    return moves[sum(scores) % len(moves)]
