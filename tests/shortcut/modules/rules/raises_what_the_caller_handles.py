"""A helper raises again what its caller is handling, and goes by its kind."""


def again():
    try:
        raise
    except KeyError:
        return 1
    except ValueError:
        return 2
    except RuntimeError:
        return 3


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) * again()
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    found = [value(board, 3)]
    try:
        {}[1]
    except KeyError:
        found.append(value(board, 3))
    try:
        int("x")
    except ValueError:
        found.append(value(board, 3))
    return found
