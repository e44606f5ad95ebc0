"""What is compared of a student's result: the code that it keeps, the wrong answers and the moves that it records."""

from __future__ import annotations

from functools import cache

from grader.capabilities.causes.judge import not_written
from grader.capabilities.registry import BROUGHT_CHECKS
from grader.game.tree import table
from grader.model.result import Result
from grader.python_text import imports_in
from grader.similarity.comparison import ComparedWork
from grader.similarity.fingerprints import fingerprints

MANY_MOVES = 3
"""Equally good moves of a board on which a choice says something about the program."""
MADE_BY_CHANCE = {"random", "secrets", "numpy"}
"""Modules that choose: two programs that ask the same one may move alike by chance."""


def work_of(result: Result) -> ComparedWork | None:
    """Return what is compared of `result`; None if it keeps no code, or only what was handed out."""
    if not result.source or is_only_handed_out(result):
        return None
    return ComparedWork(
        id=result.submission.id,
        party=handed_in_by(result),
        prints=fingerprints(code_of(result)),
        wrong=frozenset(
            f"{check.id} {check.behaviour}" for item in result.criteria for check in item.checks if check.behaviour
        ),
        moves=_moves(result),
    )


def code_of(result: Result) -> str:
    """Return the code of all files of `result`, one below the other."""
    return "\n".join(copy.text for copy in result.source)


def is_only_handed_out(result: Result) -> bool:
    """Tell whether no function of the assignment is written yet."""
    checks = [check for item in result.criteria for check in item.checks if check.id not in BROUGHT_CHECKS]
    return bool(checks) and {check.function for check in checks} <= {*not_written(result.criteria)}


def handed_in_by(result: Result) -> frozenset[object]:
    """
    Return what is partly equal for members of one group.

    Groups of two sections may have one name, members of one may be in two sections, and whom a person put into a group
    has an upload of their own, or none.
    """
    who = result.submission
    return frozenset({(who.group, "in", who.section), (who.group, "by", who.upload)} if who.group else {who.id})


def _moves(result: Result) -> str:
    """Return the moves on boards with many good ones; nothing if they are not known, or made by chance."""
    policy = result.observed.policy
    if len(policy) != len(table().open) or any(
        one.module in MADE_BY_CHANCE for copy in result.source for one in imports_in(copy.text)
    ):
        return ""
    return "".join(policy[at] for at in _boards())


@cache
def _boards() -> tuple[int, ...]:
    return tuple(at for at, position in enumerate(table().open) if len(position.best) >= MANY_MOVES)
