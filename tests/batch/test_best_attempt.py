"""Of several attempts the best counts; a second run grades none of them again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.capabilities.lateness.capability import LateRules
from grader.intake.class_folder import ClassIntake
from grader.model.result import Result
from grader.model.rubric import Rubric, RubricItem
from grader.store import result_folder
from tests.batch.fakes import Recorder, submission
from tests.batch.fixture_types import GradeFaked
from tests.batch.sources import write_class


def handed_in_before(*texts: str) -> Callable[[ClassIntake], ClassIntake]:
    """Return what gives Ada earlier attempts, the newest first; she handed in the last one late."""
    earlier = [
        dataclasses.replace(submission("ada", text), submitted_at=f"2026-09-0{at}T10:00:00+00:00", late=False)
        for at, text in enumerate(texts, 1)
    ]

    def alter(intake: ClassIntake) -> ClassIntake:
        first, *rest = intake.submissions
        ada = dataclasses.replace(first, attempts=tuple(earlier), late=True, section="A")
        return dataclasses.replace(intake, rows=(ada, *rest))

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
    """With its own time, and what is known of the student; only an attempt that is new is run in a later run."""
    alter = handed_in_before("right", "wrong again", "right too")
    first = grade_faked(alter=alter)

    assert (5, ["ada", "bob"]) == (first.graded, sorted(row.submission.id for row in first.rows))  # type: ignore[union-attr]
    who = stored(tmp_path).submission
    assert (95, False, "A") == (stored(tmp_path).score.earned, who.late, who.section)  # type: ignore[union-attr]
    assert who.submitted_at.startswith("2026-09-01")
    watcher = Recorder()
    assert (0, 2) == ((again := grade_faked(alter=alter, watcher=watcher)).graded, again.unchanged)
    assert watcher.begun == []

    more = handed_in_before("wrong, and newer", "right", "wrong again", "right too")
    assert grade_faked(alter=more).graded == 1
    assert stored(tmp_path).score.earned == 95  # type: ignore[union-attr]
    assert grade_faked().graded == 0
    assert stored(tmp_path).score.earned == 91  # type: ignore[union-attr]
    assert grade_faked(alter=more).graded == 0


def test_another_attempt_is_the_best_by_other_points_and_nothing_is_run(
    tmp_path: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """The answers of all attempts are kept; the result is the one that grading afresh gives."""
    alter = handed_in_before("winner.rows")
    (tmp_path / "class" / "ada" / "tictactoe.py").write_text("terminal.won terminal.full", encoding="utf-8")
    grade_faked(alter=alter)
    assert stored(tmp_path).submission.late is False
    other = dataclasses.replace(default_rubric, sha256="3" * 64, criteria=tuple(map(_dearer, default_rubric.criteria)))

    run = grade_faked(other, alter=alter)

    assert (0, 2) == (run.graded, run.rescored)
    now = stored(tmp_path)
    assert now.submission.late is True
    assert 2 == grade_faked(other, alter=alter).unchanged
    assert 3 == grade_faked(other, alter=alter, fresh=True).graded
    assert now == stored(tmp_path)


def _dearer(item: RubricItem) -> RubricItem:
    """Return `winner` with ten times its points, any other item as it is."""
    if item.id != "winner":
        return item
    shares = tuple(replace(one, points=10 * one.points) for one in item.shares)
    return dataclasses.replace(item, points=10 * item.points, shares=shares)


def test_another_attempt_is_the_best_with_more_time_and_nothing_is_run(
    tmp_path: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """Points for late work are those of now."""
    earlier = handed_in_before("wrong again")

    def three_days_later(intake: ClassIntake) -> ClassIntake:
        ada, *rest = earlier(intake).submissions
        ada = dataclasses.replace(ada, submitted_at="2026-09-04T10:00:00+00:00")
        return dataclasses.replace(intake, rows=(ada, *rest))

    (tmp_path / "class" / "ada" / "tictactoe.py").write_text("right", encoding="utf-8")

    def best_of(due: str) -> tuple[int, str]:
        rules = LateRules(per_day=Decimal(10), due=due)
        run = grade_faked(dataclasses.replace(default_rubric, sections=(rules,)), alter=three_days_later)
        return run.graded, stored(tmp_path).submission.submitted_at[:10]

    assert (3, "2026-09-01") == best_of("2026-09-01T23:59Z")
    assert (0, "2026-09-04") == best_of("2026-09-04T23:59Z")


def test_of_equal_attempts_the_least_late_counts(tmp_path: Path, grade_faked: GradeFaked) -> None:
    """The same file twice is graded once; of as many points the newest counts."""
    assert grade_faked(alter=handed_in_before("wrong again")).graded == 3
    assert stored(tmp_path).submission.late
    text = (tmp_path / "class" / "ada" / "tictactoe.py").read_text(encoding="utf-8")
    assert grade_faked(alter=handed_in_before(text), fresh=True).graded == 1
    assert stored(tmp_path).submission.late is False


def test_notes_of_the_hand_in_are_those_of_now(tmp_path: Path, grade_faked: GradeFaked) -> None:
    """Nothing is run for another note; files of attempts that are gone are removed."""

    def noted(*notes: str) -> Callable[[ClassIntake], ClassIntake]:
        def alter(intake: ClassIntake) -> ClassIntake:
            ada, *rest = handed_in_before("right", "wrong again")(intake).submissions
            older = [dataclasses.replace(one, notes=(note,)) for one, note in zip(ada.attempts, notes)]  # noqa: B905
            return dataclasses.replace(intake, rows=(dataclasses.replace(ada, attempts=tuple(older)), *rest))

        return alter

    grade_faked(alter=noted("Attempt 2 of 3.", "Attempt 1 of 3."))

    for notes in (("Attempt 3 of 4.", "Attempt 2 of 4."), ("Attempt 1 of 2.",)):
        assert 0 == grade_faked(alter=noted(*notes)).graded
        assert notes[:1] == stored(tmp_path).notes
    assert 2 == len(list((tmp_path / "out" / "ada").glob(".attempt-*")))


def test_an_attempt_whose_kept_result_is_gone_is_run_again(
    tmp_path: Path, grade_faked: GradeFaked, default_rubric: Rubric, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run of the class goes on, and all get their marks."""
    alter = handed_in_before("right")
    grade_faked(alter=alter)
    other = dataclasses.replace(default_rubric, sha256="3" * 64, criteria=tuple(map(_dearer, default_rubric.criteria)))
    kept_attempts = result_folder.kept_attempts

    def removed_soon(folder: Path) -> dict[Path, Result]:
        found = kept_attempts(folder)
        for path in found:
            path.unlink()
        return found

    monkeypatch.setattr(result_folder, "kept_attempts", removed_soon)

    assert ["ada", "bob"] == sorted(row.submission.id for row in grade_faked(other, alter=alter).rows)  # type: ignore[union-attr]
    assert stored(tmp_path).submission.late is False


def test_an_attempt_without_a_mark_is_graded_again(tmp_path: Path, grade_faked: GradeFaked) -> None:
    """What it would have got is not known; until then the best of the others counts."""
    alter = handed_in_before("fault")

    for runs in (3, 1):
        assert grade_faked(alter=alter, fresh=False).graded == runs
        assert stored(tmp_path).score.earned == 91  # type: ignore[union-attr]
