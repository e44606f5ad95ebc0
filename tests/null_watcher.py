"""A watcher for gradings whose progress is not shown."""

from __future__ import annotations

from grader.model.result import Result
from grader.model.submission import Submission


class NullWatcher:
    """Takes every report of progress and does nothing with it."""

    def started(self, submission: Submission) -> None:
        """Ignore that a grading has begun."""

    def finished(self, result: Result) -> None:
        """Ignore that a grading is finished."""

    def waiting(self) -> None:
        """Ignore that nothing has finished."""
