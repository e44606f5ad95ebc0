"""When a submission was handed in and by which group, if the platform says so."""

from __future__ import annotations

from grader.model.identity import Identity
from grader.model.instant import instant_text, parse_instant
from grader.model.sanitize import sanitize

MAX_TEXT = 100


def hand_in_text(who: Identity) -> str:
    """Return a sentence such as ``Handed in 2026-09-02 01:10:00 +02:00, late.``; empty if nothing is known."""
    facts = [
        _instant(who.submitted_at),
        "late" if who.late else "",
        f"by the group {sanitize(who.group, MAX_TEXT)}" if who.group else "",
    ]
    known = ", ".join(filter(None, facts))
    return f"Handed in {known}." if known else ""


def _instant(text: str) -> str:
    try:
        return instant_text(parse_instant(text))
    except ValueError:
        return sanitize(text, MAX_TEXT)  # of a result that somebody edited
