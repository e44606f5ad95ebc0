"""A function that prints is called when the file is imported, and the search calls it too."""


def show(*parts):
    print(*parts)
    return len(parts)


WIDTH = show("import", "began")


def value(board, depth):
    show("node", depth)
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
