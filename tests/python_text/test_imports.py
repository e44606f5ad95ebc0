"""Import statements are found as Python's own parser finds them."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator

import pytest

from grader.python_text import Import, imports_in
from tests.fixture_folders import EVERY, ROOT


def test_a_statement_is_read_as_python_reads_it() -> None:
    """Lines as Python counts them, and the name that the text uses."""
    assert imports_in("x = 1\r\rimport a.b as c, d\nc") == (
        Import("a", 3, used=True),
        Import("d", 3, used=False),
    )


@pytest.mark.parametrize(
    "folder", ["grader", "tests"] if EVERY in os.environ else ["grader/cli", "tests/capabilities/hand_in"]
)
def test_the_search_finds_what_pythons_parser_finds(folder: str) -> None:
    """In files of ours: those of students are searched only because a hostile one could crash a parser."""
    different = {}
    for path in (ROOT / folder).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        parsed = set(_parsed(ast.parse(text)))
        if parsed != (found := {(one.module, one.line) for one in imports_in(text)}):
            different[str(path)] = parsed ^ found

    assert {} == different


def _parsed(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0], node.lineno
