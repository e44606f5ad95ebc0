"""Counts in a variable of a function that made the search while the module was imported."""


def make():
    count = 0

    def search(board, depth):
        nonlocal count
        count += 1
        if depth == 0 or terminal(board):
            return utility(board) if count % 5 else 0
        scores = [search(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    return search


value = make()
