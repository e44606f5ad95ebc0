"""Downloads from the zip to the gradebook: each student's row has what the platform says of them."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from tests.batch.sources import BROKEN, SHORT, SHORT_POINTS
from tests.cli.commands import start
from tests.fixture_folders import EVERY
from tests.platforms.samples.download import HTML, Download

pytestmark = pytest.mark.skipif(EVERY not in os.environ, reason=f"takes seconds; set {EVERY}")

CANVAS = Download(
    layout="canvas",
    root="ai-2026-tic-tac-toe_submissions",
    files={
        "lovelaceada_4711_59876_tictactoe-1.py": f"{SHORT}\nimport board_tools\n",
        "lovelaceada_4711_59877_board_tools-1.py": "SIZE = 3\n",
        "müllerjürgen_LATE_4712_59878_tictactoe.py": BROKEN,
        "ritchiedennis_4713_text.html": HTML,
    },
)
METADATA = """---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :email: ada@x.edu
    :sid: '3031'
  - :name: Jürgen Müller
    :email: juergen@x.edu
    :sid: '0033'
  :created_at: 2026-09-01 21:22:32.365935000 Z
submission_2:
  :submitters:
  - :name: Grace Hopper
    :sid: '3032'
"""
GRADESCOPE = Download(
    layout="gradescope",
    root="assignment_25828_export",
    files={"submission_metadata.yml": METADATA, "submission_1/tictactoe.py": SHORT},
)
POINTS = str(SHORT_POINTS)


@pytest.mark.parametrize(
    ("download", "line", "rows"),
    [
        (
            CANVAS,
            "Canvas download, 3 submissions",
            [
                {"id": "4711", "student": "lovelaceada", "late": "no", "status": "graded", "earned": POINTS},
                {"id": "4712", "student": "müllerjürgen", "late": "yes", "status": "graded", "earned": "0"},
                {"id": "4713", "student": "ritchiedennis", "late": "no", "status": "not_graded", "earned": ""},
            ],
        ),
        (
            GRADESCOPE,
            "Gradescope export, 3 submissions",
            [
                {"id": "0033", "student": "Jürgen Müller", "email": "juergen@x.edu", "earned": POINTS},
                {"id": "3031", "student": "Ada Lovelace", "email": "ada@x.edu", "earned": POINTS},
                {"id": "3032", "student": "Grace Hopper", "status": "not_graded", "submitted_at": ""},
            ],
        ),
    ],
    ids=["canvas", "gradescope"],
)
def test_a_download_becomes_a_gradebook_under_the_platforms_ids(
    download: Download, line: str, rows: list[dict[str, str]], tmp_path: Path
) -> None:
    """A file that Canvas renamed is imported under its own name, and a group has one row per member."""
    archive = download.write_zip(tmp_path / f"{download.root}.zip")
    completed = start("batch", archive, "--out", tmp_path / "reports", cwd=tmp_path, env={}).completed
    gradebook = (tmp_path / "reports" / "gradebook.csv").read_text(encoding="utf-8-sig")
    found = list(csv.DictReader(io.StringIO(gradebook)))

    assert line in completed.out + completed.err
    assert rows == [{key: row[key] for key in expected} for expected, row in zip(rows, found, strict=True)]
