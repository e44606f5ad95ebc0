"""What makes two files of one style differ in a class: names, docstrings, comments, and ordinary mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Choose = Callable[[Sequence[str]], str]
"""Picks one of several, reproducibly."""

RENAMED = {
    "action": ("action", "move", "act", "a"),
    "board_copy": ("board_copy", "new_board", "copied_board", "next_board"),
    "best_action": ("best_action", "best_move", "optimal", "chosen_move"),
    "best": ("best", "best_score", "bestval", "current_best"),
    "score": ("score", "val", "points_here", "res"),
    "cell": ("cell", "square", "field", "c"),
    "row": ("row", "r", "line_of_three"),
    "turn": ("turn", "current", "p", "whose_turn"),
    "moves": ("moves", "possible_moves", "free_cells"),
    "x_count": ("x_count", "xs", "num_x", "countX"),
    "o_count": ("o_count", "os_", "num_o", "countO"),
    "marks": ("marks", "values_on_line", "three"),
}
DOCSTRINGS = {
    "initial_state": ("The board at the start of a game.", "An empty board."),
    "player": ("Whose turn it is.", "X begins, so X moves when the counts are equal."),
    "actions": ("All free cells as (i, j).", "The set of moves that can be played."),
    "result": ("The board after the move, the old one stays as it is.", "Play a move on a copy."),
    "winner": ("X, O or None.", "Who has three in a row."),
    "terminal": ("Is the game over?", "True when won or full."),
    "utility": ("1, -1 or 0.", "The score of a finished game."),
    "minimax": ("The best move for the player to move.", "Best move found by minimax."),
}
COMMENTS = (
    "# go through all moves",
    "# see lecture 0",
    "# could be shorter",
    "# works, do not touch",
    "# checked by hand on paper",
)
MISTAKES = {
    "counter-diagonal forgotten": (
        ("[board[i][2 - i] for i in range(3)]", "[board[i][i] for i in range(3)]"),
        (" or board[2][0] == board[1][1] == board[0][2]", ""),
        ("(2, 4, 6)", "(2, 4, 7)"),
        ("[(0, 2), (1, 1), (2, 0)]", "[(0, 2), (1, 1), (2, 1)]"),
        ("board[0][2] == board[1][1] == board[2][0] and", "board[0][2] == board[1][1] == board[2][1] and"),
    ),
    "board not copied": (
        ("copy.deepcopy(board)", "board"),
        ("deepcopy(board)", "board"),
        ("[row[:] for row in board]\n    i, j", "board\n    i, j"),
    ),
    "utility swapped": (("return -1\n", "return 1\n"), ("{X: 1, O: -1}.get", "{X: -1, O: 1}.get")),
    "O begins": (
        ("return X if x_count == o_count else O", "return O if x_count == o_count else X"),
        ("if x_count > o_count:", "if x_count >= o_count:"),
        ("% 2 == 1:\n        return X", "% 2 == 0:\n        return X"),
    ),
    "full board not over": (
        ("                return False\n    return True", "                return False\n    return False"),
        (" or not actions(board):", ":"),
    ),
    "wrong way for O": (("score < best:", "score > best:"), ("min(v, ", "max(v, ")),
    "moves as a list": (("return set(free)", "return free"), ("moves.add((i, j))", "moves.add((j, i))")),
    "no check of the move": (
        ("if action not in actions(board):", "if action is None:"),
        ("!= EMPTY:\n        raise", "== 9:\n        raise"),
    ),
    "last column left out": (("for j in range(3):", "for j in range(2):"),),
    "no value for a tie": (
        ("        return -1\n    else:\n        return 0\n", "        return -1\n"),
        ("        return -1\n    return 0\n", "        return -1\n"),
        (".get(winner(board), 0)", ".get(winner(board))"),
    ),
    "negative cells accepted": (
        ("if i not in range(3) or j not in range(3):", "if i > 2 or j > 2:"),
        ("if i < 0 or i > 2 or j < 0 or j > 2 or", "if i > 2 or j > 2 or"),
    ),
    "only rows won": (("board[0][i] == board[1][i] == board[2][i]", "board[0][i] == board[1][i] == board[2][0]"),),
    "value where the move belongs": (("return best_action\n", "return best\n"),),
}


def renamed(source: str, choose: Choose) -> str:
    """Return `source` with other local names, each only where the new name is nowhere in it yet."""
    for name, others in RENAMED.items():
        other = choose(others)
        if not re.search(rf"\b{other}\b", source):
            source = re.sub(rf"(?<![\"'.])\b{name}\b", other, source)
    return source


def documented(source: str, choose: Choose) -> str:
    """Return `source` with docstrings in the functions of the sheet."""
    for name, texts in DOCSTRINGS.items():
        source = re.sub(rf"^(def {name}\(.*:)$", rf'\1\n    """{choose(texts)}"""', source, flags=re.MULTILINE)
    return source


def commented(source: str, choose: Choose) -> str:
    """Return `source` with a comment before some of its loops."""
    lines = []
    for line in source.splitlines():
        if line.lstrip().startswith("for ") and choose(("yes", "no", "no")) == "yes":
            lines.append(line[: len(line) - len(line.lstrip())] + choose(COMMENTS))
        lines.append(line)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistaken:
    """A source with a mistake in it."""

    source: str
    mistake: str
    """What is wrong."""


def mistaken(source: str, choose: Choose) -> Mistaken | None:
    """Return `source` with one ordinary mistake that fits it, None if none does."""
    fitting = [name for name, places in MISTAKES.items() if any(old in source for old, _ in places)]
    if not fitting:
        return None
    mistake = choose(fitting)
    old, new = next((old, new) for old, new in MISTAKES[mistake] if old in source)
    return Mistaken(source=source.replace(old, new, 1), mistake=mistake)
