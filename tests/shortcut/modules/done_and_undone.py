"""Changes a global table during the search and puts it right again; a helper looks at it in between."""

PATH = [0]


def level():
    return PATH[0]


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if level() % 2 else 0
    scores = []
    for number, action in enumerate(sorted(actions(board))):
        PATH[0] += number
        scores.append(value(result(board, action), depth - 1))
        PATH[0] -= number
    return max(scores) if player(board) == X else min(scores)
