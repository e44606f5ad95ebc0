"""
Searches that know no bounds, each put together from a core and some of the shortcuts that people take.

None of them may earn the points for alpha-beta pruning by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.capabilities.alpha_beta.own_searches import INITIAL_STATE
from tests.sandbox.inside.tracing.styles import RULES

HELPS = '''
import functools

def threats(board, mark):
    """Cells that complete a line of the mark, read off the lines."""
    cells = sum(board, [])
    found = []
    for line in LINES:
        marks = [cells[at] for at in line]
        if marks.count(mark) == 2 and marks.count(EMPTY) == 1:
            found.append(divmod(line[marks.index(EMPTY)], 3))
    return found

def other(mark):
    return O if mark == X else X

def canonical(board):
    turned, images = [row[:] for row in board], []
    for _ in range(4):
        turned = [list(row) for row in zip(*turned[::-1])]
        images += [turned, [row[::-1] for row in turned]]
    return min(tuple((cell or "") for row in image for cell in row) for image in images)

def is_dead(board):
    """Whether no line can be filled any more."""
    cells = sum(board, [])
    return all({X, O} <= {cells[at] for at in line} for line in LINES)
'''
KNOWN = {
    "win read off": "    if threats(board, player(board)):\n        return 1 if player(board) == X else -1\n",
    "win looked at": "    for move in actions(board):\n        if winner(result(board, move)) == player(board):\n"
    "            return 1 if player(board) == X else -1\n",
    "two threats": "    if not threats(board, player(board)) and len(set(threats(board, other(player(board))))) > 1:\n"
    "        return -1 if player(board) == X else 1\n",
    "dead draw": "    if is_dead(board):\n        return 0\n",
}
"""What is known of a position without a search."""
MOVES = {
    "win only": "    if threats(board, player(board)):\n        return threats(board, player(board))[:1]\n",
    "block": "    block = threats(board, other(player(board)))\n"
    "    if block and not threats(board, player(board)):\n        return block[:1]\n",
    "one of mirrored": "    moves = [*{canonical(result(board, move)): move for move in moves}.values()]\n",
    "centre first": "    moves.sort(key=lambda move: (move[0] - 1) ** 2 + (move[1] - 1) ** 2)\n",
    "another order": "    moves.sort(key=lambda move: (5 * move[0] + 7 * move[1] + len(moves)) % 9)\n",
}
"""Which moves are tried."""
CORES = {
    "two functions": """
def minimax(board):
    if terminal(board):
        return None
    choose, value = (max, low) if player(board) == X else (min, high)
    return choose(moves_of(board), key=lambda move: value(result(board, move)))

def high(board):
    if terminal(board):
        return utility(board)
    value = known(board)
    return max(low(result(board, move)) for move in moves_of(board)) if value is None else value

def low(board):
    if terminal(board):
        return utility(board)
    value = known(board)
    return min(high(result(board, move)) for move in moves_of(board)) if value is None else value
""",
    "stops at a win": """
def minimax(board):
    return None if terminal(board) else solve(board)[1]

def solve(board):
    if terminal(board):
        return utility(board), None
    value, best = known(board), None
    if value is not None:
        for move in actions(board):
            if winner(result(board, move)) == player(board) or value == 0:
                return value, move
        return value, actions(board)[0]
    win = 1 if player(board) == X else -1
    for move in moves_of(board):
        score = solve(result(board, move))[0]
        if best is None or score * win > value * win:
            value, best = score, move
        if score == win:
            break
    return value, best
""",
    "negamax": """
def minimax(board):
    return None if terminal(board) else max(moves_of(board), key=lambda move: -negamax(result(board, move)))

def negamax(board):
    sign = 1 if player(board) == X else -1
    if terminal(board):
        return sign * utility(board)
    value = known(board)
    return max(-negamax(result(board, move)) for move in moves_of(board)) if value is None else sign * value
""",
    "wins, then holds": """
def wins(board, mark):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        return value == (1 if mark == X else -1)
    quantifier = any if player(board) == mark else all
    return quantifier(wins(result(board, move), mark) for move in moves_of(board))

def minimax(board):
    if terminal(board):
        return None
    mark = player(board)
    for move in moves_of(board):
        if wins(result(board, move), mark):
            return move
    for move in moves_of(board):
        if not wins(result(board, move), other(mark)):
            return move
    return actions(board)[0]
""",
    "goals": """
def reaches(board, goal):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        return value >= goal
    if player(board) == X:
        return any(reaches(result(board, move), goal) for move in moves_of(board))
    return all(reaches(result(board, move), goal) for move in moves_of(board))

def minimax(board):
    if terminal(board):
        return None
    goals = (1, 0) if player(board) == X else (0, 1)
    for goal in goals:
        for move in moves_of(board):
            if reaches(result(board, move), goal) == (player(board) == X):
                return move
    return actions(board)[0]
""",
    "value by goals": """
def reaches(board, goal):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        return value >= goal
    quantifier = any if player(board) == X else all
    return quantifier(reaches(result(board, move), goal) for move in moves_of(board))

def value(board):
    return 1 if reaches(board, 1) else 0 if reaches(board, 0) else -1

def minimax(board):
    if terminal(board):
        return None
    return (max if player(board) == X else min)(moves_of(board), key=lambda move: value(result(board, move)))
""",
    "goal from the best so far": """
def reaches(board, goal):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        return value >= goal
    quantifier = any if player(board) == X else all
    return quantifier(reaches(result(board, move), goal) for move in moves_of(board))

