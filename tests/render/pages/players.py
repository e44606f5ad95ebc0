"""Results for the pages: AIs that play perfectly or take the first empty cell, and a call that raised an exception."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from msgspec import structs

from grader.game.board import turn
from grader.game.tree import Position, table
from grader.model.counterexample import Counterexample, SourceLine
from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict
from tests.render.samples import SAMPLES, check
from tests.words import words

Chooses = Callable[[Position], str]
EXCERPT = (
    SourceLine(number=40, text="    for row in board:"),
    SourceLine(number=41, text="        if row[3] == X:", raised=True),
)


def policy(chooses: Chooses) -> str:
    """Return the policy of an AI that plays what `chooses` says."""
    return "".join(map(chooses, table().open))


def first_best(position: Position) -> str:
    """Play the first of the best moves."""
    return str(position.best[0])


def first_free(position: Position) -> str:
    """Play the first empty cell."""
    return str(position.moves[0])


def only(mark: str, chooses: Chooses) -> Chooses:
    """Return an AI that is asked for a move only when it is the turn of `mark`."""
    return lambda position: chooses(position) if turn(position.board) == mark else "."


def plays(chooses: Chooses | str, name: str = "fail") -> Result:
    """Return the sample `name` with the moves of an AI, or with these moves."""
    moves = chooses if isinstance(chooses, str) else policy(chooses)
    sample = SAMPLES[name]()
    return dataclasses.replace(sample, observed=structs.replace(sample.observed, policy=moves))


def crash(name: str, **more: object) -> CheckResult:
    """Return a check whose call raised an exception."""
    example = Counterexample(
        function="winner",
        board="X........",
        call="winner(board)",
        got=words("raised IndexError"),
        expected=words("None"),
        at="t.py:41",
    )
    return check(name, "4", Verdict.ERROR, **{"message": "crashed", "counterexample": example, **more})
