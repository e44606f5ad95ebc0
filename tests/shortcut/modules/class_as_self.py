"""A method is called with the class itself as `self`, so that what looks like an instance's attribute is the class's."""


class Search:
    nodes = 0

    def tick(self):
        self.nodes = self.nodes + 1
        return self.nodes

    def value(self, board, depth):
        kind = type(self)
        if kind.tick(kind) % 5 == 0:
            return 0
        if depth == 0 or terminal(board):
            return utility(board)
        scores = [self.value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return Search().value(board, depth)
