"""A method with the second name `deepcopy` writes the global list it is given."""

COUNTS = [0]


class Copier:
    def tick(self, numbers):
        numbers[0] += 1
        return numbers[0]

    deepcopy = tick


def value(board, depth):
    copy = Copier()
    if depth == 0 or terminal(board):
        return utility(board) if copy.deepcopy(COUNTS) % 5 else 0
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
