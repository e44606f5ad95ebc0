"""A file that cannot be imported: nothing of it could be tested."""

from __future__ import annotations

from grader.model.result import Result
from grader.model.verdict import Verdict

CANNOT_IMPORT = "the file cannot be imported"
"""How the message of every check begins then."""


def import_failure(result: Result) -> str:
    """Return why the file of `result` cannot be imported, as its checks say it; empty if it can."""
    failed = (one for line in result.criteria for one in line.checks if one.verdict is Verdict.ERROR)
    return next((check.message for check in failed if check.message.startswith(CANNOT_IMPORT)), "")
