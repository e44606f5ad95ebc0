"""A list is begun anew in another function, which counts the rounds by it."""

visited, rounds = [], [0]


def begin():
    global visited
    visited = [None] * (len(rounds) % 3)


def value(board, depth):
    visited.append(depth)
    begin()
    if depth == 0 or terminal(board):
        return utility(board) if sum(1 for _ in visited) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
