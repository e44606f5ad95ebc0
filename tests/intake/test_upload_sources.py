"""The files of an upload that lie beside those of others, as Canvas and Blackboard hand them out."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.intake.main_file import WantedSources
from grader.intake.upload import Person, Upload, UploadedFile
from grader.intake.upload_sources import read_upload
from tests.intake.module_specs import TICTACTOE


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("hw.zip", b"PK\3\4", "lovelaceada_4711_59876_hw.zip: neither a zip nor a tar archive, or cut off"),
        ("tictactoe.py", "X = 1".encode("utf-16"), "lovelaceada_4711_59876_tictactoe.py: saved as UTF-16"),
    ],
)
def test_a_file_is_called_what_the_download_calls_it(tmp_path: Path, name: str, data: bytes, problem: str) -> None:
    """Not by that name and its own end behind it."""
    written = f"lovelaceada_4711_59876_{name}"
    (tmp_path / written).write_bytes(data)
    files = (UploadedFile(source=tmp_path / written, path=name),)
    read = read_upload(Upload(written=written, people=(Person(),), files=files), WantedSources(TICTACTOE, 256))

    assert str(read.problem).startswith(problem)
