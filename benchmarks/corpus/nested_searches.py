"""Searches inside `minimax` or as methods of a class, as source text."""

from __future__ import annotations

NESTED = {
    "nested-helpers": """
def minimax(board):
    def max_value(board):
        if terminal(board):
            return utility(board)
        v = -2
        for action in actions(board):
            v = max(v, min_value(result(board, action)))
        return v

    def min_value(board):
        if terminal(board):
            return utility(board)
        v = 2
        for action in actions(board):
            v = min(v, max_value(result(board, action)))
        return v

    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))
""",
    "nested-with-me": """
def minimax(board):
    if terminal(board):
        return None
    me = player(board)

    def mine(state):
        if terminal(state):
            return utility(state) if me == X else -utility(state)
        scores = [mine(result(state, action)) for action in actions(state)]
        return max(scores) if player(state) == me else min(scores)

    best_action, best = None, -2
    for action in actions(board):
        score = mine(result(board, action))
        if score > best:
            best_action, best = action, score
    return best_action
""",
    "nested-one-function": """
def minimax(board):
    def helper(state):
        if terminal(state):
            return (utility(state), None)
        sign = 1 if player(state) == X else -1
        best = (-5, None)
        for action in actions(state):
            score = sign * helper(result(state, action))[0]
            if score > best[0]:
                best = (score, action)
        return (sign * best[0], best[1])

    return helper(board)[1]
""",
    "nested-place-and-undo": """
def minimax(board):
    if terminal(board):
        return None
    work = [row[:] for row in board]

    def recurse(turn):
        if terminal(work):
            return utility(work), None
        other = O if turn == X else X
        best = None
        for (i, j) in actions(work):
            work[i][j] = turn
            score = recurse(other)[0]
            work[i][j] = EMPTY
            if best is None or (score > best[0] if turn == X else score < best[0]):
                best = (score, (i, j))
        return best

    return recurse(player(board))[1]
""",
    "static-methods": """
class Minimax:
    @staticmethod
    def maximum(board):
        if terminal(board):
            return utility(board)
        return max([Minimax.minimum(result(board, action)) for action in actions(board)])

    @staticmethod
    def minimum(board):
        if terminal(board):
            return utility(board)
        return min([Minimax.maximum(result(board, action)) for action in actions(board)])


def minimax(board):
    if terminal(board):
        return None
    best_action = None
    for action in actions(board):
        after = result(board, action)
        score = Minimax.minimum(after) if player(board) == X else -Minimax.maximum(after)
        if best_action is None or score > best:
            best = score
            best_action = action
    return best_action
""",
    "agent-per-call": """
class Agent:
    def __init__(self, mark):
        self.mark = mark

    def evaluate(self, board):
        who = winner(board)
        if who is None:
            return 0
        return 1 if who == self.mark else -1

    def value(self, board):
        if terminal(board):
            return self.evaluate(board)
        values = [self.value(result(board, action)) for action in actions(board)]
        if player(board) == self.mark:
            return max(values)
        return min(values)

    def choose(self, board):
        best, best_action = -2, None
        for action in actions(board):
            score = self.value(result(board, action))
            if score > best:
                best, best_action = score, action
        return best_action


def minimax(board):
    if terminal(board):
        return None
    return Agent(player(board)).choose(board)
""",
    "game-holds-the-board": """
class Game:
    def __init__(self, board):
        self.board = [list(row) for row in board]

    def search(self, turn):
        if terminal(self.board):
            return utility(self.board), None
        best = None
        for i in range(3):
            for j in range(3):
                if self.board[i][j] == EMPTY:
                    self.board[i][j] = turn
                    score = self.search(O if turn == X else X)[0]
                    self.board[i][j] = EMPTY
                    if best is None or (turn == X and score > best[0]) or (turn == O and score < best[0]):
                        best = (score, (i, j))
        return best


def minimax(board):
    if terminal(board):
        return None
    game = Game(board)
    return game.search(player(board))[1]
""",
    "module-level-instance": """
class Solver:
    LIMIT = 2

    def high(self, board):
        if terminal(board):
            return utility(board)
        v = -self.LIMIT
        for action in actions(board):
            v = max(v, self.low(result(board, action)))
        return v

    def low(self, board):
        if terminal(board):
            return utility(board)
        v = self.LIMIT
        for action in actions(board):
            v = min(v, self.high(result(board, action)))
        return v


solver = Solver()


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: solver.low(result(board, action)))
    return min(actions(board), key=lambda action: solver.high(result(board, action)))
""",
}
