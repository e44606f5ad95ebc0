"""The text of a student's file with right functions in the place of wrong ones, and which functions use which."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from grader.assignments.exhaustive.checks import GradingSpec
from grader.model.submission import SourceFile, Submission
from grader.python_text import LineSpan, top_level_statements
from grader.sandbox.student import Student

DEFINED = re.compile(r"(?:def|class)[ \t]+(\w+)")


@cache
def right_texts(module: Path) -> Mapping[str, str]:
    """Return the text of each function in `module`, an assignment's right ones, by name."""
    text = module.read_text(encoding="utf-8")
    functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return {node.name: ast.get_source_segment(text, node) or "" for node in functions}


def right_version(
    submission: Submission, student: Student, spec: GradingSpec, functions: Collection[str]
) -> Submission:
    """Return `student`'s `submission` with right `functions`, and with the constants that these use."""
    cells, missing = spec.module_spec.cells, student.module.missing
    constants = "".join(f"{one.attribute} = {one.default!r}\n" for one in cells if one.attribute in missing)
    texts = right_texts(spec.right_functions)
    names = [one.name for one in spec.module_spec.functions if one.name in {*functions} & texts.keys()]
    return with_right(submission, names, texts, constants)


def with_right(submission: Submission, functions: Collection[str], texts: Mapping[str, str], more: str) -> Submission:
    """
    Return `submission` with the `texts` of `functions` in its main file, in the place of its own functions.

    A function that is not at the top level of the file comes at its end, and so do the lines of `more`: what the file
    begins with may have to stand first. The text is searched and never parsed: hostile text can crash a parser.
    """
    main, *others = submission.files
    lines, cells = main.lines, main.cells
    spans = function_spans(main)
    missing = [texts[name] for name in functions if name not in spans]
    for name in sorted({*functions} & spans.keys(), key=lambda name: -spans[name].first):
        new, (first, last) = texts[name].split("\n"), spans[name]
        new += [""] * (last - first + 1 - len(new))  # lines below keep their numbers, if that is possible
        lines[first - 1 : last] = new
        cells = tuple(one + len(new) - (last - first + 1) if one > last else one for one in cells)
    text = "\n".join([*lines, *missing, *filter(None, [more])])
    return replace(submission, files=(replace(main, text=text, cells=cells), *others))


def function_spans(file: SourceFile) -> dict[str, LineSpan]:
    """Return the lines of each function and class at the top level of `file`, with decorators; of two the later one."""
    lines, found = file.lines, {}
    for span in top_level_statements(file.text):
        head = next((line for line in lines[span.first - 1 : span.last] if not line.startswith("@")), "")
        if (defined := DEFINED.match(head)) is not None:
            found[defined[1]] = span
    return found
