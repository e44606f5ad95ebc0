"""The code of a class as a zip for Dolos, which shows copies on pages of its own: a file per student and `info.csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from grader.model.result import Result
from grader.platforms.feedback_zip import zipped
from grader.similarity.works import code_of
from grader.text.spreadsheet_cell import csv_cell

INFO = "info.csv"
COLUMNS = ("filename", "full_name", "created_at", "label", "ignored")
STARTER = "handed-out/starter.py"


def dolos_zip(results: Sequence[Result], starter: str | None) -> bytes:
    """Return the code of `results`, all files of a student as one; Dolos takes out what stands in the `starter`."""
    files, rows = {}, []
    for result in results:
        who, name = result.submission, f"files/{result.submission.id}.py"
        if result.source:
            files[name] = code_of(result)
            rows.append((name, csv_cell(who.student), who.submitted_at, csv_cell(who.section), "false"))
    if starter is not None:
        files[STARTER] = starter
        rows.append((STARTER, "handed out", "", "", "true"))
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows((COLUMNS, *rows))
    return zipped({name: text.encode("utf-8", "replace") for name, text in {INFO: table.getvalue(), **files}.items()})
