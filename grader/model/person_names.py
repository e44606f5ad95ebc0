"""What a table calls a student, and the name that the student's work came with."""

from __future__ import annotations

import unicodedata

LOST_LETTERS = ("?", "\N{REPLACEMENT CHARACTER}")
LEAST_WORDS = 2
"""A name of one word may be a login, or a name written together."""


def is_damaged(name: str) -> bool:
    """Return whether letters of `name` were lost, as when Excel saves a table without Unicode."""
    return any(mark in name for mark in LOST_LETTERS)


def have_other_names(one: str, other: str) -> bool:
    """
    Return whether both are names of several words and have no word in common.

    Names never say who is who; but if ids agree and names do not, the table may be that of another class.
    """
    if is_damaged(one) or is_damaged(other):
        return False
    words, others = _words(one), _words(other)
    return min(len(words), len(others)) >= LEAST_WORDS and not words & others


def _words(name: str) -> set[str]:
    bare = "".join(char for char in unicodedata.normalize("NFKD", name).casefold() if not unicodedata.combining(char))
    return set("".join(char if char.isalpha() else " " for char in bare).split())
