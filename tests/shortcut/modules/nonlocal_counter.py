"""An inner function counts the nodes of one call in a variable of the outer one."""


def value(board, depth):
    nodes = 0

    def inner(board, depth):
        nonlocal nodes
        nodes += 1
        if depth == 0 or terminal(board):
            return utility(board) if nodes % 3 else 0
        scores = [inner(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    return inner(board, depth) + 2 * inner(board, depth)
