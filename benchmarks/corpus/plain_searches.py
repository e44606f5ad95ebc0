"""Plain minimax in two or three functions at module level: the usual ways, as source text."""

from __future__ import annotations

PLAIN = {
    "max-and-min-values": """
import math
def minimax(board):
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            score = min_value(result(board, action))
            if score > best:
                best, best_action = score, action
    else:
        best = math.inf
        for action in actions(board):
            score = max_value(result(board, action))
            if score < best:
                best, best_action = score, action
    return best_action


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v
""",
    "pairs": """
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        value, action = max_value(board)
    else:
        value, action = min_value(board)
    return action


def max_value(board):
    if terminal(board):
        return utility(board), None
    best, choice = float("-inf"), None
    for action in actions(board):
        value, reply = min_value(result(board, action))
        if value > best:
            best, choice = value, action
            if best == 1:
                return best, choice
    return best, choice


def min_value(board):
    if terminal(board):
        return utility(board), None
    best, choice = float("inf"), None
    for action in actions(board):
        value, reply = max_value(result(board, action))
        if value < best:
            best, choice = value, action
            if best == -1:
                return best, choice
    return best, choice
""",
    "value-and-move-lists": """
def minimax(board):
    if terminal(board):
        return None
    return search(board)[1]


def search(board):
    if terminal(board):
        return [utility(board), None]
    if player(board) == X:
        best = [-1000, None]
        for action in actions(board):
            score = search(result(board, action))
            if score[0] > best[0]:
                best = [score[0], action]
    else:
        best = [1000, None]
        for action in actions(board):
            score = search(result(board, action))
            if score[0] < best[0]:
                best = [score[0], action]
    return best
""",
    "value-and-move-dicts": """
def minimax(board):
    if terminal(board):
        return None
    return evaluate(board)["move"]


def evaluate(board):
    if terminal(board):
        return {"value": utility(board), "move": None}
    turn = player(board)
    best = {"value": -2 if turn == X else 2, "move": None}
    for action in actions(board):
        value = evaluate(result(board, action))["value"]
        if (turn == X and value > best["value"]) or (turn == O and value < best["value"]):
            best = {"value": value, "move": action}
    return best
""",
    "flag": """
def minimax(board):
    if terminal(board):
        return None
    is_x = player(board) == X
    best_action = None
    best = -10 if is_x else 10
    for action in actions(board):
        score = minimax_value(result(board, action), not is_x)
        if is_x and score > best or not is_x and score < best:
            best = score
            best_action = action
    return best_action


def minimax_value(board, maximizing):
    if terminal(board):
        return utility(board)
    if maximizing:
        best = -10
        for action in actions(board):
            best = max(best, minimax_value(result(board, action), False))
        return best
    else:
        best = 10
        for action in actions(board):
            best = min(best, minimax_value(result(board, action), True))
        return best
""",
    "turn-from-board": """
def minimax(board):
    if terminal(board):
        return None
    options = {}
    for action in actions(board):
        options[action] = value_of(result(board, action))
    if player(board) == X:
        target = max(options.values())
    else:
        target = min(options.values())
    for action in options:
        if options[action] == target:
            return action


def value_of(board):
    if terminal(board):
        return utility(board)
    values = []
    for action in actions(board):
        values.append(value_of(result(board, action)))
    if player(board) == X:
        return max(values)
    return min(values)
""",
    "negamax": """
def minimax(board):
    if terminal(board):
        return None
    best, best_action = -2, None
    for action in actions(board):
        score = -negamax(result(board, action))
        if score > best:
            best, best_action = score, action
    return best_action


def negamax(board):
    sign = 1 if player(board) == X else -1
    if terminal(board):
        return sign * utility(board)
    best = -2
    for action in actions(board):
        best = max(best, -negamax(result(board, action)))
    return best
""",
    "negamax-with-color": """
from math import inf
def minimax(board):
    if terminal(board):
        return None
    return negamax(board, 1 if player(board) == X else -1)[1]


def negamax(board, color):
    if terminal(board):
        return color * utility(board), None
    best = -inf
    best_action = None
    for action in actions(board):
        score, _ = negamax(result(board, action), -color)
        if -score > best:
            best = -score
            best_action = action
    return best, best_action
""",
    "three-functions": """
def minimax(board):
    if terminal(board):
        return None
    return choose(board)[0]


def choose(board):
    if player(board) == X:
        return best_for_x(board)
    return best_for_o(board)


def best_for_x(board):
    best = (None, -5)
    for action in actions(board):
        after = result(board, action)
        score = utility(after) if terminal(after) else choose(after)[1]
        if score > best[1]:
            best = (action, score)
    return best


def best_for_o(board):
    best = (None, 5)
    for action in actions(board):
        after = result(board, action)
        score = utility(after) if terminal(after) else choose(after)[1]
        if score < best[1]:
            best = (action, score)
    return best
""",
}
