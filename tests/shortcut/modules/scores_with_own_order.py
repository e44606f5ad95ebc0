"""Scores are objects that compare by when they were made."""


class Score:
    made = 0

    def __init__(self, number):
        Score.made += 1
        self.number, self.age = number, Score.made

    def __lt__(self, other):
        return (self.number, self.age % 3) < (other.number, other.age % 3)


def value(board, depth):
    if depth == 0 or terminal(board):
        return Score(utility(board))
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
