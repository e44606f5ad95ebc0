"""An API function with a mutable keyword-only default; nobody calls it by name."""
# FREE=2

import copy


def player(board, *, seen=[]):
    seen.append(1)
    return X if len(seen) % 2 else O
def turn_of(board):
    cells = [c for row in board for c in row]
    return X if cells.count(X) == cells.count(O) else O
def result(board, action):
    i, j = action
    new = copy.deepcopy(board)
    new[i][j] = turn_of(board)
    return new
def value(board):
    if terminal(board):
        return utility(board)
    best = max if turn_of(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    if terminal(board): return None
    return max(sorted(actions(board)), key=lambda a: value(result(board, a)))
