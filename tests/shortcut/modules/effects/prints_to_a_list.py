"""Prints into an object that keeps the lines."""


class Log:
    lines = []

    def write(self, text):
        self.lines.append(text)


LOG = Log()


def value(board, depth):
    print("node", file=LOG)
    if len(LOG.lines) % 7 == 0:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
