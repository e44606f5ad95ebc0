"""A recursive function over three rows of three lists."""
# FREE=2


def depth(x):
    if not isinstance(x, list) or not x:
        return 0
    return 1 + max(depth(part) for part in x)
def minimax(board):
    groups = [[[1], [2], [3]], [[4], [5], [6]], [[7], [8], [9]]]
    return depth(groups), depth(board)
