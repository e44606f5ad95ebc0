"""How the search was run, in one plain sentence."""

from __future__ import annotations

from grader.model.result import Shortcut
from grader.reports.text.isolation_text import listed

MOST = 4


def sentence(shortcut: Shortcut) -> str:
    """Return what a report says of `shortcut`; nothing where no search was run."""
    if shortcut.functions:
        more = len(shortcut.functions) - MOST
        names = [*shortcut.functions[:MOST], *([f"{more} more"] if more > 0 else [])]
        return f"Search: answers of {listed(names)} were kept instead of computed again; a sample of plain runs agrees."
    return f"Search: run in full ({shortcut.why})." if shortcut.why else ""
