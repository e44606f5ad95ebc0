"""The same list for two parameters, or two that are equal: writing one shows whether they are the same."""


def value(board, depth):
    return pair(board, board if depth % 2 else result(board, min(actions(board))) if not terminal(board) else board, depth)


def pair(one, other, depth):
    saved = one[0][0]
    one[0][0] = "?"
    same = other[0][0] == "?"
    one[0][0] = saved
    if depth == 0 or terminal(one):
        return utility(one) if same else -1
    scores = []
    for number, action in enumerate(sorted(actions(one))):
        after = result(one, action)
        twin = after if number % 2 else [row[:] for row in after]
        scores.append(pair(after, twin, depth - 1))
    return max(scores) if player(one) == X else min(scores)
