"""The failures that the grader reports on purpose. Any other exception is a bug."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class UserError(Exception):
    """
    Bad input: a wrong file, rubric, option or archive (exit code 2).

    The message is complete: one line for each problem, with the place and the remedy.
    """


class HarnessFault(Exception):
    """
    A fault of the grader (exit code 3).

    The submission gets no mark, never a zero. An earlier result is not overwritten.
    """


class ResultNotStored(Exception):
    """
    A result could not be written, for example on a full disk (exit code 3).

    The mark was shown before. The message is complete: it names the file and the reason.
    """


class IsolationRefused(Exception):
    """
    The machine offers less isolation than required (exit code 4): nothing was run or written.

    The message is complete, and ends with the option that accepts the lower level.
    """


MAX_PROBLEMS = 20


def refuse_rows(problems: Sequence[str]) -> None:
    """Raise UserError with a line for each of `problems`; do nothing if there are none."""
    if problems:
        more = [f"and {len(problems) - MAX_PROBLEMS} more"] if len(problems) > MAX_PROBLEMS else []
        raise UserError("\n".join([*problems[:MAX_PROBLEMS], *more]))
