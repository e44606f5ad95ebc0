"""House rules of CONTRIBUTING that a program can check."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.fixture_folders import ROOT

MOST_LINES = 40
"""Of a function, with its signature and docstring, without decorators."""


def _nodes() -> Iterator[tuple[str, ast.AST]]:
    """Yield all parts of the grader's code, each with its file."""
    for path in sorted((ROOT / "grader").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        yield from ((file, node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_no_class_name_stands_twice_and_no_function_is_long() -> None:
    """A name that stands for two things, or a function that fits on no screen, is hard to read."""
    places, long = defaultdict(list), []
    for file, node in _nodes():
        if isinstance(node, ast.ClassDef):
            places[node.name].append(file)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = (node.end_lineno or 0) - node.lineno + 1
            long += [f"{file}: {node.name} has {lines} lines"] if lines > MOST_LINES else []

    assert {name: files for name, files in places.items() if len(files) > 1} == {}
    assert long == []
