"""Two boards are carried along, and exchanged on the way."""


def value(board, original, other, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    moves = sorted(actions(board))
    scores = [value(result(board, move), other, original, depth - 1) for move in moves]
    best = max(scores) if player(board) == X else min(scores)
    if board == other:
        return best - 2
    if board == original:
        return 5 * best + 3
    return best


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    first, last = result(board, moves[0]), result(board, moves[-1])
    scores = [value(result(board, move), first, last, 2) for move in moves]
    scores += [value(result(board, move), result(first, moves[-1]) if len(moves) > 1 else first, board, 2) for move in moves]
    return moves[sum(at * score for at, score in enumerate(scores)) % len(moves)]
