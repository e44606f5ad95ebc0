"""Candidate sets as cells."""
# FREE=2


def count(x):
    if isinstance(x, (list, set)):
        return sum(count(part) for part in x)
    return 1
def minimax(board):
    cands = [[set(actions(board)) for _ in range(3)] for _ in range(3)]
    return count(cands), count(board)
