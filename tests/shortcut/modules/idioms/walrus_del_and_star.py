"""A walrus, a `del`, a sort key and any number of arguments."""

def most(*scores, low=False):
    return min(scores) if low else max(scores)


def value(board, depth):
    if depth == 0 or (done := terminal(board)):
        return utility(board)
    scores = []
    for action in sorted(actions(board), key=lambda action: (-action[0], action[1])):
        after = result(board, action)
        scores.append(value(after, depth - 1))
        del after
    return most(*scores, low=player(board) == O)
