"""Which files of a submission its graded file imports."""

from __future__ import annotations

import sys

from grader.imported_modules.statements import imports_in
from grader.model.submission import SourceFile, Submission


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
