"""A result on disk is read as a file that anybody may have planted."""

from __future__ import annotations

import dataclasses
import os
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given

from grader.capabilities.by_hand.marks import marks_given, marks_to_confirm, with_manual, with_marks_to_confirm
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.model.verdict import Verdict
from grader.store import result_folder
from grader.store.result_folder import with_earlier_marks
from grader.story.answer import answer_facts
from grader.story.changes import since_text
from grader.text.reasons import each_said
from tests.batch.fakes import right, submission
from tests.gradings import HAND, QUICK, Marked, line_of, marked_results, result_of, rubric_of


@pytest.mark.skipif(os.name == "nt", reason="these kinds of files are not there")
@pytest.mark.parametrize("kind", ["endless", "pipe", "link", "huge"])
def test_a_planted_result_is_none(tmp_path: Path, kind: str) -> None:
    """A link to a device, a pipe, a broken link or a huge file is neither waited for nor read."""
    path = tmp_path / "result.json"
    if kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(tmp_path / "nowhere")
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)

    assert result_folder.read_result(tmp_path) is None


@QUICK
@given(marked_results())
def test_marks_by_hand_survive_grading_again(drawn: Marked) -> None:
    """Those of lines and of checks, with their reasons; what the grader gave is graded again."""
    marked = with_manual(*drawn)

    assert with_earlier_marks(drawn.result, marked) == marked


def graded(*verdicts: Verdict, file: str = "0", rubric: str = "0") -> Result:
    """Return a result of a file, with a line of checks and a line that waits for a person."""
    line, outcomes = line_of(*verdicts)
    result = result_of(rubric_of(line, HAND), outcomes)
    return dataclasses.replace(
        result,
        submission=dataclasses.replace(result.submission, sha256=file),
        rubric=dataclasses.replace(result.rubric, sha256=rubric),
    )


WHY = ManualMark(points=Decimal(1), comment="row order clarified")


@pytest.mark.parametrize("name", ["f", "f.check_0", "hand"])
def test_points_for_an_earlier_version_do_not_count_but_are_proposed(name: str) -> None:
    """Somebody must look at the new file; until then every later version proposes them again."""
    earlier = with_manual(graded(Verdict.FAIL), {name: WHY})
    new = graded(Verdict.FAIL, file="1")
    proposing = with_earlier_marks(new, earlier)

    assert (proposing.score, proposing.marks_to_check) == (new.score, ())
    assert marks_given(proposing) == {}
    assert marks_to_confirm(proposing) == {name: WHY}
    assert with_earlier_marks(new, proposing) == proposing
    assert marks_to_confirm(with_earlier_marks(graded(Verdict.PASS, file="2"), proposing)) == {name: WHY}


@pytest.mark.parametrize("decision", [WHY, ManualMark(points=Decimal(0), comment="worse now"), None])
def test_a_person_confirms_changes_or_drops_what_an_earlier_version_had(decision: ManualMark | None) -> None:
    """Then it is a mark like any other, or none."""
    new = with_earlier_marks(graded(Verdict.FAIL, file="1"), with_manual(graded(Verdict.FAIL), {"f.check_0": WHY}))
    decided = with_manual(new, {"f.check_0": decision})

    assert marks_to_confirm(decided) == {}
    assert marks_given(decided) == ({} if decision is None else {"f.check_0": decision})


def test_points_of_a_line_decide_about_its_checks_and_the_other_way_round() -> None:
    """Both cannot have points by hand, so nothing would be left to confirm."""
    for marked, proposed in (("f", "f.check_0"), ("f.check_0", "f")):
        new = with_marks_to_confirm(graded(Verdict.FAIL, file="1"), {proposed: WHY})
        assert marks_to_confirm(with_manual(new, {marked: WHY})) == {}
        assert marks_to_confirm(with_manual(new, {"hand": WHY})) == {proposed: WHY}


def test_points_in_place_of_others_than_the_grader_gives_now_are_told() -> None:
    """After a fault of ours was repaired, a person's points may be fewer than those of the grader."""
    earlier = with_manual(graded(Verdict.FAIL), {"f": WHY})
    again = with_earlier_marks(graded(Verdict.PASS), earlier)

    assert again.criteria[0].earned == 1
    assert again.criteria[0].was == 2
    assert each_said(again.marks_to_check) == (
        "item f: marked 1 by hand in place of 0; now the grader gives 2, so look at it again",
    )
    assert with_earlier_marks(graded(Verdict.PASS), again).marks_to_check == ()


def test_a_mark_that_needs_a_reason_now_is_named_and_dropped() -> None:
    """Another rubric lets the grader decide about a line that waited for a person."""
    earlier = with_manual(graded(Verdict.FAIL), {"hand": ManualMark(points=Decimal(3))})
    new = graded(Verdict.FAIL, rubric="1")
    lines = tuple(
        dataclasses.replace(one, by_hand=False, verdict=Verdict.PASS, earned=one.points) for one in new.criteria
    )
    new = dataclasses.replace(new, criteria=lines)

    assert each_said(with_earlier_marks(new, earlier).marks_to_check) == (
        "marks given by hand under another rubric are not carried over: hand 3",
    )


def test_a_check_that_moved_into_a_line_with_points_by_hand_loses_its_own() -> None:
    """Those of the line would hide them."""
    one, two = graded(Verdict.FAIL), graded(Verdict.FAIL, rubric="1")
    apart = dataclasses.replace(
        one.criteria[0], id="g", checks=(dataclasses.replace(one.criteria[0].checks[0], id="f.x"),)
    )
    earlier = with_manual(dataclasses.replace(one, criteria=(one.criteria[0], apart)), {"f": WHY, "f.x": WHY})
    line = dataclasses.replace(two.criteria[0], checks=(*two.criteria[0].checks, apart.checks[0]))
    again = with_earlier_marks(dataclasses.replace(two, criteria=(line,)), earlier)

    assert list(marks_given(again)) == ["f"]
    assert each_said(again.marks_to_check) == ("marks given by hand under another rubric are not carried over: f.x 1",)


def test_a_result_knows_the_version_of_the_file_before_it(tmp_path: Path, default_rubric: Rubric) -> None:
    """Graded again it still does, by another rubric it does not; the report says what changed."""
    first, second = (right(submission("ada", text), default_rubric) for text in ("wrong", "ada"))
    other = dataclasses.replace(second, rubric=dataclasses.replace(second.rubric, sha256="0" * 64))

    stored = [result_folder.save(one, tmp_path) for one in (first, second, second, other)]

    assert ["", *["91 -> 95: winner fixed, no check left"] * 2, ""] == list(map(since_text, stored))
    assert result_folder.read_result(tmp_path) == stored[-1]
    shown = dict(answer_facts(stored[1]))
    assert "91 -> 95: winner fixed, no check left" == shown["Last version"]
