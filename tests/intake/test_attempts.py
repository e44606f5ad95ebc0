"""Of several attempts the newest counts, or the last in time, or the one whose file a person chose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.class_listing import ClassOptions
from grader.intake.roster.choices import Choices, parse_choices, with_choices
from grader.intake.roster.roster_file import parse_roster
from grader.model.instant import parse_instant
from tests.intake.module_specs import TICTACTOE
from tests.platforms.samples import LAYOUTS

DUE = parse_instant("2026-09-01T23:59+00:00")
START = "Lab_ada_attempt_2026-09-0{}-10-00-00"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return Blackboard's download of a student who handed in on three days."""
    for day in (1, 2, 3):
        (tmp_path / f"{START.format(day)}_tictactoe.py").write_text(f"DAY = {day}\n")
        date = f"Tuesday, {day} September 2026 10:00:00 o'clock GMT"
        (tmp_path / f"{START.format(day)}.txt").write_text(
            f"Name: Ada (ada)\nAssignment: Lab\nDate Submitted: {date}\n"
        )
    return tmp_path


def read(root: Path, choices: str = "", roster: str = "", *, in_time: bool = True) -> ClassIntake:
    """Return the class with these tables."""
    given = parse_choices(f"student,file,extension\n{choices}".encode(), "c.csv")
    known = parse_roster(roster.encode(), "r.csv") if roster else None
    options = ClassOptions(layouts=(LAYOUTS["blackboard"],), choices=Choices(given=given, roster=known))
    intake = read_class(root, TICTACTOE, 256, options=replace(options, attempts_until=DUE if in_time else None))
    return with_choices(intake, Choices(given=given, roster=known))


@pytest.mark.parametrize(
    ("tables", "day"),
    [
        ({}, 1),
        ({"in_time": False}, 3),
        ({"choices": "ada,,1 day"}, 2),
        ({"roster": "login,extension\nada,5 days\n"}, 3),
        ({"choices": f"ada,{START.format(2)}_tictactoe.py,"}, 2),
        ({"choices": "ada,tictactoe.py,"}, 1),
    ],
)
def test_one_of_the_attempts_counts(root: Path, tables: dict[str, str], day: int) -> None:
    """With its time; an extension counts for the student, and what a person chose counts first."""
    intake = read(root, **tables)  # type: ignore[arg-type]  # one is a switch

    (ada,) = intake.submissions
    assert (f"DAY = {day}\n", f"2026-09-0{day}T10:00:00+00:00") == (ada.files[0].text, ada.submitted_at)
    assert {1, 2, 3} - {day} == {
        int(one.name[len("Lab_ada_attempt_2026-09-") + 1]) for one in intake.info.skipped if one.name.endswith(".py")
    }
    assert ada.notes[0].startswith(f"Attempt {day} of 3")


def test_all_attempts_are_read_if_the_best_counts(root: Path) -> None:
    """Each with its time and its own note; a file that a person chose counts all the same."""
    options = ClassOptions(layouts=(LAYOUTS["blackboard"],), best_attempt=True)
    intake = read_class(root, TICTACTOE, 256, options=options)

    (ada,) = intake.submissions
    assert [("DAY = 2\n", "2026-09-02"), ("DAY = 1\n", "2026-09-01")] == [
        (one.files[0].text, one.submitted_at[:10]) for one in ada.attempts
    ]
    assert ("Attempt 1 of 3 is graded.",) == ada.attempts[1].notes
    assert not [one for one in intake.info.skipped if one.name.endswith(".py")]
    given = parse_choices(f"student,file\nada,{START.format(3)}_tictactoe.py\n".encode(), "c.csv")
    chosen = replace(options, choices=Choices(given=given))
    assert [()] == [one.attempts for one in read_class(root, TICTACTOE, 256, options=chosen).submissions]


def test_an_older_attempt_stands_for_a_newest_one_that_cannot_be_graded(root: Path) -> None:
    """The note says why; who has no attempt that can be graded keeps the reason, and the files that nobody reads."""
    newest = root / f"{START.format(3)}_tictactoe.py"
    newest.rename(newest.with_suffix(".pdf"))
    options = ClassOptions(layouts=(LAYOUTS["blackboard"],), best_attempt=True)
    intake = read_class(root, TICTACTOE, 256, options=options)

    (ada,) = intake.submissions
    assert not intake.problems
    assert ["DAY = 2\n", "DAY = 1\n"] == [one.files[0].text for one in (ada, *ada.attempts)]
    assert "2026-09-02" == ada.submitted_at[:10]
    assert ada.notes[0].startswith("The newest attempt cannot be graded: ")
    assert "Attempt 2 of 3 is graded." == ada.notes[1]
    assert "Of several attempts the best counts; earlier ones that are graded: 2." in intake.info.notes
    for day in (1, 2):
        (root / f"{START.format(day)}_tictactoe.py").write_bytes(b"\0")
    intake = read_class(root, TICTACTOE, 256, options=options)
    assert (0, 1) == (len(intake.submissions), len(intake.problems))
    assert not [note for note in intake.info.notes if "the best counts" in note]
    assert 2 == sum(one.name.endswith(".py") for one in intake.info.skipped)


def test_receipts_are_read_whichever_attempt_counts(root: Path) -> None:
    """Only what is left out is called an older attempt."""
    options = ClassOptions(layouts=(LAYOUTS["blackboard"],), best_attempt=True)
    skipped = read_class(root, TICTACTOE, 256, options=options).info.skipped

    assert [(f"{START.format(1)}.txt and 2 more receipts", "read for names and times")] == [
        (one.name, one.reason) for one in skipped
    ]


def test_without_an_attempt_in_time_the_newest_counts(root: Path) -> None:
    """It is late then."""
    (root / f"{START.format(1)}_tictactoe.py").unlink()

    assert ["DAY = 3\n"] == [one.files[0].text for one in read(root).submissions]
