"""
Says why a check is not judged: the sandbox refused what the code needs, so nobody knows what it answers elsewhere.

Such a check costs no points and earns none. What was refused is a claim of the inside, which could win nothing by it.
"""

from __future__ import annotations

import ast

from grader.model.answer import Refusal
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import quoted
from grader.model.source import readable_location
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.sandbox.student import Student

IMPORT, RUN = "refused_import", "refused_run"
"""Codes of what was refused outside of calls."""


def refused_outcome(student: Student, check: str, refusal: Refusal, code: str = IMPORT, **values: str) -> CheckOutcome:
    """Return the outcome of `check`, which a person must judge; `code` and `values` say in whose course."""
    place = readable_location(student.submission, student.module_spec.module, refusal.at) if refusal.at else None
    shown = ", ".join(filter(None, (refusal.name and quoted(refusal.name), place)))
    what = f"{refusal.what} ({shown})" if shown else refusal.what
    reasons = (reason("not_judged"), reason(code, what=what, **values))
    return CheckOutcome(check=check, verdict=Verdict.PENDING, reasons=reasons)


def refused_in(student: Student, check: str, refusal: Refusal, function: str) -> CheckOutcome:
    """Return the outcome of `check`, in the course of which a call of `function` was refused something."""
    return refused_outcome(student, check, refusal, "refused_call", function=function)


def refused_definition(student: Student, name: str) -> Refusal | None:
    """Return what was refused in the top-level statement that would have bound `name`, None if there is none."""
    refused = ((one.at, one.raised.refused) for one in student.left_out if one.raised.refused is not None)
    return next((refusal for at, refusal in refused if name in _names_bound_at(student.submission, at)), None)


def _names_bound_at(submission: Submission, at: str) -> set[str]:
    """Return the names that the top-level statement at ``file:line`` would bind."""
    path, _, line = at.rpartition(":")
    texts = [file.text for file in submission.files if file.path == path]
    try:
        statements = ast.parse(texts[0]).body if texts and line.isdigit() else []
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()  # only the Python inside can read it
    parts = [part for one in statements if one.lineno <= int(line) <= (one.end_lineno or 0) for part in ast.walk(one)]
    return {name for name in map(_bound_by, parts) if name}


def _bound_by(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id if isinstance(node.ctx, ast.Store) else None
    if isinstance(node, ast.alias):
        return (node.asname or node.name).partition(".")[0]
    return node.name if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else None
