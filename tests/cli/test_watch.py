"""`grader check --watch`: graded again at every save, with a page that follows."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from grader.cli.watch import is_watched
from grader.store import result_folder
from tests.batch.sources import BROKEN, SHORT, SHORT_POINTS, wait_until
from tests.cli.commands import Run, start
from tests.fixture_folders import SLOW

PATIENCE = 30
"""Seconds, many times what a grading and a save take."""


def earned(out: Path, points: int) -> Callable[[], bool]:
    """Return a function that returns whether the result in `out` has these points by now."""

    def reached() -> bool:
        result = result_folder.read_result(out)
        return result is not None and result.score is not None and result.score.earned == Decimal(points)

    return reached


@SLOW
@pytest.mark.skipif(os.name == "nt", reason="a test cannot press Ctrl-C for another process there")
def test_every_save_is_graded_until_ctrl_c(tmp_path: Path) -> None:
    """The page looks for a newer one meanwhile, and no longer at the end; how the editor saves does not matter."""
    file, out = tmp_path / "tictactoe.py", tmp_path / "out"
    file.write_text(BROKEN, encoding="utf-8")
    started = start("check", "tictactoe.py", "--watch", "--out", "out", cwd=tmp_path, env={})
    assert wait_until(earned(out, 0), PATIENCE)
    assert b"data-refresh" in (out / "report.html").read_bytes()

    file.write_text(SHORT, encoding="utf-8")
    assert wait_until(earned(out, SHORT_POINTS), PATIENCE)

    file.unlink()
    (tmp_path / "new.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "new.py").rename(file)  # as many editors save
    assert wait_until(earned(out, 0), PATIENCE)

    os.kill(started.process.pid, signal.SIGINT)
    ended = started.completed
    assert ended.code == 1
    assert "watching tictactoe.py" in ended.err
    assert ended.err.endswith("stopped watching\n")
    assert ended.out.count("rubric: cs3081") >= 3
    assert b"data-refresh" not in (out / "report.html").read_bytes()
    assert "Traceback" not in ended.out + ended.err


@SLOW
@pytest.mark.skipif(os.name == "nt", reason="a test cannot press Ctrl-C for another process there")
def test_a_file_that_is_gone_is_said_and_waited_for(tmp_path: Path) -> None:
    """Bad input ends no watch; the exit status is that of the last grading."""
    file, out = tmp_path / "tictactoe.py", tmp_path / "out"
    file.write_text(BROKEN, encoding="utf-8")
    started = start("check", ".", "--watch", "--out", out, "--fail-under", 0, cwd=tmp_path, env={})
    assert wait_until(earned(out, 0), PATIENCE)

    file.rename(tmp_path / "gone.txt")
    seen = b""
    while b"grader: " not in seen:
        assert started.process.stderr is not None
        line = started.process.stderr.readline()
        assert line, seen
        seen += line
    os.kill(started.process.pid, signal.SIGINT)

    assert started.completed.code == 0
    assert b"tictactoe.py" in seen


def test_what_can_be_graded_is_watched() -> None:
    """A file, a notebook, or an archive that was packed again; no report that is written meanwhile."""
    names = ("tictactoe.py", "AI_game.ipynb", "hw.zip", "hw.tar.gz", "report.html", "result.json")

    assert [is_watched(name) for name in names] == [True, True, True, True, False, False]


def test_a_file_that_is_not_there_is_bad_input(tmp_path: Path, run: Run) -> None:
    """A mistyped name is reported at once and not waited for."""
    ended = run("check", tmp_path / "tictactoe.py", "--watch")

    assert ended.code == 2
    assert "no such file" in ended.err


@pytest.mark.parametrize("form", ["json", "markdown"])
def test_a_watch_has_one_form(form: str, short: Path, run: Run) -> None:
    """Several results in a row are no valid JSON and no single page."""
    ended = run("check", short, "--watch", "--format", form)

    assert ended.code == 2
    assert "--watch shows every result on the terminal" in ended.err
