"""Alpha-beta pruning in its usual ways, as source text."""

from __future__ import annotations

ALPHA_BETA_SEARCHES = {
    "alpha-beta": """
import math
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max_value(board, -math.inf, math.inf)[1]
    return min_value(board, -math.inf, math.inf)[1]


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    v = -math.inf
    best_action = None
    for action in actions(board):
        score, _ = min_value(result(board, action), alpha, beta)
        if score > v:
            v = score
            best_action = action
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v, best_action


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    v = math.inf
    best_action = None
    for action in actions(board):
        score, _ = max_value(result(board, action), alpha, beta)
        if score < v:
            v = score
            best_action = action
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v, best_action
""",
    "alpha-beta-one-function": """
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    alpha, beta = float("-inf"), float("inf")
    best_action = None
    for action in actions(board):
        score = ab(result(board, action), alpha, beta, turn == O)
        if turn == X and score > alpha:
            alpha, best_action = score, action
        if turn == O and score < beta:
            beta, best_action = score, action
    return best_action


def ab(board, alpha, beta, maximizing):
    if terminal(board):
        return utility(board)
    if maximizing:
        value = float("-inf")
        for action in actions(board):
            value = max(value, ab(result(board, action), alpha, beta, False))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = float("inf")
    for action in actions(board):
        value = min(value, ab(result(board, action), alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value
""",
    "alpha-beta-keywords": """
def minimax(board):
    if terminal(board):
        return None
    scores = {}
    for action in actions(board):
        if player(board) == X:
            scores[action] = find_min(board=result(board, action), alpha=-2, beta=2)
        else:
            scores[action] = -find_max(board=result(board, action), alpha=-2, beta=2)
    return max(scores, key=lambda action: scores[action])


def find_max(board, *, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -2
    for action in actions(board):
        v = max(v, find_min(board=result(board, action), alpha=alpha, beta=beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def find_min(board, *, alpha, beta):
    if terminal(board):
        return utility(board)
    v = 2
    for action in actions(board):
        v = min(v, find_max(board=result(board, action), alpha=alpha, beta=beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
""",
    "alpha-beta-defaults": """
from math import inf
def minimax(board):
    if terminal(board):
        return None
    return prune(board)[1]


def prune(board, alpha=-inf, beta=inf):
    if terminal(board):
        return [utility(board), None]
    if player(board) == X:
        best = [-inf, None]
        for action in actions(board):
            value = prune(result(board, action), alpha, beta)[0]
            if value > best[0]:
                best = [value, action]
            alpha = max(alpha, value)
            if alpha >= beta:
                return best
        return best
    best = [inf, None]
    for action in actions(board):
        value = prune(result(board, action), alpha, beta)[0]
        if value < best[0]:
            best = [value, action]
        beta = min(beta, value)
        if alpha >= beta:
            return best
    return best
""",
    "alpha-beta-integers": """
BIG = 1000


def minimax(board):
    if terminal(board):
        return None
    best_action = None
    alpha = -BIG
    beta = BIG
    for action in sorted(actions(board)):
        if player(board) == X:
            score = minimum(result(board, action), alpha, beta)
            if score > alpha:
                alpha = score
                best_action = action
        else:
            score = maximum(result(board, action), alpha, beta)
            if score < beta:
                beta = score
                best_action = action
    return best_action


def maximum(board, alpha, beta):
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        alpha = max(alpha, minimum(result(board, action), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def minimum(board, alpha, beta):
    if terminal(board):
        return utility(board)
    for action in sorted(actions(board)):
        beta = min(beta, maximum(result(board, action), alpha, beta))
        if alpha >= beta:
            return alpha
    return beta
""",
    "negamax-alpha-beta": """
def minimax(board):
    if terminal(board):
        return None
    return nega(board, -2, 2)[1]


def nega(board, alpha, beta):
    if terminal(board):
        return (utility(board) if player(board) == X else -utility(board)), None
    best, best_action = -2, None
    for action in actions(board):
        score = -nega(result(board, action), -beta, -alpha)[0]
        if score > best:
            best, best_action = score, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_action
""",
}
