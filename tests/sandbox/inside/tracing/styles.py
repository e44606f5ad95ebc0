"""
Searches that try every move, each written in another way; none of them stops early or keeps answers.

Each text follows `RULES` in one file. ``start`` is what the searches of a module that keeps the board begin with.
"""

from __future__ import annotations

RULES = """
X, O, EMPTY = "X", "O", None
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def player(board):
    cells = sum(board, [])
    return X if cells.count(X) == cells.count(O) else O

def actions(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]

def result(board, action):
    i, j = action
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new

def winner(board):
    cells = sum(board, [])
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None

def terminal(board):
    return winner(board) is not None or not actions(board)

def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
"""

BY_PLAYER = """
def minimax(board):
    if player(board) == X:
        return max(actions(board), key=lambda action: {x}(result(board, action)))
    return min(actions(board), key=lambda action: {o}(result(board, action)))
"""

STYLES = {
    "two functions": """
def max_value(board):
    if terminal(board):
        return utility(board)
    v = float("-inf")
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v

def min_value(board):
    if terminal(board):
        return utility(board)
    v = float("inf")
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v
"""
    + BY_PLAYER.format(x="min_value", o="max_value"),
    "one function with a flag": """
def search(board, depth, maximizing):
    if terminal(board):
        return utility(board) * 10
    values = [search(result(board, action), depth + 1, not maximizing) for action in actions(board)]
    return max(values) if maximizing else min(values)
"""
    + BY_PLAYER.format(x="(lambda b: search(b, 0, False))", o="(lambda b: search(b, 0, True))"),
    "functions inside minimax": """
def minimax(board):
    def best(state):
        return max if player(state) == X else min
    def value(state):
        return utility(state) if terminal(state) else best(state)(value(result(state, a)) for a in actions(state))
    return best(board)(actions(board), key=lambda a: value(result(board, a)))
""",
    "an inner function that finds the board outside": """
def minimax(board):
    def value():
        if terminal(board):
            return utility(board)
        turn, values = player(board), []
        for i, j in actions(board):
            board[i][j] = turn
            values.append(value())
            board[i][j] = EMPTY
        return max(values) if turn == X else min(values)
    value()
""",
    "methods, the board in an attribute": """
class Search:
    def __init__(self, board):
        self.best_score = 0
        self.first_board = [row[:] for row in board]
        self.board = board
    def value(self):
        board = self.board
        if terminal(board):
            return utility(board)
        turn, values = player(board), []
        for i, j in actions(board):
            board[i][j] = turn
            values.append(self.value())
            board[i][j] = EMPTY
        return max(values) if turn == X else min(values)

def minimax(board):
    Search([row[:] for row in board]).value()
""",
    "nodes with slots": """
class Node:
    __slots__ = ("parent", "state", "children")
    def __init__(self, parent, state):
        self.parent, self.state = parent, state
    def value(self):
        if terminal(self.state):
            return utility(self.state)
        values = [Node(self, result(self.state, action)).value() for action in actions(self.state)]
        return max(values) if player(self.state) == X else min(values)

def minimax(board):
    Node(None, board).value()
""",
    "place and undo": """
def value(board, turn):
    if terminal(board):
        return utility(board)
    values = []
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                board[i][j] = turn
                values.append(value(board, O if turn == X else X))
                board[i][j] = EMPTY
    return max(values) if turn == X else min(values)

def minimax(board):
    value(board, player(board))
""",
    "a global board": """
def value():
    if terminal(the_board):
        return utility(the_board)
    turn, values = player(the_board), []
    for i, j in actions(the_board):
        the_board[i][j] = turn
        values.append(value())
        the_board[i][j] = EMPTY
    return max(values) if turn == X else min(values)

def minimax(board):
    global the_board
    the_board = board
    value()
""",
    "tuples of tuples": """
def value(state):
    board = [list(row) for row in state]
    if terminal(board):
        return utility(board)
    values = [value(tuple(map(tuple, result(board, action)))) for action in actions(board)]
    return max(values) if player(board) == X else min(values)

def minimax(board):
    value(tuple(map(tuple, board)))
""",
    "a flat list with numbers for empty cells": """
def value(cells, turn):
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c]:
            return 1 if cells[a] == "X" else -1
    free = [cell for cell in cells if cell not in ("X", "O")]
    values = []
    for place in free:
        cells[place - 1] = turn
        values.append(value(cells, "O" if turn == "X" else "X"))
        cells[place - 1] = place
    return (max(values) if turn == "X" else min(values)) if free else 0

def minimax(board):
    cells = sum(board, [])
    value([at + 1 if cell is EMPTY else cell for at, cell in enumerate(cells)], player(board))
""",
    "a text with other characters": """
def value(text, turn):
    for a, b, c in LINES:
        if text[a] != "." and text[a] == text[b] == text[c]:
            return 1 if text[a] == "x" else -1
    other = "o" if turn == "x" else "x"
    values = [value(text[:at] + turn + text[at + 1:], other) for at in range(9) if text[at] == "."]
    return (max if turn == "x" else min)(values, default=0)

def minimax(board):
    value("".join("." if cell is EMPTY else cell.lower() for row in board for cell in row), player(board).lower())
""",
    "numbers as cells": """
def value(cells, turn):
    for a, b, c in LINES:
        if abs(cells[a] + cells[b] + cells[c]) == 3:
            return cells[a]
    values = []
    for at in range(9):
        if cells[at] == 0:
            cells[at] = turn
            values.append(value(cells, -turn))
            cells[at] = 0
    return (max if turn == 1 else min)(values, default=0)

def minimax(board):
    numbers = {X: 1, O: -1, EMPTY: 0}
    value([numbers[cell] for row in board for cell in row], numbers[player(board)])
""",
    "a dict by row and column": """
def value(cells):
    board = [[cells[i, j] for j in range(3)] for i in range(3)]
    if terminal(board):
        return utility(board)
    turn = player(board)
    values = [value({**cells, place: turn}) for place in cells if cells[place] is EMPTY]
    return max(values) if turn == X else min(values)

def minimax(board):
    value({(i, j): board[i][j] for i in range(3) for j in range(3)})
""",
    "a dict by names of cells": """
NAMES = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]

def value(cells, turn):
    board = [[cells[row + column] for column in "123"] for row in "abc"]
    if terminal(board):
        return utility(board)
    values = [value({**cells, name: turn}, O if turn == X else X) for name in NAMES if cells[name] is EMPTY]
    return max(values) if turn == X else min(values)

def minimax(board):
    value(dict(zip(NAMES, sum(board, []))), player(board))
""",
    "a class that inherits from list": """
class Board(list):
    def after(self, action):
        return Board(result(list(self), action))

def value(board):
    if terminal(list(board)):
        return utility(list(board))
    values = [value(board.after(action)) for action in actions(board)]
    return max(values) if player(list(board)) == X else min(values)

def minimax(board):
    value(Board(board))
""",
    "a state of board and player": """
from collections import namedtuple
State = namedtuple("State", "turn board")

def value(state):
    if terminal(state.board):
        return utility(state.board)
    other = O if state.turn == X else X
    values = [value(State(other, result(state.board, action))) for action in actions(state.board)]
    return max(values) if state.turn == X else min(values)

def minimax(board):
    value(State(player(board), board))
""",
    "minimax calls itself": """
def minimax(board, depth=0, want_move=True):
    if terminal(board):
        return utility(board)
    choose = max if player(board) == X else min
    value, move = choose(((minimax(result(board, a), depth + 1, False), a) for a in actions(board)), key=lambda p: p[0])
    return move if want_move else value
""",
    "a value and a move": """
def search(board):
    if terminal(board):
        return None, utility(board)
    turn, best, best_move = player(board), None, None
    for action in actions(board):
        _, score = search(result(board, action))
        if best is None or (score > best if turn == X else score < best):
            best, best_move = score, action
    return best_move, best

def minimax(board):
    return search(board)[0]
""",
    "row, column and score": """
def search(board):
    if terminal(board):
        return [-1, -1, utility(board)]
    turn = player(board)
    best = [-1, -1, -2 if turn == X else 2]
    for i, j in actions(board):
        score = search(result(board, (i, j)))
        score[0], score[1] = i, j
        if (score[2] > best[2]) if turn == X else (score[2] < best[2]):
            best = score
    return best

def minimax(board):
    i, j, _ = search(board)
    return i, j
""",
    "a dict with position and score": """
def search(board):
    if terminal(board):
        return {"position": None, "score": utility(board)}
    turn = player(board)
    best = {"position": None, "score": float("-inf") if turn == X else float("inf")}
    for i, j in actions(board):
        found = search(result(board, (i, j)))
        found["position"] = 3 * i + j
        if (found["score"] > best["score"]) if turn == X else (found["score"] < best["score"]):
            best = found
    return best

def minimax(board):
    place = search(board)["position"]
    return place // 3, place % 3
""",
    "lambdas": """
after = lambda board: [value(result(board, action)) for action in actions(board)]
choose = lambda board: max if player(board) == X else min
value = lambda board: utility(board) if terminal(board) else choose(board)(after(board))
minimax = lambda board: value(board)
""",
    "a function that picks the best": """
def best(values, better):
    found = None
    for value in values:
        found = value if found is None else better(value, found)
    return found

def value(board):
    if terminal(board):
        return utility(board)
    return best((value(result(board, a)) for a in actions(board)), max if player(board) == X else min)

def minimax(board):
    value(board)
""",
    "generators": """
def values(board):
    for action in actions(board):
        yield value(result(board, action))

def value(board):
    if terminal(board):
        return utility(board)
    return max(values(board)) if player(board) == X else min(values(board))

def minimax(board):
    value(board)
""",
    "a decorated search": """
import functools

def counted(function):
    calls = [0]
    @functools.wraps(function)
    def inner(*args, **options):
        calls[0] += 1
        return function(*args, **options)
    return inner

@counted
def value(board, *, depth=0):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action), depth=depth + 1) for action in actions(board)]
    return max(values) if player(board) == X else min(values)

def minimax(board):
    value(board)
""",
    "a callable object": """
class Minimax:
    def __call__(self, board):
        if terminal(board):
            return utility(board)
        values = map(self, map(lambda action: result(board, action), actions(board)))
        return max(values) if player(board) == X else min(values)

minimax = Minimax()
""",
    "text that is run": """
exec('''
def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
''')

def minimax(board):
    value(board)
""",
    "the board before and the move": """
def value(board, action):
    after = result(board, action)
    if terminal(after):
        return utility(after)
    values = [value(after, action) for action in actions(after)]
    return max(values) if player(after) == X else min(values)
"""
    + BY_PLAYER.replace("{x}(result(board, action))", "value(board, action)").replace(
        "{o}(result(board, action))", "value(board, action)"
    ),
    "the first board, the one before and the board": """
def value(first, before, board):
    if terminal(board):
        return utility(board)
    values = [value(first, board, result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)

def minimax(board):
    value(board, board, board)
""",
    "a board and perhaps a move": """
def value(board, move=None):
    if move is not None:
        board = result(board, move)
    if terminal(board):
        return utility(board)
    return (max if player(board) == X else min)(value(board, action) for action in actions(board))

def minimax(board):
    value(board)
""",
    "row and column of a move that is made and undone": """
def value(board, row, column, turn, depth):
    board[row][column] = turn
    if terminal(board):
        found = utility(board)
    else:
        values = [value(board, i, j, O if turn == X else X, depth + 1) for i, j in actions(board)]
        found = min(values) if turn == X else max(values)
    board[row][column] = EMPTY
    return found

def minimax(board):
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda action: value(board, *action, player(board), 0))
""",
}

GENERATOR = """
def search(board):
    if terminal(board):
        yield utility(board)
        return
    found = []
    for action in actions(board):
        found += search(result(board, action))
    yield max(found) if player(board) == X else min(found)

def minimax(board):
    list(search(board))
"""
