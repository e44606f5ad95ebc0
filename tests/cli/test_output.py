"""Output that nobody reads, or that has no place, is no reason for a wrong status or a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.batch import store
from grader.model.rubric import Rubric
from tests.batch.fakes import right, submission
from tests.conftest import ROOT

GRADER = [sys.executable, "-m", "grader"]
LONG = [["rubric", "show"], ["rubric", "schema"], ["--help"], ["report", "."]]


@pytest.fixture
def graded_folder(tmp_path: Path, default_rubric: Rubric) -> Path:
    """Return a folder with one result in it."""
    store.write(right(submission("ada", "wrong"), default_rubric), tmp_path)
    return tmp_path


@pytest.mark.parametrize("arguments", LONG, ids=" ".join)
def test_a_pipe_that_was_closed_ends_a_command_quietly(arguments: list[str], graded_folder: Path) -> None:
    """As after `| head -1`: status 141 as of any other program, which is never that of lost points."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = subprocess.run(
            [*GRADER, *arguments], cwd=graded_folder, stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)

    assert (141, b"") == (ended.returncode, ended.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device is Linux's")
@pytest.mark.parametrize("arguments", LONG, ids=" ".join)
def test_a_full_disk_is_named(arguments: list[str], graded_folder: Path) -> None:
    """One line and status 3: the environment's trouble, no mark and no traceback."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [*GRADER, *arguments], cwd=graded_folder, stdout=full, stderr=subprocess.PIPE, check=False
        )

    assert 3 == ended.returncode
    assert b"grader: No space left on device; the output is not complete" == ended.stderr.strip()


def test_a_name_that_the_terminal_cannot_show_is_shown_as_an_escape(default_rubric: Rubric, tmp_path: Path) -> None:
    """A student's name in another script does not crash a terminal of ASCII alone."""
    store.write(right(submission("jürgen-😀"), default_rubric), tmp_path)
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}

    ended = subprocess.run([*GRADER, "report", tmp_path], cwd=ROOT, env=environment, capture_output=True, check=True)

    assert ended.stdout.startswith(rb"j\xfcrgen-\U0001f600  95 of 100")
