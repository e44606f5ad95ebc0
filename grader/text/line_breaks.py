"""
Where a text is broken into lines, so that no line that a student wrote can be taken for one of ours.

A student's text never begins a line: a label of ours stands before it, and `MARK` stands before each line that
continues the line above.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from grader.model.sanitize import ELLIPSIS

MARK = "| "
"""Begins a line that goes on from the one above."""
LEAST = 8
"""Cells that a line has at least, however narrow the place for it."""
LONG_BLANK = re.compile(" {9,}")
"""More spaces than anybody needs to indent or to align: they could push what follows to another line."""
WORD = re.compile("[^ ]+ *| +")
WIDTHLESS = {"Mn", "Me", "Cf"}
PLAIN_MARKS = "-_.'\u2019\u00b7\u200c\u200d"
"""What names have in them besides letters, digits and spaces."""


def visible_blanks(text: str) -> str:
    """Return `text` with every long run of spaces replaced by its length."""
    return LONG_BLANK.sub(lambda found: f" [{len(found[0])} spaces] ", text)


def quoted_name(name: str) -> str:
    """
    Return a student's name, in quotes unless it consists of words: `Ada` could be `Ada 100 of 100`.

    One comma between two words is plain, as in `Lovelace, Ada`; so lists of names need another separator.
    """
    first, *others = name.removesuffix(ELLIPSIS).replace(", ", " ", 1).split(" ")
    words = all((first, *others)) and not any(word[0].isdigit() for word in others)
    plain = words and all(
        unicodedata.category(char)[0] in "LMN" or char in PLAIN_MARKS for char in "".join(others) + first
    )
    return name if plain else f'"{name}"'


def cells(text: str) -> int:
    """Return the columns that `text` takes on any terminal, at most: they differ on symbols, and so on line ends."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def line_breaks(text: str, first: int, rest: int) -> list[int]:
    """
    Return the places in `text` where a new line begins: between words if possible.

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
    """Return `text` in lines of at most `width` cells, with `MARK` in front of each but the first."""
    starts = [0, *line_breaks(text, width, width - len(MARK)), len(text)]
    parts = [text[start:end].rstrip(" ") for start, end in pairwise(starts)]
    return f"\n{MARK}".join(parts)


@lru_cache(maxsize=1 << 14)
def _cells(char: str) -> int:
    category = unicodedata.category(char)
    if category in WIDTHLESS:
        return 0
    # Where the standard leaves the width open, and for characters newer than this Python, terminals differ.
    wide = unicodedata.east_asian_width(char)
    unclear = wide == "A" and category[0] != "L"
    return 2 if wide in {"W", "F"} or unclear or category in {"So", "Cn"} else 1
