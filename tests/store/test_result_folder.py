"""A result on disk is read as a file that anybody may have planted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.store import result_folder


@pytest.mark.skipif(os.name == "nt", reason="these kinds of files are not there")
@pytest.mark.parametrize("kind", ["endless", "pipe", "link", "huge"])
def test_a_planted_result_is_none(tmp_path: Path, kind: str) -> None:
    """A link to a device, a pipe, a broken link or a huge file is neither waited for nor read."""
    path = tmp_path / "result.json"
    if kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(tmp_path / "nowhere")
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)

    assert result_folder.read_result(tmp_path) is None
