"""A method of a base class calls one that a subclass overrides, and which counts."""


class Base:
    def judge(self, board):
        return utility(board)

    def value(self, board, depth):
        if depth == 0 or terminal(board):
            return self.judge(board)
        scores = [self.value(result(board, action), depth - 1) for action in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)


class Counting(Base):
    seen = []

    def judge(self, board):
        self.seen.append(1)
        return super().judge(board) if len(self.seen) % 5 else 0


def value(board, depth):
    return Counting().value(board, depth)
