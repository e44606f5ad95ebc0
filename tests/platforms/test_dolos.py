"""The zip for Dolos: a file for each student, and `info.csv` with the columns that Dolos reads."""

from __future__ import annotations

import csv
import dataclasses
import io
import zipfile

from grader.model.rubric import Rubric
from grader.model.source import copies_of
from grader.platforms.dolos import dolos_zip
from tests.batch.fakes import right, submission


def test_each_file_of_the_zip_is_named_and_the_starter_is_ignored(default_rubric: Rubric) -> None:
    """A name that a spreadsheet would run is text; equal results give equal bytes."""
    results = [
        dataclasses.replace(
            right(one, default_rubric),
            source=copies_of(one),
            submission=dataclasses.replace(right(one, default_rubric).submission, student=name, section="A"),
        )
        for one, name in ((submission("ada", "x = 1"), "=1+1"), (submission("bob", "y = 2"), "Bob, jr."))
    ]
    data = dolos_zip(results, "z = 3")
    archive = zipfile.ZipFile(io.BytesIO(data))
    rows = list(csv.DictReader(io.StringIO(archive.read("info.csv").decode())))

    assert data == dolos_zip(results, "z = 3")
    assert [row["filename"] for row in rows] == archive.namelist()[1:]
    assert ["'=1+1", "Bob, jr.", "handed out"] == [row["full_name"] for row in rows]
    assert ["false", "false", "true"] == [row["ignored"] for row in rows]
    assert b"y = 2" == archive.read("files/bob.py")
