"""
A reason why answers are not kept; `grader/sandbox/shortcut/claim.py` lists all codes, with their words.

This process words no sentence for a report: a student's code that changes messages could speak in our name.
"""

from __future__ import annotations

from typing import NamedTuple


class Obstacle(NamedTuple):
    """A reason, in the order of the wire."""

    code: str
    parameters: tuple[str | int, ...] = ()
    """Names, those of attributes with a dot before, and numbers; in a rule about a function, without the function."""
