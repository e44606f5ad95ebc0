"""What `--watch` says about a save."""

from __future__ import annotations

import dataclasses

import pytest

from grader.marking.mark import fault_result
from grader.model.reason import reason
from grader.model.rubric import Rubric
from grader.model.verdict import Verdict
from grader.story.changes import change_text, version_of
from tests.batch.fakes import lossy, submission

ADA = submission("ada")


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ({"winner.rows", "minimax.keeps_win"}, {"minimax.keeps_win"}, "87 -> 91: winner fixed, 1 check left"),
        ({"winner.rows", "utility.tie"}, (), "88 -> 95: winner, utility fixed, no check left"),
        ((), {"minimax.keeps_win", "minimax.keeps_draw"}, "95 -> 87: minimax broken, 2 checks left"),
        ({"winner.rows"}, {"winner.columns"}, "still 91: winner: 1 check fixed and 1 check broken, 1 check left"),
        ({"winner.rows", "winner.columns"}, {"winner.rows"}, "87 -> 91: winner: 1 check fixed, 1 check left"),
        ({"winner.rows"}, {"player.first_move"}, "91 -> 93: winner fixed, player broken, 1 check left"),
        ({"winner.rows"}, {"winner.rows"}, "still 91: 1 check left"),
    ],
)
def test_a_change_is_one_line(before: set[str], after: set[str], text: str, default_rubric: Rubric) -> None:
    """The mark before and after, the functions that were fixed or broken, and what is left."""
    assert text == change_text(
        version_of(lossy(ADA, default_rubric, before)), version_of(lossy(ADA, default_rubric, after))
    )


def test_a_file_that_cannot_be_imported_breaks_no_function(default_rubric: Rubric) -> None:
    """One typing error is one change, and so is its correction."""
    right = lossy(ADA, default_rubric, ())
    unreadable = lossy(ADA, default_rubric, {check.id for item in right.criteria for check in item.checks})
    lines = [
        dataclasses.replace(
            item,
            checks=tuple(
                dataclasses.replace(check, verdict=Verdict.ERROR, reasons=(reason("cannot_be_imported", raised="why"),))
                for check in item.checks
            ),
        )
        for item in unreadable.criteria
    ]
    broken = dataclasses.replace(unreadable, criteria=tuple(lines))

    assert "95 -> 0: the file cannot be imported" == change_text(version_of(right), version_of(broken))
    assert "0 -> 95: the file can be imported, no check left" == change_text(version_of(broken), version_of(right))
    assert "still 0: the file cannot be imported" == change_text(version_of(broken), version_of(broken))


def test_without_a_mark_there_is_no_change(default_rubric: Rubric) -> None:
    """An internal error changes nothing."""
    fault = fault_result(ADA, default_rubric, "broken")

    assert "" == change_text(version_of(fault), version_of(lossy(ADA, default_rubric, ())))
    assert "" == change_text(version_of(lossy(ADA, default_rubric, ())), version_of(fault))
