"""The text of a student's file with right functions in the place of wrong ones, and which functions use which."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from grader.assignments.exhaustive.checks import GradingSpec
from grader.model.submission import SourceFile, Submission
from grader.python_text import names_used
from grader.sandbox.student import Student


@cache
def right_texts(module: Path) -> Mapping[str, str]:
    """Return the text of each function in `module`, an assignment's right ones, by name."""
    text = module.read_text(encoding="utf-8")
    functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return {node.name: ast.get_source_segment(text, node) or "" for node in functions}


def right_version(student: Student, spec: GradingSpec, functions: Collection[str]) -> Submission:
    """Return what `student` submitted with right `functions`, and with the constants that these use."""
    cells, missing = spec.module_spec.cells, student.module.missing
    constants = "".join(f"{one.attribute} = {one.default!r}\n" for one in cells if one.attribute in missing)
    names = [one.name for one in spec.module_spec.functions if one.name in functions]
    return with_right(student.submission, names, right_texts(spec.right_functions), constants)


def with_right(submission: Submission, functions: Collection[str], texts: Mapping[str, str], first: str) -> Submission:
    """
    Return `submission` with the `texts` of `functions` in its main file, in the place of its own functions.

    The file begins with the lines `first`, which may be empty. SyntaxError or ValueError if Python cannot read it.
    """
    main, *others = submission.files
    for name in functions:
        main = _replaced(main, name, texts[name])
    if first:
        count = first.count("\n")
        main = replace(main, text=first + main.text, cells=tuple(one + count for one in main.cells))
    return replace(submission, files=(main, *others))


def _replaced(file: SourceFile, name: str, text: str) -> SourceFile:
    """Return `file` with `text` for its function `name`, or at its end if it has none at its top level."""
    lines, new = file.lines, text.split("\n")
    begin = end = len(lines)
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, ast.FunctionDef) and node.name == name and node.end_lineno is not None:
            begin = min(node.lineno, *(one.lineno for one in node.decorator_list), node.end_lineno) - 1
            end = node.end_lineno
    grown = len(new) - (end - begin)
    cells = tuple(one + grown if one > end else one for one in file.cells)
    return replace(file, text="\n".join([*lines[:begin], *new, *lines[end:]]), cells=cells)


def uses(submission: Submission) -> Mapping[str, frozenset[str]]:
    """Return by function at the top level of a file the names that it uses, itself or through others."""
    direct: dict[str, set[str]] = {}
    for file in submission.files:
        for name, used in names_used(file.text).items():
            direct.setdefault(name, set()).update(used)
    return {name: frozenset(_reached(name, direct)) for name in direct}


def _reached(name: str, direct: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [name]
    while left:
        new = direct.get(left.pop(), set()) - found
        found |= new
        left.extend(new)
    return found
