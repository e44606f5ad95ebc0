"""The file's own `eval` is deleted on the way, and Python's own counts from then on."""

seen = []


def eval(text):
    return 0


def forget():
    global eval
    if not seen:
        seen.append(1)
        del eval


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + eval("len(seen) % 5 + (seen.append(1) or 0)")
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    forget()
    return [value(result(board, action), 1) for action in sorted(actions(board))]
