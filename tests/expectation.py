"""
What a fixture's `expect.yaml` says, read strictly: an unknown key or a value of the wrong type is an error.

===========  =====================================================================================================
`story`      what the submission does right or wrong, in a sentence
`lost`       the verdict of every check that is not passed; the points follow from the rubric
`notes`      parts of the notes that the result must have
`findings`   for some of the lost checks all that a report says about them: see `StatedFinding`
`causes`     the functions (`winner and player`) that lost checks of others follow from, with these checks
`rescued`    of a file that cannot be imported, what it would earn without which lines
`pruning`    the verdict on its alpha-beta pruning
`assessed`   of some lines that the grader assesses: the points that they earn, or that are proposed for them
`rubric`     the rubric, if it is not the default one: a built-in one, or a folder of `fixtures/rubrics`
`limits`     limits other than the rubric's: `import`, `call`, `submission` (seconds of CPU time), `calls` (the same
             by function), `memory_mib`
`slow`       whether it is graded before the quick ones
`varies`     whether its answers vary from run to run where the grader does not hold its clocks and addresses still
===========  =====================================================================================================
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field

from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult
from grader.model.rubric import Limits
from grader.text.reasons import said


class _Stated(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class StatedCounterexample(_Stated):
    """A counterexample; what is not stated must be absent from the result as well."""

    board: str
    """Nine characters `X`, `O` or `.`, a space between the rows."""
    call: str
    got: str
    expected: str
    at: str | None = None
    after: str | None = None
    """A board, written like `board`."""
    action: list[int] | None = None
    moves: list[int] = []
    typed: list[str] = []
    """The lines that the person at the keyboard types, if the counterexample is a dialogue."""


class StatedFinding(_Stated):
    """What a report says about a check; what is not stated must be absent from the result as well."""

    message: str
    pattern: str = ""
    counterexample: StatedCounterexample | None = None
    reproduce: str | None = None
    difference: list[str] = []
    """The lines in which a file differs from the one that was handed out: ``handed in 9: SIZE = 200``."""


class StatedLimits(_Stated):
    """The limits that differ from the rubric's."""

    import_seconds: float | None = Field(None, alias="import")
    call_seconds: float | None = Field(None, alias="call")
    function_seconds: dict[str, float] | None = Field(None, alias="calls")
    submission_seconds: float | None = Field(None, alias="submission")
    memory_mib: int | None = None

    def applied_to(self, limits: Limits) -> Limits:
        """Return `limits` with those that are stated here instead."""
        stated: dict[str, Any] = {name: value for name, value in self if value is not None}
        if "function_seconds" in stated:
            stated["function_seconds"] = tuple(stated["function_seconds"].items())
        return dataclasses.replace(limits, **stated)


class Expectation(_Stated):
    """What one fixture must get."""

    story: str = Field(min_length=1)
    lost: dict[str, str]
    notes: list[str] = []
    findings: dict[str, StatedFinding] = {}
    causes: dict[str, list[str]] = {}
    rescued: str = ""
    pruning: str | None = None
    assessed: dict[str, int | float] = {}
    rubric: str | None = None
    limits: StatedLimits | None = None
    slow: bool = False
    varies: bool = False


def read_expectation(folder: Path) -> Expectation:
    """Return what the fixture in `folder` must get; ValueError if its `expect.yaml` does not have the form above."""
    return Expectation.model_validate(yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8")))


def finding_of(check: CheckResult) -> StatedFinding:
    """Return what a report says about `check`, in the form of `expect.yaml`."""
    return StatedFinding(
        message=said(check.reasons),
        pattern=said(check.pattern),
        counterexample=None if check.counterexample is None else _stated(check.counterexample),
        reproduce=check.reproduce,
        difference=[f"{line.side} {line.number}: {line.text}" for line in check.difference],
    )


def _stated(example: Counterexample) -> StatedCounterexample:
    return StatedCounterexample(
        board=_rows(example.board),
        call=example.call,
        got=said(example.got),
        expected=said(example.expected),
        at=example.at,
        after=None if example.after is None else _rows(example.after),
        action=_pair(example),
        moves=list(example.moves),
        typed=[part.text for part in example.transcript if part.who == "you"],
    )


def _pair(example: Counterexample) -> list[int] | None:
    """Return row and column of the action that was passed in, or of the move that was played."""
    if example.action is not None:
        return list(example.action)
    return None if example.played is None else list(divmod(example.played, 3))


def _rows(board: str) -> str:
    return " ".join(board[at : at + 3] for at in (0, 3, 6))
