"""The exit status of a command."""

from __future__ import annotations

import enum


class ExitCode(enum.IntEnum):
    """The five values that a script can rely on."""

    OK = 0
    """No points lost, or everything graded."""
    POINTS_LOST = 1
    """`check` only: points lost, or fewer than `--fail-under` asks for."""
    BAD_INPUT = 2
    """A wrong file, rubric or flag; for `batch`, also a submission that could not be read or told apart."""
    HARNESS_FAULT = 3
    """No mark was given (a fault of the grader, or its Python is too old), or the result could not be written."""
    ISOLATION_REFUSED = 4
    """The machine does not offer the isolation that was asked for."""
