"""Every report in the table can be made, and no two have the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.platforms.registry import REPORTS
from grader.store.report_files import (
    CLASS_FILES,
    FORMATS,
    PAGE,
    STUDENT_FILES,
    as_bytes,
    class_report,
    student_report,
    write_class_reports,
)
from grader.story.classes.report import tell_class
from tests.render.samples import SAMPLES


@pytest.mark.parametrize("file_name", STUDENT_FILES)
def test_a_report_on_a_student_is_made(file_name: str) -> None:
    """Only the page loads itself again."""
    result = SAMPLES["fail"]()

    assert student_report(file_name, result)
    assert (file_name == PAGE) == (student_report(file_name, result) != student_report(file_name, result, refresh=2))


def test_the_reports_on_a_class_are_made() -> None:
    """Even for a class without students."""
    assert all(b"".join(class_report(name, [], tell_class([]))) for name in CLASS_FILES)


def test_text_without_a_utf_8_form_is_written_as_its_escape() -> None:
    """A name on disk may hold such a character."""
    assert b"\\udc80" == as_bytes("\udc80")


def test_only_pages_by_number_are_removed(tmp_path: Path) -> None:
    """What people put beside them is theirs."""
    for name in ("index-2.html", "index-old.html", "index-2-old.html"):
        (tmp_path / name).touch()

    write_class_reports([], tmp_path)

    assert ["index-2-old.html", "index-old.html"] == sorted(path.name for path in tmp_path.glob("index-*"))


def test_no_name_is_used_twice() -> None:
    """Files would replace each other, and a format would hide another."""
    files = [*STUDENT_FILES, *CLASS_FILES]
    formats = [*FORMATS, "terminal", *REPORTS]

    assert len(files) == len(set(files))
    assert len(formats) == len(set(formats))
