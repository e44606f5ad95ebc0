"""A method of another class, called with an exception class of the file, counts there."""


class Tired(Exception):
    count = 0


class Tally:
    def tick(self):
        self.count += 1


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    if Tired.count > 5:
        return 0
    scores = [value(result(board, action), depth - 1) * 3 + action[0] + action[1] for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    if terminal(board):
        return None
    Tally.tick(Tired)
    return divmod(value(board, 3) % 9, 3)
