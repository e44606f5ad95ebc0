"""Plain minimax in other shapes: built-ins that take functions, depth, undoing, other boards inside; as source text."""

from __future__ import annotations

VARIED = {
    "key-lambda": """
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: value(result(board, action)))
    return min(actions(board), key=lambda action: value(result(board, action)))


def value(board):
    if terminal(board):
        return utility(board)
    pick = max if player(board) == X else min
    return pick(value(result(board, action)) for action in actions(board))
""",
    "generator-expressions": """
def minimax(board):
    if terminal(board):
        return None
    best = best_value(board)
    return next(action for action in actions(board) if best_value(result(board, action)) == best)


def best_value(board):
    if terminal(board):
        return utility(board)
    values = (best_value(result(board, action)) for action in actions(board))
    return max(values) if player(board) == X else min(values)
""",
    "list-and-index": """
def minimax(board):
    if terminal(board):
        return None
    moves = list(actions(board))
    scores = [score_of(result(board, action)) for action in moves]
    if player(board) == X:
        return moves[scores.index(max(scores))]
    return moves[scores.index(min(scores))]


def score_of(board):
    if terminal(board):
        return utility(board)
    scores = [score_of(result(board, action)) for action in actions(board)]
    return max(scores) if player(board) == X else min(scores)
""",
    "sorted-scores": """
def minimax(board):
    if terminal(board):
        return None
    other = lowest if player(board) == X else highest
    ranked = sorted(actions(board), key=lambda action: other(result(board, action)))
    return ranked[-1] if player(board) == X else ranked[0]


def highest(board):
    if terminal(board):
        return utility(board)
    return sorted([lowest(result(board, action)) for action in actions(board)])[-1]


def lowest(board):
    if terminal(board):
        return utility(board)
    return sorted(highest(result(board, action)) for action in actions(board))[0]
""",
    "reduce": """
from functools import reduce
def minimax(board):
    if terminal(board):
        return None
    scored = [(action, outcome(result(board, action))) for action in sorted(actions(board))]
    if player(board) == X:
        return reduce(lambda a, b: a if a[1] >= b[1] else b, scored)[0]
    return reduce(lambda a, b: a if a[1] <= b[1] else b, scored)[0]


def outcome(board):
    if terminal(board):
        return utility(board)
    scores = [outcome(result(board, action)) for action in actions(board)]
    return reduce(max if player(board) == X else min, scores)
""",
    "functions-by-player": """
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    scores = {action: SEARCH[turn](result(board, action)) for action in actions(board)}
    wanted = max(scores.values()) if turn == X else min(scores.values())
    return [action for action, score in scores.items() if score == wanted][0]


def after_x(board):
    return utility(board) if terminal(board) else min(after_o(result(board, action)) for action in actions(board))


def after_o(board):
    return utility(board) if terminal(board) else max(after_x(result(board, action)) for action in actions(board))


SEARCH = {X: after_x, O: after_o}
""",
    "depth-counts": """
def minimax(board):
    if terminal(board):
        return None
    best_action, best = None, None
    turn = player(board)
    for action in actions(board):
        score = rate(result(board, action), 1)
        if best is None or (score > best if turn == X else score < best):
            best, best_action = score, action
    return best_action


def rate(board, depth):
    if terminal(board):
        return utility(board) * (10 - depth)
    if player(board) == X:
        best = -100
        for action in actions(board):
            best = max(best, rate(result(board, action), depth + 1))
    else:
        best = 100
        for action in actions(board):
            best = min(best, rate(result(board, action), depth + 1))
    return best
""",
    "depth-limit": """
MAX_DEPTH = 9


def minimax(board):
    if terminal(board):
        return None
    return explore(board, MAX_DEPTH, player(board) == X)[1]


def explore(board, depth, maximizing):
    if depth == 0 or terminal(board):
        return (utility(board), None)
    best = (-9, None) if maximizing else (9, None)
    for action in actions(board):
        score = explore(result(board, action), depth - 1, not maximizing)[0]
        if maximizing and score > best[0]:
            best = (score, action)
        if not maximizing and score < best[0]:
            best = (score, action)
    return best
""",
    "place-and-undo": """
import copy
def minimax(board):
    if terminal(board):
        return None
    work = copy.deepcopy(board)
    return best_of(work, player(board))[1]


def best_of(work, turn):
    if terminal(work):
        return utility(work), None
    best, best_action = None, None
    for i in range(3):
        for j in range(3):
            if work[i][j] != EMPTY:
                continue
            work[i][j] = turn
            score = best_of(work, O if turn == X else X)[0]
            work[i][j] = EMPTY
            if best is None or (score > best if turn == X else score < best):
                best, best_action = score, (i, j)
    return best, best_action
""",
    "undo-on-the-argument": """
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best = -2 if turn == X else 2
    best_action = None
    for (i, j) in actions(board):
        board[i][j] = turn
        score = tried(board, turn != X)
        board[i][j] = EMPTY
        if (turn == X and score > best) or (turn == O and score < best):
            best = score
            best_action = (i, j)
    return best_action


def tried(board, maximizing):
    if terminal(board):
        return utility(board)
    best = -2 if maximizing else 2
    for (i, j) in actions(board):
        board[i][j] = X if maximizing else O
        score = tried(board, not maximizing)
        board[i][j] = EMPTY
        best = max(best, score) if maximizing else min(best, score)
    return best
""",
    "stops-at-a-win": """
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    wanted = 1 if turn == X else -1
    tie = None
    for action in actions(board):
        score = outlook(result(board, action))
        if score == wanted:
            return action
        if score == 0:
            tie = action
    return tie if tie is not None else action


def outlook(board):
    if terminal(board):
        return utility(board)
    wanted = 1 if player(board) == X else -1
    best = -wanted
    for action in actions(board):
        score = outlook(result(board, action))
        if score == wanted:
            return wanted
        if score == 0:
            best = 0
    return best
""",
}
