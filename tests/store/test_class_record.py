"""A record of a class that is damaged or unknown is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UserError
from grader.model.class_row import ClassInfo, NotGraded, Skipped
from grader.store.class_record import ClassRecord, read_class_record, write_class_record


@pytest.mark.parametrize("text", ["", "[]", "{", '{"schema": "grader/class/v1"}', '{"schema": "x", "graded": []}'])
def test_a_class_record_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    """With a damaged record the grader does not guess who belongs to the class."""
    (tmp_path / "class.json").write_text(text, encoding="utf-8")

    with pytest.raises(UserError, match=r"class\.json: not a class record of grader; grade the class again"):
        read_class_record(tmp_path)


def test_a_class_record_of_another_version_is_refused(tmp_path: Path) -> None:
    """Another version may have written something else."""
    (tmp_path / "class.json").write_text('{"schema": "grader/class/v9", "graded": [], "not_graded": []}')

    with pytest.raises(UserError, match="another version"):
        read_class_record(tmp_path)


def test_a_class_record_keeps_all_that_is_known(tmp_path: Path) -> None:
    """Who was not graded with all facts, what was skipped, and how the class was read."""
    record = ClassRecord(
        graded=("301", "ada"),
        not_graded=(NotGraded(id="302", student="李 \ud800", reason="no file", email="l@x.edu", late=True),),
        info=ClassInfo(
            source="Moodle download, 3 submissions", layout="moodle", skipped=(Skipped(name="a.zip", reason="empty"),)
        ),
    )
    write_class_record(record, tmp_path)

    assert record == read_class_record(tmp_path)


def test_a_class_record_of_an_older_grader_is_read(tmp_path: Path) -> None:
    """It knew less."""
    row = '{"id": "eve", "student": "Eve", "reason": "no file"}'
    text = f'{{"schema": "grader/class/v1", "graded": ["ada"], "not_graded": [{row}]}}'
    (tmp_path / "class.json").write_text(text, encoding="utf-8")

    assert ClassRecord(
        graded=("ada",), not_graded=(NotGraded(id="eve", student="Eve", reason="no file"),)
    ) == read_class_record(tmp_path)


def test_no_class_record_is_no_trouble(tmp_path: Path) -> None:
    """A folder without a graded class has no record."""
    assert read_class_record(tmp_path) is None
