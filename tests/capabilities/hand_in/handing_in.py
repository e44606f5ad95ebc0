"""Submissions made of texts, and the outcome of one check of their files."""

from __future__ import annotations

from collections.abc import Mapping

from grader.capabilities.hand_in.capability import FileRules
from grader.capabilities.hand_in.judge import judge_files
from grader.model.result import CheckOutcome
from grader.model.submission import HandedIn, HandedInFile, SourceFile, Submission
from grader.text.reasons import said


def handed_in(
    files: Mapping[str, str | None] | None, code: str = "X = 1\n", helpers: Mapping[str, str] | None = None
) -> Submission:
    """Return a submission with these other files by path, a folder as None; for one file that was given alone, None."""
    return Submission(
        id="ada",
        student="ada",
        main="tictactoe.py",
        files=(
            SourceFile(path="tictactoe.py", text=code),
            *(SourceFile(path=path, text=text) for path, text in (helpers or {}).items()),
        ),
        handed_in=None
        if files is None
        else HandedIn(
            main="tictactoe.py", files=tuple(HandedInFile(path=path, text=text) for path, text in files.items())
        ),
    )


def outcome(submission: Submission, rules: FileRules) -> CheckOutcome:
    """Return the only outcome."""
    (found,) = judge_files(submission, rules).values()
    return found


def told(submission: Submission, rules: FileRules) -> str:
    """Return the verdict of the only check and its message."""
    found = outcome(submission, rules)
    return f"{found.verdict.value}: {said(found.reasons)}" if found.reasons else found.verdict.value
