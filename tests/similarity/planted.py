"""A class of 60 programs that were written apart, and copies of them in every disguise."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from benchmarks.corpus.classroom import ALWAYS_RIGHT, classroom
from tests.similarity.disguises import DISGUISES, disguised_in_every_way, renamed

ROOT = Path(__file__).parents[2]
CLASS, COPIES = 60, 30
FUNCTIONS = {"player", "actions", "result", "winner", "terminal", "utility", "minimax"}
LONG = 8
"""Lines of a function that two people do not write alike."""
IN_EVERY_WAY = "in every way"
WAYS = {**DISGUISES, IN_EVERY_WAY: disguised_in_every_way}


def _candidates() -> Iterator[str]:
    found = [*ROOT.glob("fixtures/**/tictactoe.py"), *ROOT.glob("submissions/*/*.py")]
    for path in sorted(found, key=lambda path: path.relative_to(ROOT).parts[-2:]):
        if "hostile" not in path.parts:
            yield path.read_text(encoding="utf-8", errors="replace")
    right = (one for one in classroom(400).values() if not one.mistake and not one.idioms & ALWAYS_RIGHT)
    yield from (one.source for one in right)


def _long_functions(source: str) -> set[str]:
    """Return the longer functions of `source`, without names; nothing if a function of the assignment is missing."""
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef)]
    if not {one.name for one in functions} >= FUNCTIONS:
        return set()
    for one in functions:
        if ast.get_docstring(one) and len(one.body) > 1:
            del one.body[0]
    texts = {ast.unparse(one) for one in functions}
    return {renamed(text) for text in texts if len(text.split("\n")) >= LONG}


@cache
def independent() -> tuple[str, ...]:
    """Return programs of which no two have a longer function in common."""
    found: list[str] = []
    known: set[str] = set()
    for source in _candidates():
        if len(found) == CLASS:
            break
        try:
            functions = _long_functions(source)
        except SyntaxError:
            continue
        if functions and not functions & known:
            known |= functions
            found.append(source)
    return tuple(found)


@cache
def planted() -> dict[tuple[int, str], str]:
    """Return copies by the number of the original and the disguise: each disguise three times."""
    ways = list(WAYS)
    numbers = [at * CLASS // COPIES for at in range(COPIES)]
    return {
        (number, ways[at % len(ways)]): WAYS[ways[at % len(ways)]](independent()[number])
        for at, number in enumerate(numbers)
    }
