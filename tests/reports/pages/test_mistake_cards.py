"""What the class's page draws of a mistake follows from its counterexample, for any function."""

from __future__ import annotations

import dataclasses

import pytest

from grader.model.counterexample import Answered, Counterexample, TranscriptPart, Wanted
from grader.model.verdict import Verdict
from grader.render.pages.board import DrawnBoard
from grader.reports.classes.mistakes import mistakes
from grader.reports.pages.mistake_cards import mistake_cards
from grader.reports.pages.student_links import student_link
from tests.reports.samples import check, line, result
from tests.words import words

EXAMPLE = Counterexample(function="f", board=".........", call="f(board)", got=words("None"), expected=words("X"))
SAID = (TranscriptPart(who="you", text="1 1"),)


def drawn(**more: object) -> list[DrawnBoard]:
    """Return the boards of the one mistake of a class."""
    example = dataclasses.replace(EXAMPLE, **more)  # type: ignore[arg-type] # handed on as they are
    one = result(line("winner", check("winner.rows", "1", Verdict.FAIL, counterexample=example), verdict=Verdict.FAIL))
    (card,) = mistake_cards(mistakes([one]), [student_link(one)]).top
    return list(card.boards)


@pytest.mark.parametrize(
    ("facts", "pointed_out"),
    [
        ({}, {}),
        ({"board": "XXXOO...."}, {0: "line", 1: "line", 2: "line"}),
        (
            {"answered": Answered(cells=(4,)), "played": 4, "wanted": Wanted(cells=(0, 5))},
            {0: "asked", 4: "played", 5: "asked"},
        ),
        ({"answered": Answered(cells=(2,)), "wanted": Wanted(cells=(6,))}, {2: "played", 6: "asked"}),
        ({"call": "f(board, (2, 1))", "action": (2, 1), "expected": "an exception"}, {7: "line"}),
    ],
)
def test_the_cells_in_question_are_pointed_out(facts: dict[str, object], pointed_out: dict[int, str]) -> None:
    """What was played, what is asked for, what was passed in, and full lines."""
    (board,) = drawn(**facts)

    assert {at: cell.kind for at, cell in enumerate(board.cells) if cell.kind} == pointed_out


@pytest.mark.parametrize(
    ("facts", "captions"),
    [
        ({"after": "X........"}, ["before", "after"]),
        ({"transcript": SAID}, []),
        ({"transcript": SAID, "board": "X........"}, [""]),
    ],
)
def test_only_boards_that_tell_something_are_drawn(facts: dict[str, object], captions: list[str]) -> None:
    """A dialogue is shown on the student's page; an empty board would explain nothing here."""
    assert [one.caption for one in drawn(**facts)] == captions
