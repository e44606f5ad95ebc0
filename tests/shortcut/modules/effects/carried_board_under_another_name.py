"""A comprehension gives the name of the search to a function that reads the board that is carried along."""


def peek(board, original, depth):
    return 1 if original[1][1] is None else 0


def value(board, original, depth):
    if board == original:
        return 5
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, move), original, depth - 1) for move in sorted(actions(board))]
    return max(scores) + sum(value(board, original, 0) for value in (peek,))


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    scores = [value(result(board, move), board, 2) for move in moves]
    return moves[sum(scores) % len(moves)]
