"""
The fingerprints of a Python text: hashes of short runs of its tokens, equal for equal structure.

Names, literals, comments and type hints count as nothing, so that a renamed copy has the fingerprints of its
original. A run is eight tokens; of four runs in a row the one with the least hash is kept (winnowing), wherever in the
file it stands. The text is searched and never parsed: it need not be Python, and takes time as its length.
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
"""Tokens of a run; runs of which one is kept."""
HASH_BYTES = 6
TOKEN = re.compile(r"\w+|[=!<>]=|->|:=|[^\w\s]")
KEYWORDS = (
    *("False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del"),
    *("elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal"),
    *("not", "or", "pass", "raise", "return", "try", "while", "with", "yield"),
)
"""Written down, since fingerprints of years with different versions of Python are compared."""
NAME, NUMBER, EQUAL, ORDER, OTHER = "N0=<?"
SIGNS = {word: chr(0xE000 + at) for at, word in enumerate(KEYWORDS)} | {"->": ">", ":=": "\N{COLON EQUALS}"}
SIGNS |= {"=": "\N{LEFTWARDS ARROW}", "while": SIGNS["for"]}
SIGNS |= dict.fromkeys(["==", "!=", "is"], EQUAL) | dict.fromkeys(["<", ">", "<=", ">="], ORDER)
"""What counts as the same has one sign: the two loops, comparisons and their opposites."""


class Token(NamedTuple):
    """A token that counts, and where it stands."""

    sign: str
    """One character: what it is compared as."""
    line: int
    """From 1."""
    start: int
    end: int


def tokens_in(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`; those of type hints are left out."""
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
    """Return which `words` of a line are no type hints."""
    every = range(len(words))
    if words[:1] == ["def"] or words[:2] == ["async", "def"]:
        return _without_hints(words)
    if words[1:2] == [":"] and "=" in words and words[0] not in SIGNS and _sign(words[0]) == NAME:
        return [0, *every[words.index("=") :]]
    return every


def _without_hints(words: Sequence[str]) -> list[int]:
    """Return which `words` of the head of a function are no hints of arguments or of what it returns."""
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
    """Return the hash of the run that begins at each of `tokens`, as far as there are whole runs."""
    signs = "".join(token.sign for token in tokens)
    return [_hash(signs[at : at + RUN]) for at in range(len(signs) - RUN + 1)]


@lru_cache(maxsize=1 << 18)
def _hash(run: str) -> int:
    return int.from_bytes(blake2b(run.encode(), digest_size=HASH_BYTES).digest(), "big")


def fingerprints(text: str) -> frozenset[int]:
    """Return the fingerprints of `text`; none if it is shorter than a run."""
    return frozenset(_kept(runs_of([*tokens_in(text)])).values())


def _kept(runs: Sequence[int]) -> dict[int, int]:
    """Return the runs that are fingerprints, by the token with which they begin."""
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
    """Return the lines of both texts with what they have in common; runs in `common` are many files'."""
    tokens = [*tokens_in(first)], [*tokens_in(second)]
    prints = _kept(runs_of(tokens[0])), _kept(runs_of(tokens[1]))
    shared = {*prints[0].values()} & {*prints[1].values()}
    parts: dict[int, int] = {}
    """By fingerprint: the number of the part of the first file in which it stands."""
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
    """Return by token what it has in common: a run covers all its tokens, and what few have outweighs the rest."""
    kinds: dict[int, str] = {}
    for kind, those in (("common", common), ("same", shared - common)):
        kinds |= {token: kind for at, run in prints.items() if run in those for token in range(at, at + RUN)}
    return kinds


def _first_lines(tokens: Sequence[Token], prints: Mapping[int, int], parts: Mapping[int, int]) -> dict[int, int]:
    """Return by line the number of the common part that begins there."""
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
    """Yield `line` in pieces: neighbours of one kind are one piece, with what stands between them."""
    begin, kind = 0, spans[0][2] if spans else ""
    for before, (start, _, new) in pairwise(spans):
        if new != kind:
            cut = before[1] if kind else start
            yield MarkedPiece(line[begin:cut], kind)
            begin, kind = cut, new
    if begin < len(line):
        yield MarkedPiece(line[begin:], kind)
