"""How the search was run, in one sentence."""

from __future__ import annotations

from grader.model.observed import Shortcut
from grader.model.sanitize import quoted
from grader.text.isolation_text import join_words

MAX_NAMES = 4


def shortcut_sentence(shortcut: Shortcut) -> str:
    """Return what a report says about `shortcut`; an empty text when no search was run."""
    if shortcut.functions:
        more = len(shortcut.functions) - MAX_NAMES
        names = [*map(quoted, shortcut.functions[:MAX_NAMES]), *([f"{more} more"] if more > 0 else [])]
        kept = join_words(names)
        return f"Search: answers of {kept} were kept instead of computed again; a sample of plain runs agrees."
    return f"Search: run in full ({shortcut.why})." if shortcut.why else ""
