"""Which entries of a class's folder are a student's, and how another layout is added."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.intake import layouts, read_class
from grader.intake.folder_scan import Entry
from grader.intake.layouts import LAYOUTS, student_of
from grader.model.spec import ModuleSpec
from tests.intake.module_specs import AI_GAME, TICTACTOE


@pytest.mark.parametrize(
    ("entry", "student"),
    [
        (Entry("ada", is_folder=True), "ada"),
        (Entry("ada.py", is_folder=True), "ada.py"),
        (Entry("ada.py", is_folder=False), "ada"),
        (Entry("ada_tictactoe.py", is_folder=False), "ada"),
        (Entry("ada.ipynb", is_folder=False), None),
        (Entry("ada.zip", is_folder=False), None),
    ],
)
def test_a_folder_or_a_python_file_is_the_work_of_the_student_it_is_named_after(
    entry: Entry, student: str | None
) -> None:
    """No other file belongs to a student."""
    assert student == student_of(entry, TICTACTOE)


def test_a_notebook_counts_where_the_sheet_allows_notebooks() -> None:
    """As for the console lab."""
    assert "ada" == student_of(Entry("ada_AI_game.ipynb", is_folder=False), AI_GAME)


def moodle_folder(entry: Entry, module_spec: ModuleSpec) -> str | None:
    """Return the student of a folder as Moodle exports it: ``Ada Lovelace_1234567_assignsubmission_file``."""
    del module_spec
    found = re.fullmatch(r"(.+)_\d+_assignsubmission_file_?", entry.name)
    return found[1] if found and entry.is_folder else None


def test_another_layout_is_one_function_and_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With it, a class is read under the students' own names."""
    for name in ("Ada Lovelace_1234567_assignsubmission_file", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tictactoe.py").write_text("X = 'X'\n", encoding="utf-8")
    monkeypatch.setattr(layouts, "LAYOUTS", (moodle_folder, *LAYOUTS))

    students = [submission.student for submission in read_class(tmp_path, TICTACTOE, 256).submissions]

    assert ["Ada Lovelace", "bob"] == students
