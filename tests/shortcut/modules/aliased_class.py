"""A class whose making counts goes by a second name, under which it is made."""

count = 0


class Leaf:
    def __init__(self):
        global count
        count += 1
        self.odd = count % 5


Other = Leaf


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) if Other().odd else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
