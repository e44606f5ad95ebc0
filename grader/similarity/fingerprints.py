"""
The fingerprints of a Python text: hashes of short runs of tokens, equal for equal structure.

Names, literals, comments and type hints do not count, so a renamed copy has the fingerprints of its original. A run has
eight tokens; of four runs in a row the one with the least hash is kept (winnowing). The text is searched in linear time
and never parsed: it need not be valid Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from grader.python_text import without_strings
from grader.widgets import MarkedLine, MarkedPiece

RUN, WINDOW = 8, 4
"""The tokens of a run; the number of runs of which one is kept."""
HASH_BYTES = 6
TOKEN = re.compile(r"\w+|[=!<>]=|->|:=|[^\w\s]")
KEYWORDS = (
    *("False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del"),
    *("elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal"),
    *("not", "or", "pass", "raise", "return", "try", "while", "with", "yield"),
)
"""A fixed list, because years with different versions of Python are compared."""
NAME, NUMBER, EQUAL, ORDER, OTHER = "N0=<?"
SIGNS = {word: chr(0xE000 + at) for at, word in enumerate(KEYWORDS)} | {"->": ">", ":=": "\N{COLON EQUALS}"}
SIGNS |= {"=": "\N{LEFTWARDS ARROW}", "while": SIGNS["for"]}
SIGNS |= dict.fromkeys(["==", "!=", "is"], EQUAL) | dict.fromkeys(["<", ">", "<=", ">="], ORDER)
"""Equivalent tokens share a sign: the two loops, comparisons and their opposites."""


class Token(NamedTuple):
    """A counted token and its place."""

    sign: str  # one character for comparison
    line: int  # counted from 1
    start: int
    end: int


def tokens_in(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`, without type hints."""
    for number, line in enumerate(without_strings(text).split("\n"), 1):
        found = list(TOKEN.finditer(line))
        words = [one.group() for one in found]
        for at in _counting(words):
            yield Token(_sign(words[at]), number, *found[at].span())


@lru_cache(maxsize=1 << 11)
def _sign(word: str) -> str:
    sign = SIGNS.get(word)
    if sign is None:
        first = word[0]
        sign = NUMBER if first.isdigit() else NAME if first.isalpha() or first == "_" else first
    return sign if sign.isascii() or sign in SIGNS.values() else OTHER


def _counting(words: Sequence[str]) -> Sequence[int]:
    """Return the indices of `words` of a line outside type hints."""
    every = range(len(words))
    if words[:1] == ["def"] or words[:2] == ["async", "def"]:
        return _without_hints(words)
    if words[1:2] == [":"] and "=" in words and words[0] not in SIGNS and _sign(words[0]) == NAME:
        return [0, *every[words.index("=") :]]
    return every


def _without_hints(words: Sequence[str]) -> list[int]:
    """Return the indices of `words` of a function's head outside type hints."""
    kept, depth, is_hint = [], 0, False
    for at, word in enumerate(words):
        depth += (word in "([{") - (word in ")]}")
        if word == "->" or (word == ":" and depth == 1):
            is_hint = True
        elif (depth == 1 and word in ",=") or (depth == 0 and word in "):"):
            is_hint = False
        if not is_hint:
            kept.append(at)
    return kept


def runs_of(tokens: Sequence[Token]) -> list[int]:
    """Return the hash of each whole run, by its first token."""
    signs = "".join(token.sign for token in tokens)
    return [_hash(signs[at : at + RUN]) for at in range(len(signs) - RUN + 1)]


@lru_cache(maxsize=1 << 18)
def _hash(run: str) -> int:
    return int.from_bytes(blake2b(run.encode(), digest_size=HASH_BYTES).digest(), "big")


def fingerprints(text: str) -> frozenset[int]:
    """Return the fingerprints of `text`; none for a text shorter than a run."""
    return frozenset(_kept(runs_of([*tokens_in(text)])).values())


def _kept(runs: Sequence[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    least = -1
    for first in range(max(min(1, len(runs)), len(runs) - WINDOW + 1)):
        last = min(first + WINDOW, len(runs)) - 1
        if least < first:
            least = min(range(first, last + 1), key=runs.__getitem__)
        elif runs[last] < runs[least]:
            least = last
        found[least] = runs[least]
    return found


def side_by_side(
    first: str, second: str, common: frozenset[int]
) -> tuple[tuple[MarkedLine, ...], tuple[MarkedLine, ...]]:
    """Return the lines of both texts with their common parts; `common` are the fingerprints of many files."""
    tokens = [*tokens_in(first)], [*tokens_in(second)]
    prints = _kept(runs_of(tokens[0])), _kept(runs_of(tokens[1]))
    shared = {*prints[0].values()} & {*prints[1].values()}
    parts: dict[int, int] = {}
    """By fingerprint: the number of its part of the first file."""
    end = number = 0
    for at, run in prints[0].items():
        if run in shared - common:
            number += at > end
            end = at + RUN
            parts.setdefault(run, max(number, 1))
    marked = (
        _marked(text, own, _kinds(kept, shared, common), _first_lines(own, kept, parts))
        for text, own, kept in zip((first, second), tokens, prints, strict=True)
    )
    return next(marked), next(marked)


def _kinds(prints: Mapping[int, int], shared: set[int], common: frozenset[int]) -> dict[int, str]:
    """Return the kind of each shared token. A run covers all its tokens, and rare runs outweigh common ones."""
    kinds: dict[int, str] = {}
    for kind, chosen in (("common", common), ("same", shared - common)):
        kinds |= {token: kind for at, run in prints.items() if run in chosen for token in range(at, at + RUN)}
    return kinds


def _first_lines(tokens: Sequence[Token], prints: Mapping[int, int], parts: Mapping[int, int]) -> dict[int, int]:
    """Return the number of the common part that begins on a line, by line."""
    found: dict[int, int] = {}
    before = 0
    for at, run in prints.items():
        part = parts.get(run, 0)
        if part and part != before:
            found.setdefault(tokens[at].line, part)
        before = part
    return found


def _marked(
    text: str, tokens: Sequence[Token], kinds: Mapping[int, str], parts: Mapping[int, int]
) -> tuple[MarkedLine, ...]:
    by_line: dict[int, list[tuple[int, int, str]]] = {}
    for at, token in enumerate(tokens):
        by_line.setdefault(token.line, []).append((token.start, token.end, kinds.get(at, "")))
    return tuple(
        MarkedLine(pieces=tuple(_pieces(line, by_line.get(number, ()))), part=parts.get(number, 0))
        for number, line in enumerate(text.split("\n"), 1)
    )


def _pieces(line: str, spans: Sequence[tuple[int, int, str]]) -> Iterator[MarkedPiece]:
    """Yield `line` in pieces. Neighbours of one kind, and the text between them, are one piece."""
    begin, kind = 0, spans[0][2] if spans else ""
    for before, (start, _, new) in pairwise(spans):
        if new != kind:
            cut = before[1] if kind else start
            yield MarkedPiece(line[begin:cut], kind)
            begin, kind = cut, new
    if begin < len(line):
        yield MarkedPiece(line[begin:], kind)
