"""Each call makes its own instance, which counts: the answer depends on the order of the nodes of that call."""


class Search:
    def __init__(self, mark):
        self.mark = mark
        self.nodes = 0

    def value(self, board, depth):
        self.nodes += 1
        if depth == 0 or terminal(board):
            return utility(board) if self.nodes % 3 else 0
        scores = [self.value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return Search(player(board)).value(board, depth)
