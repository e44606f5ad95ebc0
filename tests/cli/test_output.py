"""If output cannot be written, because of a closed pipe or a full disk, there is no traceback and a right status."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.batch.run import ClassRun
from grader.errors import UserError
from grader.model.counterexample import Counterexample
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.verdict import Verdict
from grader.store.report_files import write_student_reports
from tests.batch.fakes import right, submission
from tests.cli.commands import Completed, Run
from tests.fixture_folders import ROOT
from tests.render.samples import with_items
from tests.words import words

GRADER = [sys.executable, "-m", "grader"]
LONG = [["rubric", "show"], ["rubric", "schema"], ["--help"], ["report", "."]]


@pytest.fixture
def graded_folder(tmp_path: Path, default_rubric: Rubric) -> Path:
    """Return a folder with one result in it."""
    write_student_reports(right(submission("ada", "wrong"), default_rubric), tmp_path)
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


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="pseudo-terminals are POSIX's")
@pytest.mark.parametrize(
    ("output_format", "first"), [("terminal", "grading missing.py"), ("json", "grader: missing.py")]
)
def test_a_person_who_waits_reads_at_once_what_is_graded(output_format: str, first: str, tmp_path: Path) -> None:
    """On a terminal, before anything else; not beside a result for a program, and never on standard output."""
    ours, theirs = os.openpty()
    try:
        command = [*GRADER, "check", "missing.py", "--format", output_format]
        ended = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, check=False)
        written = os.read(ours, 4096).decode()
    finally:
        os.close(theirs)
        os.close(ours)

    assert (2, b"") == (ended.returncode, ended.stdout)
    assert first == written[: len(first)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device is Linux's")
@pytest.mark.parametrize("arguments", LONG, ids=" ".join)
def test_a_full_disk_is_named(arguments: list[str], graded_folder: Path) -> None:
    """One line and status 3: no mark and no traceback."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [*GRADER, *arguments], cwd=graded_folder, stdout=full, stderr=subprocess.PIPE, check=False
        )

    assert 3 == ended.returncode
    assert b"grader: No space left on device; the output is not complete" == ended.stderr.strip()


def test_a_name_that_the_terminal_cannot_show_is_shown_as_an_escape(default_rubric: Rubric, tmp_path: Path) -> None:
    """A student's name in another script does not crash a terminal that has only ASCII."""
    write_student_reports(right(submission("jürgen-😀"), default_rubric), tmp_path)
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}

    ended = subprocess.run([*GRADER, "report", tmp_path], cwd=ROOT, env=environment, capture_output=True, check=True)

    assert ended.stdout.startswith(rb'"j\xfcrgen-\U0001f600"  95 of 95')


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_nothing_runs_over_the_edge_of_a_terminal(
    columns: int, default_rubric: Rubric, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """Tables are wrapped between words, boards are not; only a command to paste and a path are one long line."""
    monkeypatch.setenv("COLUMNS", str(columns))
    texts = {"ada": "right", "bob-with-a-name-of-some-length": "wrong"}
    for name, text in texts.items():
        write_student_reports(_with_a_board(right(submission(name, text), default_rubric)), tmp_path / name)

    lines = run("report", tmp_path).out.splitlines()[:-1] + run("report", tmp_path / "ada").out.splitlines()

    to_copy = ("python ", "grader ", "Page ")
    assert [] == [line for line in lines if len(line) > columns and not line.startswith(to_copy)]
    assert any(line.endswith("winner -4") for line in lines)
    rows = [line for line in lines if re.match(r" +(\d +)?[.XO] \| [.XO] \| [.XO]", line)]
    assert 3 == len(rows)
    assert 2 == lines.index(rows[2]) - lines.index(rows[0])


def _with_a_board(result: Result) -> Result:
    """Return `result` with something to draw in its first check."""
    example = Counterexample(
        function="player",
        board="XO..X...O",
        call="player(board)",
        got=words("raised NotImplementedError('not yet, but soon')"),
        expected=words("X"),
    )
    first = result.criteria[0]
    check = dataclasses.replace(
        first.checks[0], verdict=Verdict.FAIL, reasons=words("wrong on this board"), counterexample=example
    )
    line = dataclasses.replace(first, checks=(check, *first.checks[1:]))
    return with_items(result, line, *result.criteria[1:])


def test_a_full_disk_loses_no_computed_mark(
    run_with: Callable[..., Completed], lossy: Result, short: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark is shown all the same, one line says what could not be written, and the status is 3."""
    monkeypatch.setattr("grader.store.report_files.write_file", full_disk)

    ended = run_with(lossy, "check", short, "--out", tmp_path / "out")

    assert 3 == ended.code
    assert "45 of" in ended.out
    assert [
        f"grader: the result above is not stored: {tmp_path / 'out' / 'report.html'}: full"
    ] == ended.err.splitlines()


def test_a_full_disk_loses_no_mark_of_a_class(
    run: Run, lossy: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long class's table ends after some rows, so each mark that is not on disk has a line; the status is 3."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text("X = 1", encoding="utf-8")
    rows = tuple(
        dataclasses.replace(lossy, submission=dataclasses.replace(lossy.submission, id=f"s{number}"))
        for number in range(50)
    )
    whole = ClassRun(
        rows=rows, graded=50, unchanged=0, relabelled=0, rescored=0, copied=0, not_stored=rows, problem="no room"
    )
    monkeypatch.setattr("grader.cli.batch._grade", lambda _plan, _pool: whole)

    ended = run("batch", tmp_path / "class", "--out", tmp_path / "out")

    assert (3, "grader: not all marks above are stored: no room\n") == (ended.code, ended.err)
    stored = [line for line in ended.out.splitlines() if line.startswith("not stored: ")]
    assert [f"not stored: s{number}: 45 of 95 automatic points" for number in range(50)] == [
        line.partition(";")[0] for line in stored
    ]


def full_disk(path: Path, _data: bytes) -> None:
    """Fail as on a full disk."""
    raise UserError(f"{path}: full")
