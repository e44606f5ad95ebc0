"""Which files and folders are there: those that must be, and those that must not."""

from __future__ import annotations

from fnmatch import fnmatchcase

from grader.capabilities.hand_in.outcome import failed, file_called, listed, missing, passed, shown
from grader.capabilities.hand_in.rules import FileRules, is_code, is_named
from grader.model.handed_in import HandedIn
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.submission import Submission
from grader.python_text import own_modules_used

TESTS = ("test_*", "*_test.*", "test.*", "tests.*", "conftest.py", "__init__.py", "setup.py")
"""Names of files that students write to try their solution, as sheets tell them to."""


def judge_complete(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether every file that was asked for is there."""
    check = "files.complete"
    absent = [name for name in rules.complete if not is_named(handed_in.main, name) and not _is_there(handed_in, name)]
    return missing(check, reason("not_handed_in", files=listed(absent))) if absent else passed(check)


def judge_forbidden(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether something was handed in that does not belong there."""
    check = "files.nothing_forbidden"
    found = [shown(file.path) for file in handed_in.files if rules.forbids(file.path)]
    return failed(check, reason("must_not_be_handed_in", files=listed(found))) if found else passed(check)


def judge_own_code(submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether there is code that is neither the solution, nor used by it, nor handed out, nor a test."""
    check = "files.own_code_only"
    expected = (*rules.complete, *(file.path for file in rules.unchanged))
    used = {f"{handed_in.folder}{file.path}" for file in own_modules_used(submission)}
    others = [
        shown(file.path)
        for file in handed_in.files
        if is_code(file.path)
        and file.path not in used
        and not any(is_named(file.path, name) for name in expected)
        and not any(fnmatchcase(file.path.rpartition("/")[2].casefold(), pattern) for pattern in TESTS)
    ]
    return failed(check, reason("other_code", files=listed(others))) if others else passed(check)


def _is_there(handed_in: HandedIn, name: str) -> bool:
    return file_called(handed_in, name) is not None or any(is_named(file.path, name) for file in handed_in.files)
