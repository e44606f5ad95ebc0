"""Returns a list that it also keeps in a list of its caller's, which the caller changes there."""


def collect(board, depth, out):
    if depth == 0 or terminal(board):
        found = [utility(board)]
    else:
        found = [max(collect(result(board, action), depth - 1, out)[0] for action in sorted(actions(board)))]
    out.append(found)
    return found


def value(board, depth):
    out = []
    found = collect(board, depth, out)
    out[-1][0] += len(out)
    return found[0]
