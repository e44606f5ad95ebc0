"""
A reason why answers are not kept; `grader/sandbox/shortcut/claim.py` holds the one list of codes, with their words.

Nothing in this process words a sentence for a report: whoever changes what is sent could speak in our name.
"""

from __future__ import annotations

from typing import NamedTuple


class Obstacle(NamedTuple):
    """A reason, in the order of the wire."""

    code: str
    parameters: tuple[str | int, ...] = ()
    """Names and numbers; of a rule about a function those after the function."""
