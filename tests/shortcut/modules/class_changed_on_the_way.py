"""The instance becomes one of another class."""


class Mild:
    def value(self, board, depth):
        if depth == 0 or terminal(board):
            self.__class__ = Strict
            return utility(board)
        scores = [self.value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)


class Strict(Mild):
    def value(self, board, depth):
        if depth == 0 or terminal(board):
            self.__class__ = Mild
            return -utility(board)
        return super().value(board, depth)


searcher = Mild()


def value(board, depth):
    return searcher.value(board, depth)
