"""Of several attempts the best counts; a second run grades none of them again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch.run import RunOptions, plan_class
from grader.cli.batch import run_again_notes
from grader.intake.class_folder import ClassIntake, read_class
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.store import result_folder
from tests.batch.fakes import Recorder, submission
from tests.batch.fixture_types import GradeFaked
from tests.batch.sources import write_class
from tests.marking.other_points import doubled
from tests.sandbox.isolations import FULL


def handed_in_before(*texts: str) -> Callable[[ClassIntake], ClassIntake]:
    """Return what gives Ada earlier attempts, the newest first; she handed in the last one late."""
    earlier = [
        dataclasses.replace(submission("ada", text), submitted_at=f"2026-09-0{at}T10:00:00+00:00", late=False)
        for at, text in enumerate(texts, 1)
    ]

    def alter(intake: ClassIntake) -> ClassIntake:
        first, *rest = intake.submissions
        ada = dataclasses.replace(first, attempts=tuple(earlier), late=True, section="A")
        return dataclasses.replace(intake, submissions=(ada, *rest))

    return alter


def stored(tmp_path: Path) -> Result:
    """Return Ada's result."""
    result = result_folder.read_result(tmp_path / "out" / "ada")
    assert result is not None
    return result


@pytest.fixture(autouse=True)
def _class(tmp_path: Path) -> None:
    write_class(tmp_path / "class", {"ada": "wrong", "bob": "wrong"})


def test_the_attempt_with_the_most_points_counts(tmp_path: Path, grade_faked: GradeFaked) -> None:
    """With its own time, and what is known of the student; nobody is graded again until something is new."""
    alter = handed_in_before("right", "wrong again", "right too")
    first = grade_faked(alter=alter)

    assert (5, ["ada", "bob"]) == (first.graded, sorted(row.submission.id for row in first.rows))  # type: ignore[union-attr]
    who = stored(tmp_path).submission
    assert (95, False, "A") == (stored(tmp_path).score.earned, who.late, who.section)  # type: ignore[union-attr]
    assert who.submitted_at.startswith("2026-09-01")
    watcher = Recorder()
    assert (0, 2) == ((again := grade_faked(alter=alter, watcher=watcher)).graded, again.unchanged)
    assert watcher.begun == []

    assert grade_faked(alter=handed_in_before("wrong, and newer", "right", "wrong again", "right too")).graded == 5
    assert grade_faked().graded == 1
    assert stored(tmp_path).score.earned == 91  # type: ignore[union-attr]


def test_other_points_run_all_attempts_again_and_it_is_said(
    tmp_path: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """Only the answers of the best are kept, and another one may be the best now; who has one attempt is rescored."""
    alter = handed_in_before("right", "wrong again")
    grade_faked(alter=alter)
    intake = alter(read_class(tmp_path / "class", MODULE_SPEC, default_rubric.limits.source_kib))

    plan = plan_class(intake, RunOptions(rubric=doubled(default_rubric), out=tmp_path / "out", isolation=FULL))
    same = plan_class(intake, RunOptions(rubric=default_rubric, out=tmp_path / "out", isolation=FULL))

    assert (3, ["bob"]) == (plan.runs, [one.submission.id for one in plan.rescored])
    assert [True] == [note.startswith("1 student with several attempts") for note in run_again_notes(plan)]
    assert [] == list(run_again_notes(same))


def test_of_equal_attempts_the_least_late_counts(tmp_path: Path, grade_faked: GradeFaked) -> None:
    """The same file twice is graded once; of as many points the newest counts."""
    assert grade_faked(alter=handed_in_before("wrong again")).graded == 3
    assert stored(tmp_path).submission.late
    text = (tmp_path / "class" / "ada" / "tictactoe.py").read_text(encoding="utf-8")
    assert grade_faked(alter=handed_in_before(text), fresh=True).graded == 1
    assert stored(tmp_path).submission.late is False


def test_where_one_has_no_mark_all_are_graded_again(tmp_path: Path, grade_faked: GradeFaked) -> None:
    """What it would have got is not known; until then the best of the others counts."""
    alter = handed_in_before("fault")

    for _ in range(2):
        assert grade_faked(alter=alter, fresh=False).graded >= 2
        assert stored(tmp_path).score.earned == 91  # type: ignore[union-attr]
