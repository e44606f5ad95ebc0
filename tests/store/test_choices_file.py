"""Choices are kept beside the reports, each row once, and a template can be given back as it is."""

from __future__ import annotations

from pathlib import Path

from grader.intake.class_folder import ClassIntake
from grader.intake.roster import parse_choices
from grader.model.class_row import NotGraded
from grader.store.choices_file import choices_template, lines_to_accept, read_recorded, record

ROW = b"student,file,reason\n"


def test_what_was_chosen_is_written_once(tmp_path: Path) -> None:
    """Giving the same table again adds nothing; another choice is added behind it."""
    first = parse_choices(ROW + b"bob,=a.py,why\n", "c.csv")
    other = parse_choices(ROW + b"bob,b.py,\n", "c.csv")

    record(tmp_path, (), first)
    record(tmp_path, read_recorded(tmp_path, None), first)
    record(tmp_path, read_recorded(tmp_path, None), other)
    record(tmp_path, read_recorded(tmp_path, None), other)

    assert ["=a.py", "b.py"] == [one.file for one in read_recorded(tmp_path, None)]


def test_without_choices_no_file_is_written(tmp_path: Path) -> None:
    """A folder of reports without it has none."""
    record(tmp_path, (), ())

    assert [] == list(tmp_path.iterdir())
    assert () == read_recorded(tmp_path / "nowhere", None)


def test_the_template_fills_in_what_is_only_named_wrongly() -> None:
    """Who needs a decision stands first; given back as it is, it decides just that."""
    bob = NotGraded(id="bob", student="Bob Kay", reason="bob: no tictactoe.py", acceptable="a(2).py")
    dan = NotGraded(id="dan", student="Dan", reason="nothing handed in", missing=True)
    intake = ClassIntake(submissions=(), problems=(dan, bob))

    (choice,) = parse_choices(choices_template(intake), "c.csv")

    assert ("bob", "a(2).py", "only the name is wrong") == (choice.student, choice.file, choice.reason)
    assert ["student,file,reason", "bob,a(2).py,only the name is wrong"] == lines_to_accept(intake.problems)
    assert [] == lines_to_accept([dan])
