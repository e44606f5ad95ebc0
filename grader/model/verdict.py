"""Two closed vocabularies: how the student's process ended, and what that means for the mark."""

from __future__ import annotations

import enum


class ChildEnd(enum.Enum):
    """What happened to one call inside the wall."""

    RETURNED = "returned"
    RAISED = "raised"
    """The function raised an ordinary `Exception`."""
    IMPORT_FAILED = "import failed"
    """The module could not be loaded, so there was nothing to call."""
    CPU_LIMIT = "CPU limit"
    WALL_LIMIT = "wall limit"
    """The call waited for something that never came, without computing."""
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    EXITED = "exited"
    """The call asked to exit (`SystemExit`, `KeyboardInterrupt`, ...) or ended its process."""
    SIGNALLED = "signalled"
    """The process crashed: a segmentation fault, an abort, a signal to itself."""
    GARBLED = "garbled"
    """The process sent something that is not an answer, or too much data."""
    NOT_REACHED = "not reached"
    """Could not be called: earlier calls ended the process, or used up the submission's limits."""
    NOT_ASKED = "not asked"
    """Left out by the grader: its check had failed already, or all calls would cost too much. It is never wrong."""

    # `Enum` hashes the name, in Python code; this hash is built in, and the grader looks at sixty thousand answers.
    __hash__ = object.__hash__


CAME_BACK = (ChildEnd.RETURNED, ChildEnd.RAISED)
"""Ends after which the same process can be asked more."""
ENDED_ITSELF = (*CAME_BACK, ChildEnd.EXITED)
"""Ends of a program without a limit or a crash."""
NOT_MADE = (ChildEnd.NOT_REACHED, ChildEnd.NOT_ASKED)
"""The call was never made."""


class Verdict(enum.Enum):
    """What a check or a rubric item shows in the reports."""

    PASS = "pass"  # noqa: S105 - the verdict, not a password
    FAIL = "fail"
    ERROR = "error"
    TIMEOUT = "timeout"
    MISSING = "missing"
    BLOCKED = "blocked"
    """Not judged, because the function does not work: a check of its conduct would show nothing."""
    PENDING = "pending"
    """An item that a person marks by hand."""
    HARNESS_FAULT = "harness_fault"


def verdict_of_failure(end: ChildEnd) -> Verdict:
    """Return the verdict of a check that failed because of a call that ended as `end`."""
    match end:
        case ChildEnd.RETURNED:
            return Verdict.FAIL
        case (
            ChildEnd.RAISED
            | ChildEnd.IMPORT_FAILED
            | ChildEnd.MEMORY_LIMIT
            | ChildEnd.OUTPUT_LIMIT
            | ChildEnd.EXITED
            | ChildEnd.SIGNALLED
            | ChildEnd.GARBLED
        ):
            return Verdict.ERROR
        case ChildEnd.CPU_LIMIT | ChildEnd.WALL_LIMIT | ChildEnd.NOT_REACHED:
            return Verdict.TIMEOUT
        case ChildEnd.NOT_ASKED:
            raise ValueError("a call that was not made is no failure")
