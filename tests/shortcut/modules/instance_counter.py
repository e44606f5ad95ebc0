"""Counts in an attribute of the instance that searches, one for the whole module."""


class Search:
    def __init__(self):
        self.nodes = 0

    def value(self, board, depth):
        self.nodes += 1
        if depth == 0 or terminal(board):
            return utility(board) if self.nodes % 5 else 0
        scores = [self.value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)


searcher = Search()


def value(board, depth):
    return searcher.value(board, depth)
