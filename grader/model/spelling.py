"""A name that does not exist, and the existing one that was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from grader.model.sanitize import sanitize

QUOTED_LENGTH = 60
"""Characters of a word that messages show and that are compared: comparing takes time quadratic in the length."""


def quoted(text: str) -> str:
    """Return a word that a user wrote, in quotes and safe to show in a message."""
    return f"'{sanitize(text, QUOTED_LENGTH)}'"


def closest(word: str, options: Iterable[str]) -> str | None:
    """Return the option that `word` probably means, in any case of letters; None if no option is similar."""
    by_lower_case = {option.lower(): option for option in options}
    matches = difflib.get_close_matches(word[:QUOTED_LENGTH].lower(), by_lower_case, n=1)
    return by_lower_case[matches[0]] if matches else None


def did_you_mean(word: str, options: Iterable[str], otherwise: str) -> str:
    """Return what to do about a name that does not exist; `otherwise` if no option is similar to it."""
    match = closest(word, options)
    return otherwise if match is None else f"did you mean {quoted(match)}?"
