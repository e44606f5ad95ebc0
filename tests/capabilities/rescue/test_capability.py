"""What a rubric gives for a file that could be imported only without some of its lines."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

from grader.capabilities.by_hand.marks import with_manual
from grader.capabilities.registry import completed
from grader.capabilities.rescue.capability import RemovedLines, Rescue, RescueTerms
from grader.model.result import ManualMark
from grader.model.rubric import Rubric
from tests.batch.fakes import lossy, submission


def test_points_by_hand_do_not_change_what_is_rescued(default_rubric: Rubric) -> None:
    """Before or after the marks: a result that is completed again stays as it is."""
    rubric = default_rubric.with_section(RescueTerms, RescueTerms(share=Decimal("0.5")))
    found = Rescue(removed=(RemovedLines(file="", first=3, last=3),), passed=("winner.rows", "winner.columns"))
    bare = dataclasses.replace(lossy(submission("ada"), rubric, {*found.passed}), found={"rescue": found})
    mark = {"winner": ManualMark(points=Decimal(15), comment="seen by a person")}

    before = with_manual(completed(bare, rubric), mark)

    assert before == completed(before, rubric)
    assert [Decimal(4)] == [item.earned for item in before.criteria if item.id == "rescue"]
