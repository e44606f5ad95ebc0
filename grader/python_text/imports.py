"""
What a Python text imports, and whether the text uses it; which files of a submission its graded file imports.

The text is searched and never parsed: hostile text can crash a parser.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grader.model.submission import SourceFile, Submission

STRING_OR_COMMENT = re.compile(
    r"#[^\n]*"
    r"|\"\"\"(?:[^\"\\]|\\(?:.|\Z)|\"(?!\"\"))*(?:\"\"\"|\Z)"
    r"|'''(?:[^'\\]|\\(?:.|\Z)|'(?!''))*(?:'''|\Z)"
    r"|\"(?:[^\"\\\n]|\\(?:.|\Z))*\"?"
    r"|'(?:[^'\\\n]|\\(?:.|\Z))*'?",
    re.DOTALL,
)
VISIBLE = re.compile(r"[^\n]")
STATEMENT = re.compile(
    r"(?<![\w.])(?:from[ \t]+(?P<module>[\w.]+)[ \t]+)?import(?!\w)[ \t]*(?P<names>\([^)]{0,2000}\)|[^\n;]*)"
)
"""Outside strings and comments, the word ``import`` stands nowhere else."""
WORD = re.compile(r"(?<![\w.])[^\W\d]\w*")
"""A name, but not an attribute of something."""
CONTINUED = "\\\n"


class Import(NamedTuple):
    """A module that a Python text imports."""

    module: str
    """The first part of its name."""
    line: int
    """From 1, as Python counts lines."""
    used: bool
    """Whether the text uses the name that the module gets."""


@lru_cache(maxsize=64)
def imports_in(source: str) -> tuple[Import, ...]:
    """Return what the Python text `source` imports, in order; not what is imported from the student's own package."""
    text = without_strings(source)
    code = text.replace(CONTINUED, " " * len(CONTINUED))
    words = set(WORD.findall(STATEMENT.sub(" ", code)))
    found: list[Import] = []
    line, at = 1, 0
    for statement in STATEMENT.finditer(code):
        line += text.count("\n", at, statement.start())
        at = statement.start()
        found += [
            Import(module, line, used=not name or name in words)
            for module, name in _bindings(statement["module"], statement["names"])
            if module.isidentifier()
        ]
    return tuple(found)


def without_strings(source: str) -> str:
    """Return the Python text `source` with blanks for its strings and comments: each line and column stays in place."""
    return STRING_OR_COMMENT.sub(_blank, source.replace("\r\n", "\n").replace("\r", "\n"))


class _Binding(NamedTuple):
    """A module, and the name under which the text uses it or a part of it; empty if the text does not say."""

    module: str
    name: str


def _bindings(module: str | None, names: str) -> Iterator[_Binding]:
    if module is not None and module.startswith("."):
        return
    for words in (part.split() for part in names.strip("() \t\n").split(",")):
        if not words:  # a comma at the end
            continue
        first, name = words[0], words[-1]
        if module is None:
            yield _Binding(first.partition(".")[0], name.partition(".")[0])
        else:
            yield _Binding(module.partition(".")[0], "" if first == "*" else name)


def _blank(found: re.Match[str]) -> str:
    return VISIBLE.sub(" ", found[0])


def own_modules_used(submission: Submission) -> list[SourceFile]:
    """Return the files that the graded file imports, at once or through others; the graded file is not among them."""
    used: list[SourceFile] = []
    waiting, names = [submission.files[0]], set[str]()
    while waiting:
        # The standard library is searched first: a file called like one of its modules is never imported.
        names |= {one.module for one in imports_in(waiting.pop().text)} - sys.stdlib_module_names
        for file in submission.files[1:]:
            if file not in used and module_of(file.path) in names:
                used.append(file)
                waiting.append(file)
    return used


def module_of(path: str) -> str:
    """Return the name under which a file, or the package that it is in, is imported."""
    first, slash, _ = path.partition("/")
    return first if slash else first.rpartition(".")[0]
