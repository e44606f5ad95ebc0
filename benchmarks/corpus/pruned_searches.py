"""Alpha-beta pruning on one board, nested, or in a class, as source text."""

from __future__ import annotations

PRUNED = {
    "alpha-beta-undo": """
def minimax(board):
    if terminal(board):
        return None
    work = [row[:] for row in board]
    return descend(work, -9, 9, player(board))[1]


def descend(work, alpha, beta, turn):
    if terminal(work):
        return utility(work), None
    best_action = None
    best = -9 if turn == X else 9
    for i in range(3):
        for j in range(3):
            if work[i][j] != EMPTY:
                continue
            work[i][j] = turn
            score = descend(work, alpha, beta, O if turn == X else X)[0]
            work[i][j] = EMPTY
            if turn == X:
                if score > best:
                    best, best_action = score, (i, j)
                alpha = max(alpha, best)
            else:
                if score < best:
                    best, best_action = score, (i, j)
                beta = min(beta, best)
            if alpha >= beta:
                return best, best_action
    return best, best_action
""",
    "alpha-beta-nested": """
import math
def minimax(board):
    if terminal(board):
        return None

    def maxi(board, alpha, beta):
        if terminal(board):
            return utility(board)
        for action in actions(board):
            alpha = max(alpha, mini(result(board, action), alpha, beta))
            if alpha >= beta:
                break
        return alpha

    def mini(board, alpha, beta):
        if terminal(board):
            return utility(board)
        for action in actions(board):
            beta = min(beta, maxi(result(board, action), alpha, beta))
            if alpha >= beta:
                break
        return beta

    if player(board) == X:
        return max(actions(board), key=lambda action: mini(result(board, action), -math.inf, math.inf))
    return min(actions(board), key=lambda action: maxi(result(board, action), -math.inf, math.inf))
""",
    "alpha-beta-class": """
class AlphaBeta:
    def __init__(self):
        self.low = -1
        self.high = 1

    def maximize(self, board, alpha, beta):
        if terminal(board):
            return utility(board), None
        best = (self.low - 1, None)
        for action in actions(board):
            score, _ = self.minimize(result(board, action), alpha, beta)
            if score > best[0]:
                best = (score, action)
            if score >= beta:
                return best
            alpha = max(alpha, score)
        return best

    def minimize(self, board, alpha, beta):
        if terminal(board):
            return utility(board), None
        best = (self.high + 1, None)
        for action in actions(board):
            score, _ = self.maximize(result(board, action), alpha, beta)
            if score < best[0]:
                best = (score, action)
            if score <= alpha:
                return best
            beta = min(beta, score)
        return best


def minimax(board):
    if terminal(board):
        return None
    search = AlphaBeta()
    if player(board) == X:
        return search.maximize(board, -2, 2)[1]
    return search.minimize(board, -2, 2)[1]
""",
    "alpha-beta-depth": """
def minimax(board, depth=0):
    if terminal(board):
        return None
    turn = player(board)
    best_action, best = None, None
    for action in actions(board):
        score = ab_search(result(board, action), depth + 1, float("-inf"), float("inf"))
        if best is None or (turn == X and score > best) or (turn == O and score < best):
            best, best_action = score, action
    return best_action


def ab_search(board, depth, alpha, beta):
    if terminal(board):
        score = utility(board) * 100
        return score - depth if score > 0 else score + depth if score < 0 else 0
    if player(board) == X:
        value = float("-inf")
        for action in actions(board):
            value = max(value, ab_search(result(board, action), depth + 1, alpha, beta))
            alpha = max(alpha, value)
            if value >= beta:
                break
    else:
        value = float("inf")
        for action in actions(board):
            value = min(value, ab_search(result(board, action), depth + 1, alpha, beta))
            beta = min(beta, value)
            if value <= alpha:
                break
    return value
""",
    "best-so-far": """
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        v = -100
        for action in actions(board):
            score = o_value(result(board, action), v)
            if score > v:
                v = score
                best_action = action
    else:
        v = 100
        for action in actions(board):
            score = x_value(result(board, action), v)
            if score < v:
                v = score
                best_action = action
    return best_action


def x_value(board, best_min):
    if terminal(board):
        return utility(board)
    v = -100
    for action in actions(board):
        v = max(v, o_value(result(board, action), v))
        if v >= best_min:
            return v
    return v


def o_value(board, best_max):
    if terminal(board):
        return utility(board)
    v = 100
    for action in actions(board):
        v = min(v, x_value(result(board, action), v))
        if v <= best_max:
            return v
    return v
""",
}
