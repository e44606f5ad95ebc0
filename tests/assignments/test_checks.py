"""The tables of checks hold no mistake, and a mistake in one would be found."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator

import pytest

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.cases import LEGAL, every_board
from grader.assignments.exhaustive.checks import BoardCheck, Check, GamesCheck, GradingSpec, OwnCheck
from grader.model.spec import NO_SHEET
from tests.toy_table import passes

TICTACTOE = ASSIGNMENTS["tictactoe"]
RIGHT = BoardCheck(id="winner.new", title="new", quotes={}, boards=every_board)


def mistakes(spec: GradingSpec) -> Iterator[str]:
    """Yield what is wrong in a table of checks."""
    yield from (
        f"{check} is there twice" for check, count in Counter(row.id for row in spec.checks).items() if count > 1
    )
    functions = [function.name for function in spec.module_spec.functions]
    for row in spec.checks:
        if not (row.function and row.name and row.title):
            yield f"{row.id} is no function.check with a title"
        if row.function not in functions and not isinstance(row, OwnCheck):
            yield f"{row.id} is about no function of the assignment"
        yield from (f"{row.id} quotes {sheet}" for sheet in row.quotes if sheet not in spec.sheet_names[:-1])
        yield from (f"{row.id} quotes nothing of {sheet}" for sheet, quote in row.quotes.items() if not quote)
        if isinstance(row, BoardCheck):
            yield from board_mistakes(spec, row)
        elif isinstance(row, GamesCheck) and row.function not in spec.move_functions:
            yield f"{row.id} plays games with a function that chooses no moves"
        elif type(row) is Check:
            yield f"{row.id} says nothing of how it is judged"


def board_mistakes(spec: GradingSpec, row: BoardCheck) -> Iterator[str]:
    """Yield what is wrong in the row of a check that judges answers on boards."""
    if row.function in [function.name for function in spec.module_spec.functions]:
        cases = [case for case in spec.cases.of(row.function) if case.kind == row.kind and row.boards(case.position)]
        if not cases:
            yield f"{row.id} judges no case"
    if row.conduct and row.kind == LEGAL and not row.expected:
        yield f"{row.id} says nothing of what it expects"


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_no_table_holds_a_mistake(name: str) -> None:
    """Of no assignment."""
    assert [] == [*mistakes(ASSIGNMENTS[name])]


@pytest.mark.parametrize(
    ("row", "mistake"),
    [
        (RIGHT, None),
        (dataclasses.replace(RIGHT, id="winner.rows"), "winner.rows is there twice"),
        (dataclasses.replace(RIGHT, id="winner"), "winner is no function.check with a title"),
        (dataclasses.replace(RIGHT, title=""), "winner.new is no function.check with a title"),
        (dataclasses.replace(RIGHT, id="winer.new"), "winer.new is about no function of the assignment"),
        (dataclasses.replace(RIGHT, quotes={"cs51": "Do."}), "winner.new quotes cs51"),
        (dataclasses.replace(RIGHT, quotes={NO_SHEET: "Do."}), f"winner.new quotes {NO_SHEET}"),
        (dataclasses.replace(RIGHT, quotes={"cs50": ""}), "winner.new quotes nothing of cs50"),
        (dataclasses.replace(RIGHT, boards=lambda _position: False), "winner.new judges no case"),
        (dataclasses.replace(RIGHT, kind="occupied"), "winner.new judges no case"),
        (dataclasses.replace(RIGHT, conduct=True), "winner.new says nothing of what it expects"),
        (
            GamesCheck(id="winner.new", title="new", quotes={}, side="X"),
            "winner.new plays games with a function that chooses no moves",
        ),
        (Check(id="winner.new", title="new", quotes={}), "winner.new says nothing of how it is judged"),
        (OwnCheck(id="anything.new", title="new", quotes={}, judge=passes), None),
    ],
)
def test_a_mistake_in_a_row_is_found(row: Check, mistake: str | None) -> None:
    """Each alone, in a table without others."""
    table = dataclasses.replace(TICTACTOE, checks=(*TICTACTOE.checks, row))

    assert [*mistakes(table)] == ([] if mistake is None else [mistake])


def test_conduct_is_what_a_wrong_answer_does_not_decide() -> None:
    """The checks of conduct are exactly those that docs/decisions.md lists."""
    conduct = {row.name for row in TICTACTOE.checks if row.conduct}

    assert conduct == {
        "board_unchanged", "set_of_tuples", "original_unchanged", "no_shared_rows", "rejects_occupied",
        "rejects_out_of_range", "rejects_negative", "returns_bool", "in_time",
    }  # fmt: skip
