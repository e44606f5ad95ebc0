"""
The functions that a Python text defines, and where: at the left margin, in a class, in another function.

The text is searched and never parsed: hostile text can crash a parser.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from grader.python_text.imports import without_strings

STATEMENT = re.compile(
    r"(?P<indent>[ \t\f]*)"
    r"(?:(?:async[ \t]+)?def[ \t]+(?P<function>\w+)[ \t]*[\[(]"
    r"|class[ \t]+(?P<of_class>\w+)"
    r"|(?P<guard>if[ \t(]+__name__[ \t]*==)"
    r"|(?P<lambda>\w+)[ \t]*(?::[^=\n]{0,200})?=[ \t]*lambda\b"
    r"|(?P<code>[^ \t\f\n]))"
)
MAX_DEFINITIONS = 1000

CLASS = "class"
FUNCTION = "function"
GUARD = "guard"
"""A block that an import skips: ``if __name__ == "__main__":``."""


class Definition(NamedTuple):
    """Where a text defines a function."""

    name: str
    line: int
    """From 1, as Python counts lines."""
    within: str = ""
    """`CLASS`, `FUNCTION` or `GUARD`; empty at the top level, also below an ``if``, a ``try`` or a loop."""
    container: str = ""
    """The name of that class or function."""


class _Block(NamedTuple):
    indent: int
    kind: str
    name: str


@lru_cache(maxsize=64)
def definitions_in(source: str) -> tuple[Definition, ...]:
    """Return what the Python text `source` defines, in order, at most 1000."""
    found: list[Definition] = []
    blocks: list[_Block] = []
    for number, line in enumerate(without_strings(source).split("\n"), 1):
        statement = STATEMENT.match(line)
        if statement is None:
            continue
        indent = len(statement["indent"].expandtabs())
        while blocks and indent <= blocks[-1].indent:
            blocks.pop()
        inner = blocks[-1] if blocks else _Block(0, "", "")
        name = statement["function"] or statement["lambda"]
        if name is not None and len(found) < MAX_DEFINITIONS:
            found.append(Definition(name, number, inner.kind, inner.name))
        if statement["function"] is not None:
            blocks.append(_Block(indent, FUNCTION, statement["function"]))
        elif statement["of_class"] is not None:
            blocks.append(_Block(indent, CLASS, statement["of_class"]))
        elif statement["guard"] is not None:
            blocks.append(_Block(indent, GUARD, ""))
    return tuple(found)


def names_at_top_level(source: str) -> frozenset[str]:
    """Return the names of the functions that the Python text `source` seems to define for whoever imports it."""
    return frozenset(one.name for one in definitions_in(source) if not one.within)
