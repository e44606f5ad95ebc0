"""Names in a file that speak of pruning: a hint for a person, never the verdict."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.model.sanitize import sanitize

NAME = re.compile(r"\w+")
WORDS = ("alpha", "beta", "prun", "cutoff", "cut_off")
OTHER_WORDS = ("alphabets", "alphabetic", "alphanum")
BOUNDS = re.compile(r"(?<![.\w])(?:lower_?bound|upper_?bound|lower|upper|bound)(?=[ ]?[=<>,:)])", re.IGNORECASE)
"""Words that are names only where code goes on like this, and not in `text.lower()` or in "the upper left corner"."""
MAX_NAMES = 8
MAX_NAME = 40


def pruning_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the first of such names, in the order in which they stand."""
    found: dict[str, None] = {}
    for text in texts:
        for name in NAME.findall(text):
            if len(name) <= MAX_NAME and _speaks_of_pruning(name.lower()):
                found[sanitize(name, MAX_NAME)] = None
        found |= dict.fromkeys(BOUNDS.findall(text))
    return tuple(found)[:MAX_NAMES]


def _speaks_of_pruning(name: str) -> bool:
    rest = "_".join(part for part in name.split("_") if not f"{part}s".startswith(OTHER_WORDS))
    return any(word in rest for word in WORDS)
