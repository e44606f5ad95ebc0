"""A submission of one file."""

from __future__ import annotations

from grader.model.submission import SourceFile, Submission
from tests.batch.sources import SHORT


def submission(text: str = SHORT) -> Submission:
    """Return a submission of one file."""
    return Submission(id="ada", student="ada", main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=text),))
