"""
Recognizes in free wording that a program announces how a game ended.

The words come from a student, so they are compared as lists of words, each looked at a fixed number of times. A regular
expression for "a name, anything, then `wins`" would try every name with every rest of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grader.assignments.ai_game.screen_text import as_shown
from grader.game.board import OPPONENT

WORD = re.compile(r"\w+")
CLAUSE_ENDS = str.maketrans(dict.fromkeys(".,!", "\n"))
DRAW = frozenset({"draw", "drawn", "tie", "tied", "nobody", "stalemate"})
DRAW_PAIRS = frozenset({("no", "one"), ("no", "winner")})
NAMES = {
    "X": frozenset({"x", "human", "player", "you"}),
    "O": frozenset({"o", "ai", "computer", "machine", "bot", "agent"}),
}
WON = frozenset({"win", "wins", "won"})
HUMAN_LOST = frozenset({("you", "lose"), ("you", "lost")})
PLAYER_O = ("player", "o")


def announces(text: str, winner: str | None) -> bool:
    """Tell whether `text` announces that `winner`, `X` or `O`, has won (None: a draw), and no other result."""
    clauses = [WORD.findall(clause) for clause in text.lower().translate(CLAUSE_ENDS).split("\n")]
    is_draw = any(not DRAW.isdisjoint(words) or not DRAW_PAIRS.isdisjoint(_pairs(words)) for words in clauses)
    if winner is None:
        return is_draw and not any(_wins(words, name) for words in clauses for name in NAMES)
    return (
        not is_draw
        and any(_names(words, winner) for words in clauses)
        and not any(_wins(words, OPPONENT[winner]) for words in clauses)
    )


def fresh_lines(text: str, known: set[str]) -> str:
    """Return the lines of `text` that are not in `known`: a line that comes at every move announces nothing."""
    lines = [line.strip() for line in as_shown(text).split("\n")]
    return "\n".join(line for line in lines if line and line not in known)


def _names(words: Sequence[str], winner: str) -> bool:
    """Tell whether a clause names the winner, or says that the human has lost."""
    return not NAMES[winner].isdisjoint(words) or (winner == "O" and not HUMAN_LOST.isdisjoint(_pairs(words)))


def _wins(words: Sequence[str], winner: str) -> bool:
    """Tell whether a clause says that `winner` wins: a name first, then a word of `WON`."""
    if winner == "O" and not HUMAN_LOST.isdisjoint(_pairs(words)):
        return True
    last = max((at for at, word in enumerate(words) if word in WON), default=0)
    named = pairwise(words[: last + 1])
    return any(word in NAMES[winner] and not (winner == "X" and (word, after) == PLAYER_O) for word, after in named)


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    return pairwise(words)
