"""
Colours Python code: comments, strings, keywords, numbers and the names of what is defined.

Students write the text, and it is read outside the wall. So this is one expression that takes no longer than its text
is long, also for a broken file: whatever begins a string or a comment is one, up to the end of the text if need be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import kwlist
from typing import NamedTuple

TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>
        \b[rRbBuUfF]{1,2}(?=['"])
        | '''(?:[^'\\]+|\\(?:.|\Z)|'(?!''))*(?:'''|\Z)
        | \"""(?:[^"\\]+|\\(?:.|\Z)|"(?!""))*(?:\"""|\Z)
        | '(?:[^'\\\n]+|\\.)*'?
        | "(?:[^"\\\n]+|\\.)*"?
    )
    | (?P<number>\b\d[\w.]*)
    | (?P<word>\w+)
    """,
    re.VERBOSE | re.DOTALL,
)
KINDS = {"comment": "c", "string": "s", "keyword": "k", "number": "n", "defined": "d"}
"""The class of a piece on the page: one letter, since a page has a thousand of them."""
KEYWORDS = frozenset(kwlist)
DEFINING = frozenset(["def", "class"])


class Piece(NamedTuple):
    """A part of a line of one colour."""

    kind: str
    """One of `KINDS`, or empty for all else."""
    text: str


def highlighted_lines(text: str) -> Iterator[tuple[Piece, ...]]:
    """Yield the lines of `text`, each as its pieces in order; together they are the text."""
    line: list[Piece] = []
    for piece in _pieces(text):
        first, *others = piece.text.split("\n")
        if first:
            line.append(Piece(piece.kind, first))
        for other in others:
            yield tuple(line)
            line = [Piece(piece.kind, other)] if other else []
    yield tuple(line)


def _pieces(text: str) -> Iterator[Piece]:
    """Yield the whole `text` in pieces, which may go over several lines."""
    plain_from, before = 0, ""
    for token in TOKEN.finditer(text):
        kind, word = token.lastgroup or "", token.group()
        if kind == "word":
            kind = "keyword" if word in KEYWORDS else "defined" if before in DEFINING else ""
            before = word
        if kind:
            if plain_from < token.start():
                yield Piece("", text[plain_from : token.start()])
            yield Piece(KINDS[kind], word)
            plain_from = token.end()
    if plain_from < len(text):
        yield Piece("", text[plain_from:])
