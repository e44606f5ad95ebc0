"""Stand-ins for grading that a worker process can import by name."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection
from pathlib import Path

from grader.assignments import ASSIGNMENTS
from grader.marking.mark import fault_result
from grader.marking.result_info import grader_info, rubric_info, submission_info
from grader.model.assessment import Assessment
from grader.model.result import CheckOutcome, Observed, Result, Timing
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.scoring import score
from tests.sandbox.isolations import FULL


class Recorder:
    """A watcher that remembers what it was shown."""

    def __init__(self) -> None:
        """Begin with empty lists."""
        self.begun: list[str] = []
        self.done: list[str] = []

    def started(self, submission: Submission) -> None:
        """Remember who is being graded."""
        self.begun.append(submission.id)

    def finished(self, result: Result) -> None:
        """Remember who is graded."""
        self.done.append(result.submission.id)

    def waiting(self) -> None:
        """Remember nothing."""


def submission(name: str, text: str | None = None) -> Submission:
    """Return a submission of `name`; the text of its file tells the fakes below what to do."""
    files = (SourceFile(path="tictactoe.py", text=name if text is None else text),)
    return Submission(id=name, student=name, main="tictactoe.py", files=files)


def right(one: Submission, rubric: Rubric) -> Result:
    """Give full marks but for checks that the file names, or if it is "wrong"; a "fault" is one of the harness."""
    text = one.files[0].text
    if "fault" in text:
        return fault_result(one, rubric, "something of ours broke")
    return lossy(one, rubric, {"winner.rows"} if "wrong" in text else text.split())


def lossy(one: Submission, rubric: Rubric, lost: Collection[str]) -> Result:
    """Give full marks but for the checks in `lost`."""
    unknown = {item.id: Assessment(points=None, settled=False) for item in rubric.criteria if item.capability}
    lines, total = score(rubric, ASSIGNMENTS[rubric.assignment], passed(rubric, lost), unknown)
    return Result(
        submission=submission_info(one),
        rubric=rubric_info(rubric),
        grader=grader_info(one, rubric, FULL),
        status="graded",
        score=total,
        criteria=lines,
        notes=one.notes,
        observed=Observed(policy="0" * 10),
        timing=Timing(cpu_seconds=0.5, wall_seconds=0.5),
    )


def passed(rubric: Rubric, lost: Collection[str] = ()) -> dict[str, CheckOutcome]:
    """Return an outcome for every check: failed for those in `lost`, passed for all others."""
    return {
        entry.id: CheckOutcome(check=entry.id, verdict=Verdict.FAIL if entry.id in lost else Verdict.PASS)
        for entry in ASSIGNMENTS[rubric.assignment].checks
    }


def raising(one: Submission, rubric: Rubric) -> Result:
    """Raise an exception for a file with "raise" in it."""
    if "raise" in one.files[0].text:
        raise LookupError("a bug of ours")
    return right(one, rubric)


def dying(one: Submission, rubric: Rubric) -> Result:
    """End the worker for "exit FILE" or "kill FILE" if FILE does not exist yet; for "exit" or "kill" every time."""
    what, _, place = one.files[0].text.partition(" ")
    if what in {"exit", "kill"} and (not place or not Path(place).exists()):
        if place:
            Path(place).touch()
        if what == "exit":
            os._exit(7)
        os.kill(os.getpid(), signal.SIGKILL)
    return right(one, rubric)
