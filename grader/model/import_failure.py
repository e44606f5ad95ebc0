"""A file that cannot be imported: nothing of it could be tested."""

from __future__ import annotations

from grader.model.reason import Reason
from grader.model.result import Result
from grader.model.verdict import Verdict

CANNOT_BE_IMPORTED = "cannot_be_imported"
"""The code of the reason that every check has then."""


def import_failure(result: Result) -> tuple[Reason, ...]:
    """Return why the file of `result` cannot be imported, as its checks say it; nothing if it can."""
    failed = (one.reasons for line in result.criteria for one in line.checks if one.verdict is Verdict.ERROR)
    return next((reasons for reasons in failed if reasons and reasons[0].code == CANNOT_BE_IMPORTED), ())
