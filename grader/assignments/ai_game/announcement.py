"""What a program says about the end of a game; the wording is free."""

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
    """Tell whether `text` says that `winner` has won (None: that it is a draw), and says nothing else."""
    said = text.lower()
    if winner is None:
        return bool(DRAW.search(said)) and not any(wins.search(said) for wins in WINS.values())
    return bool(NAMES[winner].search(said)) and not DRAW.search(said) and not WINS[OTHER[winner]].search(said)


def fresh_lines(text: str, known: set[str]) -> str:
    """Return the lines of `text` that were not said before, such as no prompt that comes every time."""
    lines = [line.strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line and line not in known)
