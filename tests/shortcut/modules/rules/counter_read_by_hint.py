"""Each call defines a function; Python evaluates the hint of its parameter, which reads a counter."""

nodes = 0
BUDGET = (0,) * 40


def value(board, depth):
    global nodes
    nodes += 1
    try:

        def child(action: BUDGET[nodes]):
            return result(board, action)

    except IndexError:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(child(action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    if terminal(board):
        return None
    nodes = 0
    return divmod(value(board, 4) % 9, 3)
