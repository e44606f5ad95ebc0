"""Ways to write `minimax` that few students choose, as source text: slow ones, and ones without a search."""

from __future__ import annotations

from benchmarks.corpus.assembly import SEARCHES

ASKS_TWICE = "asks-twice"
CARRIES_FIRST_BOARD = "carries-first-board"
BEST_MOVE_IN_A_GLOBAL = ("global-move-of-the-top-level", "global-move-by-depth")

RARE = {
    ASKS_TWICE: """
def minimax(board):
    if terminal(board):
        return None
    if board == initial_state():
        return (0, 0)
    choice = None
    if player(board) == X:
        best = -2
        for action in actions(board):
            if lowest_value(result(board, action)) > best:
                best = lowest_value(result(board, action))
                choice = action
    else:
        best = 2
        for action in actions(board):
            if highest_value(result(board, action)) < best:
                best = highest_value(result(board, action))
                choice = action
    return choice


def highest_value(board):
    if terminal(board):
        return utility(board)
    v = -2
    for action in actions(board):
        if lowest_value(result(board, action)) > v:
            v = lowest_value(result(board, action))
    return v


def lowest_value(board):
    if terminal(board):
        return utility(board)
    v = 2
    for action in actions(board):
        if highest_value(result(board, action)) < v:
            v = highest_value(result(board, action))
    return v
""",
    CARRIES_FIRST_BOARD: """
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max_val(board, board)[1]
    return min_val(board, board)[1]


def max_val(board, original):
    if terminal(board):
        return utility(board), None
    best, choice = -2, None
    for action in actions(board):
        score = min_val(result(board, action), original)[0]
        if score > best:
            best = score
            if board == original:
                choice = action
    return best, choice


def min_val(board, original):
    if terminal(board):
        return utility(board), None
    best, choice = 2, None
    for action in actions(board):
        score = max_val(result(board, action), original)[0]
        if score < best:
            best = score
            if board == original:
                choice = action
    return best, choice
""",
    "global-move-of-the-top-level": """
chosen = None


def minimax(board):
    global chosen
    if terminal(board):
        return None
    chosen = None
    look(board)
    return chosen


def look(board):
    global chosen
    if terminal(board):
        return utility(board)
    sign = 1 if player(board) == X else -1
    best, best_here = -2, None
    for action in actions(board):
        score = sign * look(result(board, action))
        if score > best:
            best, best_here = score, action
    chosen = best_here
    return sign * best
""",
    "global-move-by-depth": """
chosen = None


def minimax(board):
    if terminal(board):
        return None
    explore(board, 0)
    return chosen


def explore(board, depth):
    global chosen
    if terminal(board):
        return utility(board)
    scores = {}
    for action in actions(board):
        scores[action] = explore(result(board, action), depth + 1)
    if player(board) == X:
        best_action = max(scores, key=scores.get)
    else:
        best_action = min(scores, key=scores.get)
    if depth == 0:
        chosen = best_action
    return scores[best_action]
""",
}

WITHOUT_SEARCH = {
    "first-free": """
def minimax(board):
    if terminal(board):
        return None
    for action in sorted(actions(board)):
        return action
""",
    "one-ply": """
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    for action in actions(board):
        if winner(result(board, action)) == turn:
            return action
    return list(actions(board))[0]
""",
    "not-written": """
def minimax(board):
    raise NotImplementedError
""",
    "values-of-the-next-boards": """
def minimax(board):
    if terminal(board):
        return None
    scores = {}
    for action in actions(board):
        scores[action] = utility(result(board, action))
    if player(board) == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
""",
    "middle-then-corners": """
def minimax(board):
    if terminal(board):
        return None
    free = actions(board)
    for action in [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2)]:
        if action in free:
            return action
    return free.pop()
""",
    "pass": """
def minimax(board):
    pass
""",
}

ALL_SEARCHES = {**SEARCHES, **RARE, **WITHOUT_SEARCH}
