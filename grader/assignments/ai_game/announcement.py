"""Recognizes in free wording that a program announces how a game ended."""

from __future__ import annotations

import re

DRAW = re.compile(r"\b(draw|drawn|tie|tied|nobody|no one|no winner|stalemate)\b")
NAMES = {
    "X": re.compile(r"\bx\b|\b(human|player|you)\b"),
    "O": re.compile(r"\bo\b|\b(ai|computer|machine|bot|agent)\b|\byou (lose|lost)\b"),
}
WINS = {
    "X": re.compile(r"\b(x|you|human|player(?! o\b))\b[^.,!\n]*\b(wins?|won)\b"),
    "O": re.compile(r"\b(o|ai|computer|machine|bot|agent)\b[^.,!\n]*\b(wins?|won)\b|\byou (lose|lost)\b"),
}
OTHER = {"X": "O", "O": "X"}


def announces(text: str, winner: str | None) -> bool:
    """Tell whether `text` announces that `winner`, `X` or `O`, has won (None: a draw), and no other result."""
    lower = text.lower()
    if winner is None:
        return bool(DRAW.search(lower)) and not any(wins.search(lower) for wins in WINS.values())
    return bool(NAMES[winner].search(lower)) and not DRAW.search(lower) and not WINS[OTHER[winner]].search(lower)


def fresh_lines(text: str, known: set[str]) -> str:
    """Return the lines of `text` that are not in `known`: a line that comes at every move announces nothing."""
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line and line not in known)
