"""An exception that counts when it is made is raised under another name."""

nodes = 0


class Stop(Exception):
    def __init__(self):
        global nodes
        nodes += 1


Cutoff = Stop


def value(board, depth):
    try:
        raise Cutoff
    except Exception:
        if nodes > 60:
            return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [3 * value(result(board, move), depth - 1) + sum(move) for move in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    nodes = 0
    return None if terminal(board) else value(board, 4)
