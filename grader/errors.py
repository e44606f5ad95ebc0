"""The failures that the grader reports on purpose; any other exception is a bug."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class UserError(Exception):
    """
    Bad input: a wrong file, rubric, flag or archive (exit code 2).

    The message needs no addition: it names the place and the remedy, one line per problem.
    """


class HarnessFault(Exception):
    """
    A fault of the grader while grading (exit code 3).

    Such a submission gets no mark: never a zero, and an earlier result is not overwritten.
    """


class ResultNotStored(Exception):
    """
    A file could not be written after a mark was computed, such as on a full disk (exit code 3).

    The mark was shown before. The message needs no addition: it names the file and the reason.
    """


class IsolationRefused(Exception):
    """
    The machine offers less isolation than was asked for (exit code 4): nothing was run and nothing written.

    The message needs no addition and ends with the option that accepts the lower level.
    """


MAX_PROBLEMS = 20


def refuse_rows(problems: Sequence[str]) -> None:
    """Raise UserError with a line for each of `problems`, if there is any."""
    if problems:
        more = [f"and {len(problems) - MAX_PROBLEMS} more"] if len(problems) > MAX_PROBLEMS else []
        raise UserError("\n".join([*problems[:MAX_PROBLEMS], *more]))
