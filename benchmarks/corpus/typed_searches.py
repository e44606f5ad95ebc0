"""Plain searches in a newer or more careful hand: records, annotations, checks before, own loops; as source text."""

from __future__ import annotations

TYPED = {
    "named-tuples": """
from collections import namedtuple
Choice = namedtuple("Choice", "value move")


def minimax(board):
    if terminal(board):
        return None
    return pick(board).move


def pick(board):
    if terminal(board):
        return Choice(utility(board), None)
    turn = player(board)
    best = None
    for action in actions(board):
        choice = Choice(pick(result(board, action)).value, action)
        if best is None or (choice.value > best.value if turn == X else choice.value < best.value):
            best = choice
    return best
""",
    "nodes": """
class Node:
    def __init__(self, board, action=None):
        self.board = board
        self.action = action
        self.value = None

    def children(self):
        return [Node(result(self.board, action), action) for action in actions(self.board)]


def minimax(board):
    if terminal(board):
        return None
    nodes = Node(board).children()
    for node in nodes:
        node.value = node_value(node)
    if player(board) == X:
        return max(nodes, key=lambda node: node.value).action
    return min(nodes, key=lambda node: node.value).action


def node_value(node):
    if terminal(node.board):
        return utility(node.board)
    values = [node_value(child) for child in node.children()]
    return max(values) if player(node.board) == X else min(values)
""",
    "annotated": """
from typing import List, Optional, Set, Tuple
Board = List[List[Optional[str]]]
Action = Tuple[int, int]
WIN: int = 1
LOSS: int = -1


def minimax(board: Board) -> Optional[Action]:
    if terminal(board):
        return None
    score: int
    best_action: Optional[Action] = None
    maximize: bool = player(board) == X
    best: int = LOSS - 1 if maximize else WIN + 1
    for action in actions(board):
        score = board_value(result(board, action), not maximize)
        if maximize and score > best or not maximize and score < best:
            best = score
            best_action = action
    return best_action


def board_value(board: Board, maximize: bool) -> int:
    if terminal(board):
        return utility(board)
    best: int = LOSS - 1 if maximize else WIN + 1
    for action in actions(board):
        score: int = board_value(result(board, action), not maximize)
        best = max(best, score) if maximize else min(best, score)
    return best
""",
    "walrus-search": """
def minimax(board):
    if terminal(board):
        return None
    x_moves = player(board) == X
    chosen, best = None, None
    for action in actions(board):
        score = look(result(board, action))
        if best is None or (better := score > best if x_moves else score < best) and better:
            chosen, best = action, score
    return chosen


def look(board):
    if terminal(board):
        return utility(board)
    best = None
    for action in actions(board):
        if best is None:
            best = look(result(board, action))
        elif player(board) == X:
            if (score := look(result(board, action))) > best:
                best = score
        elif (score := look(result(board, action))) < best:
            best = score
    return best
""",
    "match-search": """
def minimax(board):
    if terminal(board):
        return None
    return matched(board)[1]


def matched(board):
    if terminal(board):
        return utility(board), None
    scored = [(matched(result(board, action))[0], action) for action in sorted(actions(board))]
    match player(board) == X:
        case True:
            return max(scored)
        case False:
            return min(scored)
""",
    "win-or-block-first": """
import math
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    for action in actions(board):
        if winner(result(board, action)) == turn:
            return action
    best_action = None
    best = -math.inf if turn == X else math.inf
    for action in actions(board):
        score = backed_up(result(board, action))
        if turn == X and score > best or turn == O and score < best:
            best, best_action = score, action
    return best_action


def backed_up(board):
    if terminal(board):
        return utility(board)
    turn = player(board)
    best = -math.inf if turn == X else math.inf
    for action in actions(board):
        score = backed_up(result(board, action))
        if turn == X and score > best or turn == O and score < best:
            best = score
    return best
""",
    "reused-max-min": """
def MaxValue(board):
    v = -999
    if terminal(board):
        return utility(board)
    for action in actions(board):
        v = max(v, MinValue(result(board, action)))
    return v


def MinValue(board):
    v = 999
    if terminal(board):
        return utility(board)
    for action in actions(board):
        v = min(v, MaxValue(result(board, action)))
    return v


def minimax(board):
    if terminal(board) == True:
        return None
    elif player(board) == X:
        plays = []
        for action in actions(board):
            plays.append([MinValue(result(board, action)), action])
        return sorted(plays, key=lambda x: x[0], reverse=True)[0][1]
    elif player(board) == O:
        plays = []
        for action in actions(board):
            plays.append([MaxValue(result(board, action)), action])
        return sorted(plays, key=lambda x: x[0])[0][1]
""",
    "minimax-itself": """
def minimax(board, top=True):
    if terminal(board):
        if top:
            return None
        return utility(board)
    turn = player(board)
    best_action = None
    best = None
    for action in actions(board):
        score = minimax(result(board, action), False)
        if best is None or (turn == X and score > best) or (turn == O and score < best):
            best = score
            best_action = action
    if top:
        return best_action
    return best
""",
}
