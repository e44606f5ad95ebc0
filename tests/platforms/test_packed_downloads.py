"""A download is read the same however it comes: as the platform's zip, unpacked, or with a folder around it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from grader.intake.class_folder import ClassIntake, read_class
from grader.model.class_row import ClassInfo
from tests.intake.module_specs import TICTACTOE
from tests.platforms.samples import AS_RECOGNIZED, DOWNLOADS


@pytest.mark.parametrize("name", DOWNLOADS)
def test_a_download_is_read_the_same_packed_and_unpacked(name: str, tmp_path: Path) -> None:
    """Every student, identity, file, note and problem, and how many files are skipped."""
    download = DOWNLOADS[name]
    unpacked = _read(download.write(tmp_path / "unpacked"))
    download.write_zip(tmp_path / f"{download.root}.zip")
    download.write_zip(tmp_path / "wrapped.zip", f"{download.root}/")

    others = [tmp_path / f"{download.root}.zip", tmp_path / "wrapped.zip", tmp_path / "unpacked"]

    assert [_compared(_read(other)) for other in others] == [_compared(unpacked)] * len(others)
    assert download.layout == unpacked.info.layout


def _read(path: Path) -> ClassIntake:
    return read_class(path, TICTACTOE, 256, options=AS_RECOGNIZED)


def _compared(intake: ClassIntake) -> ClassIntake:
    """Return what must be equal: the paths of skipped files begin with the folder around the class."""
    skipped = tuple(dataclasses.replace(one, name=one.name.rpartition("/")[2]) for one in intake.info.skipped)
    return dataclasses.replace(intake, info=ClassInfo(source=intake.info.source, skipped=skipped))