def minimax(board):
    if terminal(board):
        return None
    best, value = None, -1 if player(board) == X else 1
    for move in moves_of(board):
        after = result(board, move)
        if player(board) == X:
            while value < 1 and reaches(after, value + 1):
                best, value = move, value + 1
        else:
            while value > -1 and not reaches(after, value):
                best, value = move, value - 1
        best = best or move
    return best
""",
    "one question per move": """
def reaches(board, goal):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        return value >= goal
    quantifier = any if player(board) == X else all
    return quantifier(reaches(result(board, move), goal) for move in moves_of(board))

def minimax(board):
    if terminal(board):
        return None
    sign, best, chosen = (1 if player(board) == X else -1), -1, None
    for move in moves_of(board):
        better = reaches(result(board, move), best + 1) if sign == 1 else not reaches(result(board, move), -best)
        if best < 1 and better:
            best, chosen = best + 1, move
        chosen = chosen or move
    return chosen
""",
    "goals with a small table": """
@functools.lru_cache(maxsize=40)
def kept(cells, goal):
    return reaches([list(row) for row in cells], goal)

def reaches(board, goal):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        return value >= goal
    quantifier = any if player(board) == X else all
    return quantifier(kept(tuple(map(tuple, result(board, move))), goal) for move in moves_of(board))

def minimax(board):
    if terminal(board):
        return None
    goals = (1, 0) if player(board) == X else (0, 1)
    for goal in goals:
        for move in moves_of(board):
            if reaches(result(board, move), goal) == (player(board) == X):
                return move
    return actions(board)[0]
""",
    "a small table of values": """
@functools.lru_cache(maxsize=40)
def kept(cells):
    return value_of([list(row) for row in cells])

def value_of(board):
    if terminal(board):
        return utility(board)
    value = known(board)
    choose = max if player(board) == X else min
    after = (tuple(map(tuple, result(board, move))) for move in moves_of(board))
    return choose(map(kept, after)) if value is None else value

def minimax(board):
    if terminal(board):
        return None
    return (max if player(board) == X else min)(moves_of(board), key=lambda move: value_of(result(board, move)))
""",
    "a table of one player": """
def minimax(board):
    if terminal(board):
        return None
    choose, value = (max, low) if player(board) == X else (min, high)
    return choose(moves_of(board), key=lambda move: value(result(board, move)))

def high(board):
    if terminal(board):
        return utility(board)
    value = known(board)
    return max(low(result(board, move)) for move in moves_of(board)) if value is None else value

def low(board):
    return kept_low(tuple(map(tuple, board)))

@functools.lru_cache
def kept_low(cells):
    board = [list(row) for row in cells]
    if terminal(board):
        return utility(board)
    value = known(board)
    return min(high(result(board, move)) for move in moves_of(board)) if value is None else value
""",
    "any of three values": """
def minimax(board):
    return None if terminal(board) else solve(board)[1]

def solve(board):
    value = utility(board) if terminal(board) else known(board)
    if value is not None:
        moves = [] if terminal(board) else actions(board)
        wins = [move for move in moves if winner(result(board, move))]
        return value, (wins or moves or [None])[0]
    order = (1, 0, -1) if player(board) == X else (-1, 0, 1)
    for wanted in order:
        for move in moves_of(board):
            if solve(result(board, move))[0] == wanted:
                return wanted, move
""",
    "goals with a table": """
table = {}

def reaches(board, goal):
    key = (tuple(map(tuple, board)), goal)
    if key not in table:
        value = utility(board) if terminal(board) else known(board)
        quantifier = any if player(board) == X else all
        table[key] = value >= goal if value is not None else quantifier(
            reaches(result(board, move), goal) for move in moves_of(board)
        )
    return table[key]

def minimax(board):
    if terminal(board):
        return None
    goals = (1, 0) if player(board) == X else (0, 1)
    for goal in goals:
        for move in moves_of(board):
            if reaches(result(board, move), goal) == (player(board) == X):
                return move
    return actions(board)[0]
""",
    "a table of turned boards": """
table = {}

def minimax(board):
    if terminal(board):
        return None
    return (max if player(board) == X else min)(moves_of(board), key=lambda move: value(result(board, move)))

def value(board):
    if terminal(board):
        return utility(board)
    key = canonical(board)
    if key not in table:
        found = known(board)
        choose = max if player(board) == X else min
        table[key] = choose(value(result(board, move)) for move in moves_of(board)) if found is None else found
    return table[key]
""",
}


def text(core: str, shortcuts: Iterable[str] = ()) -> str:
    """Return the file of a student who hands in this search."""
    chosen = [*shortcuts]
    known = "".join(KNOWN[name] for name in chosen if name in KNOWN)
    moves = "".join(MOVES[name] for name in chosen if name in MOVES)
    return (
        f"{RULES}{INITIAL_STATE}{HELPS}\ndef known(board):\n{known}    return None\n"
        f"\ndef moves_of(board):\n    moves = actions(board)\n{moves}    return moves\n{CORES[core]}"
    )


def variants() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield all cores with none, one or two of the shortcuts."""
    for core in CORES:
        for count in range(3):
            for shortcuts in combinations([*KNOWN, *MOVES], count):
                yield core, shortcuts


def chosen() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each core alone, and with some of the shortcuts and of their pairs."""
    for at, (core, shortcuts) in enumerate(variants()):
        if not shortcuts or at % 7 == 0:
            yield core, shortcuts
