"""A plain tuple and named ones of two types are equal as arguments, but the answers go by their type."""
# FREE=4

from collections import namedtuple

One = namedtuple("One", "depth step")
Other = namedtuple("Other", "depth step")


def search(board, state):
    if state[0] == 0 or terminal(board):
        return utility(board) + (10 if type(state) == tuple else len(str(state)))
    following = (state[0] - 1, state[1])
    scores = []
    for at, action in enumerate(sorted(actions(board))):
        for step in (following, One(*following), Other(*following), One(step=0, depth=state[0] - 1)):
            scores.append((at + 1) * search(result(board, action), step))
    return sum(scores) % 1000


def value(board, depth):
    return search(board, One(depth, 0)) + search(board, (depth, 0)) + search(board, Other(depth, 0))
