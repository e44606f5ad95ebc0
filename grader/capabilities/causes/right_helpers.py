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
NOWHERE = LineSpan(1, 0)


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

    All lines keep their numbers: a text that is longer than the function comes at the end, as for one that is not at
    the top level of the file, and so do the lines of `more`. The text is searched and never parsed: hostile text can
    crash a parser.
    """
    main, *others = submission.files
    lines, spans = main.lines, function_spans(main)
    at_end = []
    for name in functions:
        first, last = spans.get(name, NOWHERE)
        new = texts[name].split("\n")
        if len(new) > last - first + 1:
            at_end.append(texts[name])
            new = []
        lines[first - 1 : last] = new + [""] * (last - first + 1 - len(new))
    text = "\n".join([*lines, *at_end, *filter(None, [more])])
    return replace(submission, files=(replace(main, text=text), *others))


def with_text(submission: Submission, more: str) -> Submission:
    """Return `submission` with `more` below its main file."""
    main, *others = submission.files
    return replace(submission, files=(replace(main, text=main.text + more), *others))


def function_spans(file: SourceFile) -> dict[str, LineSpan]:
    """Return the lines of each function and class at the top level of `file`, with decorators; of two the later one."""
    lines, found = file.lines, {}
    for span in top_level_statements(file.text):
        head = next((line for line in lines[span.first - 1 : span.last] if not line.startswith("@")), "")
        if (defined := DEFINED.match(head)) is not None:
            found[defined[1]] = span
    return found
