"""Every report in the table can be made, and no two have the same name."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.model.class_row import ClassRow
from grader.platforms.registry import REPORTS
from grader.store.report_files import CLASS_REPORTS, STUDENT_REPORTS, ClassReport, StudentReport, write_class_reports
from grader.story.classes.report import tell_class
from tests.render.samples import SAMPLES


@pytest.mark.parametrize("report", STUDENT_REPORTS, ids=lambda report: report.file_name)
def test_a_report_on_a_student_is_made(report: StudentReport) -> None:
    """Its renderer exists, and takes `refresh` exactly when the table says so."""
    result = SAMPLES["fail"]()
    renderer = pkgutil.resolve_name(report.renderer)

    assert report.is_page == ("refresh" in inspect.signature(renderer).parameters)
    assert report.render(result)
    assert report.is_page == (report.render(result) != report.render(result, refresh=2))


def test_the_reports_on_a_class_are_made() -> None:
    """Even for a class without students."""
    assert all(b"".join(report.render([], tell_class([]))) for report in CLASS_REPORTS)


def lone_surrogate(_rows: Sequence[ClassRow]) -> str:
    """Return a text that has no UTF-8 form."""
    return "\udc80"


def test_text_without_a_utf_8_form_is_written_as_its_escape() -> None:
    """A name on disk may hold such a character."""
    report = ClassReport(file_name="names.txt", renderer=f"{__name__}:lone_surrogate")

    assert b"".join(report.render([], tell_class([]))) == b"\\udc80"


def test_only_pages_by_number_are_removed(tmp_path: Path) -> None:
    """What people put beside them is theirs."""
    for name in ("index-2.html", "index-old.html", "index-2-old.html"):
        (tmp_path / name).touch()

    write_class_reports([], tmp_path)

    assert ["index-2-old.html", "index-old.html"] == sorted(path.name for path in tmp_path.glob("index-*"))


def test_no_name_is_used_twice() -> None:
    """Files would replace each other, and a format would hide another."""
    files = [report.file_name for report in (*STUDENT_REPORTS, *CLASS_REPORTS)]
    formats = [*(report.format for report in STUDENT_REPORTS if report.format), "terminal", *REPORTS]

    assert len(files) == len(set(files))
    assert len(formats) == len(set(formats))
