"""
Breaks texts into lines so that no line of a student can be taken for one of ours.

A student's text never begins a line: our label stands before the text, and `MARK` before each continued line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from grader.model.sanitize import ELLIPSIS

MARK = "| "  # begins each continued line
LEAST = 8
"""The smallest number of cells in a line, however narrow the place is."""
LONG_BLANK = re.compile(" {9,}")
"""More spaces than indentation or alignment need: a long run could push the rest of a text to another line."""
WORD = re.compile("[^ ]+ *| +")
WIDTHLESS = {"Mn", "Me", "Cf"}
PLAIN_MARKS = "-_.'\u2019\u00b7\u200c\u200d"
"""The signs of names besides letters, digits and spaces."""


def visible_blanks(text: str) -> str:
    return LONG_BLANK.sub(lambda found: f" [{len(found[0])} spaces] ", text)


def quoted_name(name: str) -> str:
    """
    Return a student's name, in quotes unless it consists of words: `Ada` could be `Ada 100 of 100`.

    A name may have one comma between two words, as in `Lovelace, Ada`. So lists of names need another separator.
    """
    first, *others = name.removesuffix(ELLIPSIS).replace(", ", " ", 1).split(" ")
    words = all((first, *others)) and not any(word[0].isdigit() for word in others)
    plain = words and all(
        unicodedata.category(char)[0] in "LMN" or char in PLAIN_MARKS for char in "".join(others) + first
    )
    return name if plain else f'"{name}"'


def cells(text: str) -> int:
    """Return the largest number of columns of `text` on any terminal. Terminals differ on symbols."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def line_breaks(text: str, first: int, rest: int) -> list[int]:
    """
    Return the places in `text` where a new line begins, between words if possible.

    The first line has at most `first` cells, the others at most `rest`. Spaces at the end of a line do not count.
    """
    breaks: list[int] = []
    used, room, rest = 0, max(first, LEAST), max(rest, LEAST)
    for word in WORD.finditer(text):
        size = cells(word[0].rstrip(" "))
        if used and used + size > room:
            breaks.append(word.start())
            used, room = 0, rest
        if size <= room:
            used += cells(word[0])
            continue
        for at, char in enumerate(word[0], word.start()):
            if used + _cells(char) > room and char != " ":
                breaks.append(at)
                used, room = 0, rest
            used += _cells(char)
    return breaks


def marked_lines(text: str, width: int) -> str:
    """Return `text` in lines of at most `width` cells, with `MARK` before each line but the first."""
    starts = [0, *line_breaks(text, width, width - len(MARK)), len(text)]
    parts = [text[start:end].rstrip(" ") for start, end in pairwise(starts)]
    return f"\n{MARK}".join(parts)


@lru_cache(maxsize=1 << 14)
def _cells(char: str) -> int:
    category = unicodedata.category(char)
    if category in WIDTHLESS:
        return 0
    # Terminals differ where the standard leaves the width open, and on characters newer than this Python.
    wide = unicodedata.east_asian_width(char)
    unclear = wide == "A" and category[0] != "L"
    return 2 if wide in {"W", "F"} or unclear or category in {"So", "Cn"} else 1
