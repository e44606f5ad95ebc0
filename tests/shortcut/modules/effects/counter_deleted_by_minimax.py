"""The caller deletes the counter before every second search, so that counting raises."""

nodes = 0
rounds = 0


def value(board, depth):
    global nodes
    try:
        nodes += 1
    except NameError:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes, rounds
    if terminal(board):
        return None
    rounds += 1
    nodes = 0
    if rounds % 2:
        del nodes
    moves = sorted(actions(board))
    scores = [value(result(board, move), 2) for move in moves]
    return moves[scores.index(max(scores))]
