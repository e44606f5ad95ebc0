"""Searches on another kind of board inside, with memory of their own, or with a twist at the top; as source text."""

from __future__ import annotations

INNER = {
    "flat-list": """
LINES_OF_NINE = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def minimax(board):
    if terminal(board):
        return None
    cells = [cell for row in board for cell in row]
    best = flat_search(cells, player(board))
    return divmod(best[1], 3)


def flat_value(cells):
    for a, b, c in LINES_OF_NINE:
        if cells[a] != EMPTY and cells[a] == cells[b] == cells[c]:
            return 1 if cells[a] == X else -1
    return None if EMPTY in cells else 0


def flat_search(cells, turn):
    known = flat_value(cells)
    if known is not None:
        return known, None
    best = None
    for place in range(9):
        if cells[place] == EMPTY:
            copied = cells[:]
            copied[place] = turn
            score = flat_search(copied, O if turn == X else X)[0]
            if best is None or (turn == X and score > best[0]) or (turn == O and score < best[0]):
                best = (score, place)
    return best
""",
    "strings": """
def minimax(board):
    if terminal(board):
        return None
    text = "".join("-" if cell == EMPTY else cell for row in board for cell in row)
    turn = player(board)
    scores = {}
    for place in range(9):
        if text[place] == "-":
            scores[place] = text_value(text[:place] + turn + text[place + 1:], O if turn == X else X)
    place = max(scores, key=scores.get) if turn == X else min(scores, key=scores.get)
    return place // 3, place % 3


def text_value(text, turn):
    lines = [text[0:3], text[3:6], text[6:9], text[0::3], text[1::3], text[2::3], text[0::4], text[2:7:2]]
    if "XXX" in lines:
        return 1
    if "OOO" in lines:
        return -1
    if "-" not in text:
        return 0
    other = "O" if turn == "X" else "X"
    scores = [
        text_value(text[:place] + turn + text[place + 1:], other) for place, mark in enumerate(text) if mark == "-"
    ]
    return max(scores) if turn == "X" else min(scores)
""",
    "tuples": """
def minimax(board):
    if terminal(board):
        return None
    return tuple_search(tuple(map(tuple, board)))[1]


def tuple_search(state):
    rows = [list(row) for row in state]
    if terminal(rows):
        return utility(rows), None
    turn = player(rows)
    best = None
    for action in sorted(actions(rows)):
        after = result(rows, action)
        score, _ = tuple_search(tuple(tuple(row) for row in after))
        if best is None or (score > best[0] if turn == X else score < best[0]):
            best = score, action
    return best
""",
    "own-memo": """
memory = {}


def minimax(board):
    if terminal(board):
        return None
    best_action = None
    for action in actions(board):
        score = remembered(result(board, action))
        if best_action is None or (score > best if player(board) == X else score < best):
            best, best_action = score, action
    return best_action


def remembered(board):
    key = str(board)
    if key not in memory:
        if terminal(board):
            memory[key] = utility(board)
        else:
            scores = [remembered(result(board, action)) for action in actions(board)]
            memory[key] = max(scores) if player(board) == X else min(scores)
    return memory[key]
""",
    "lru-cache": """
from functools import lru_cache
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    ranked = []
    for action in sorted(actions(board)):
        ranked.append((cached_value(tuple(tuple(row) for row in result(board, action))), action))
    return max(ranked)[1] if turn == X else min(ranked)[1]


@lru_cache(maxsize=None)
def cached_value(state):
    rows = [list(row) for row in state]
    if terminal(rows):
        return utility(rows)
    scores = [cached_value(tuple(map(tuple, result(rows, action)))) for action in actions(rows)]
    return max(scores) if player(rows) == X else min(scores)
""",
    "random-tie-break": """
import random
def minimax(board):
    if terminal(board):
        return None
    scores = {action: worth(result(board, action)) for action in sorted(actions(board))}
    target = max(scores.values()) if player(board) == X else min(scores.values())
    return random.choice([action for action in scores if scores[action] == target])


def worth(board):
    if terminal(board):
        return utility(board)
    values = [worth(result(board, action)) for action in actions(board)]
    if player(board) == X:
        return max(values)
    else:
        return min(values)
""",
    "opening-by-hand": """
import math
def minimax(board):
    if board == initial_state():
        return (1, 1)
    if terminal(board):
        return None
    if player(board) == X:
        return highest(board)[1]
    return lowest(board)[1]


def highest(board):
    if terminal(board):
        return (utility(board), None)
    v, best_action = -math.inf, None
    for action in actions(board):
        score = lowest(result(board, action))[0]
        if score > v:
            v, best_action = score, action
    return (v, best_action)


def lowest(board):
    if terminal(board):
        return (utility(board), None)
    v, best_action = math.inf, None
    for action in actions(board):
        score = highest(result(board, action))[0]
        if score < v:
            v, best_action = score, action
    return (v, best_action)
""",
    "timed-by-hand": """
import time
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best_action = None
    best = -100 if turn == X else 100
    for action in actions(board):
        score = deeper(result(board, action), X if turn == O else O)
        if (turn == X and score >= best) or (turn == O and score <= best):
            best = score
            best_action = action
    return best_action


def deeper(board, turn):
    if terminal(board):
        return utility(board)
    values = set()
    for action in actions(board):
        values.add(deeper(result(board, action), X if turn == O else O))
    return max(values) if turn == X else min(values)


if __name__ == "__main__":
    began = time.time()
    print(minimax(initial_state()))
    print("took", time.time() - began)
""",
}
