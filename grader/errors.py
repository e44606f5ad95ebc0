"""The kinds of failure the grader itself can report; everything else is a bug."""

from __future__ import annotations


class UserError(Exception):
    """
    Bad input: a wrong file, rubric, flag or archive (exit code 2).

    The message is complete as it stands: it names the place and the remedy, one line per problem.
    """


class HarnessFault(Exception):
    """
    A fault of ours while grading (exit code 3).

    It yields no mark: it never becomes a zero and never overwrites an earlier result.
    """


class IsolationRefused(Exception):
    """
    The machine offers less isolation than was asked for (exit code 4): nothing was run and nothing written.

    The message is complete as it stands and ends with the command that goes on knowingly.
    """
