"""Choices are kept beside the reports, each row once, and a template can be given back as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake
from grader.intake.roster.choices import ChoiceRow, Choices, parse_choices
from grader.model.class_row import NotGraded
from grader.store.choices_file import choices_template, lines_to_accept, read_recorded, record

ROW = b"student,file,reason\n"
BOB = NotGraded(id="bob", student="Bob Kay", reason="bob: no tictactoe.py", acceptable="a(2).py")


def run(out: Path, given: tuple[ChoiceRow, ...]) -> None:
    """Record what a run into `out` that is given these choices decides."""
    record(out, Choices(given=given, earlier=read_recorded(out, None)).new([BOB]))


def test_what_was_chosen_is_written_once(tmp_path: Path) -> None:
    """Giving the same table again adds nothing; another choice is added behind it."""
    first = parse_choices(ROW + b"bob,=a.py,why\n", "c.csv")
    other = parse_choices(ROW + b"bob,b.py,\n", "c.csv")

    for given in (first, first, other, other):
        run(tmp_path, given)

    assert ["=a.py", "b.py"] == [one.file for one in read_recorded(tmp_path, None)]


def test_a_student_may_be_called_by_several_names(tmp_path: Path) -> None:
    """What is recorded last is what the last run graded."""
    for row in (b"bob,a.py,\n", b"Bob Kay,b.py,\n", b"bob,a.py,\n"):
        run(tmp_path, parse_choices(ROW + row, "c.csv"))

    assert {"bob": "a.py"} == Choices(given=(), earlier=read_recorded(tmp_path, None)).files([BOB])


@pytest.mark.parametrize(
    ("codec", "delimiter"), [("utf-8", ";"), ("utf-8-sig", "\t"), ("cp1252", ","), ("utf-16", ",")]
)
def test_a_table_that_a_spreadsheet_saved_otherwise_gets_no_rows(tmp_path: Path, codec: str, delimiter: str) -> None:
    """With semicolons a row with commas would be one cell, and would decide nothing."""
    run(tmp_path, parse_choices(ROW + b"bob,a.py,\n", "c.csv"))
    path = tmp_path / "choices.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    run(tmp_path, parse_choices(ROW + "bob,b.py,für\n".encode(), "c.csv"))
    path.write_text(path.read_text("utf-8-sig").replace(",", delimiter), codec)

    with pytest.raises(UserError, match=r"choices\.csv: a program has saved it in another form; save it as CSV UTF-8"):
        run(tmp_path, parse_choices(ROW + b"bob,c.py,\n", "c.csv"))
    run(tmp_path, parse_choices(ROW + b"bob,b.py,\n", "c.csv"))


def test_without_choices_no_file_is_written(tmp_path: Path) -> None:
    """A folder of reports without it has none."""
    run(tmp_path, ())

    assert [] == list(tmp_path.iterdir())
    assert () == read_recorded(tmp_path / "nowhere", None)


def test_the_template_fills_in_what_is_only_named_wrongly() -> None:
    """Who needs a decision stands first; given back as it is, it decides just that."""
    dan = NotGraded(id="dan", student="Dan", reason="nothing handed in", missing=True)
    intake = ClassIntake(rows=(dan, BOB))

    (choice,) = parse_choices(choices_template(intake), "c.csv")

    assert ("bob", "a(2).py", "only the name is wrong") == (choice.student, choice.file, choice.reason)
    assert ["student,file,reason", "bob,a(2).py,only the name is wrong"] == lines_to_accept(intake.problems)
    assert [] == lines_to_accept([dan])


@pytest.mark.parametrize("name", ["'tictactoe.py", "=a.py", "a=b;c.py"])
def test_a_name_is_the_same_when_it_is_read_again(name: str) -> None:
    """An apostrophe may be a part of it, or the guard before a formula."""
    (_, line) = lines_to_accept([replace(BOB, acceptable=name)])

    assert [name] == [one.file for one in parse_choices(ROW + line.encode(), "c.csv")]


@pytest.mark.parametrize("name", ["a;=b.py", "'=a.py", f"{'x' * 300}/a.py", "auto/../ a.py "])
def test_a_name_that_no_table_can_hold_is_not_offered(name: str) -> None:
    """The line would choose a file that is not there."""
    assert [] == lines_to_accept([replace(BOB, acceptable=name)])


@pytest.mark.parametrize("reason", ["=" * 2000, ";=" * 900])
def test_the_template_can_be_given_back_however_long_a_problem_is(reason: str) -> None:
    """What guards a cell does not make it too long to be read."""
    intake = ClassIntake(rows=(replace(BOB, reason=reason),))

    assert ["a(2).py"] == [one.file for one in parse_choices(choices_template(intake), "c.csv")]
