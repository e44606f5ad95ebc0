"""`grader check`: one file in, one mark out, and an exit status that a script can rely on."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.capabilities.by_hand.marks import with_manual
from grader.intake.one_submission import read_submission
from grader.marking import mark as marking
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.sandbox.launching.process import cpu_clock
from grader.store.report_files import STUDENT_FILES
from grader.store.result_json import from_json, to_json
from grader.text.reasons import said
from tests.batch.process_tree import HAS_PROC, alive, descendants
from tests.batch.sources import HANGING, SHORT_POINTS, wait_until
from tests.cli.commands import Completed, RealRuns, Run, start
from tests.fixture_folders import ROOT, SLOW
from tests.render.rendering import student_markdown, student_page

RunWith = Callable[..., Completed]


def fault_of_ours(path: Path, rubric: Rubric) -> Result:
    """Return the result of a submission that could not be graded."""
    return marking.fault_result(read_submission(path, MODULE_SPEC, 256), rubric, "the sandbox does not start")


def test_the_reference_loses_nothing(real_runs: RealRuns) -> None:
    """Exit status 0, all 95 automatic points; the rest waits for a person."""
    ended = real_runs.reference.completed

    assert 0 == ended.code, ended.err
    assert "Mark          95 of 95 automatic points, plus 10 bonus; 5 points are" in ended.out
    assert "All automatic checks passed." in ended.out
    assert "Isolation: " not in ended.out  # only `--all` shows how it was graded


def test_the_rubric_that_was_used_is_printed(real_runs: RealRuns) -> None:
    """It is printed first, and on standard error if a program reads the result."""
    line = "rubric: cs3081 (default): CS3081 Assignment 1: Tic-Tac-Toe"

    assert line == real_runs.reference.completed.out.splitlines()[0]
    assert line == real_runs.lossy.completed.err.splitlines()[0]


def test_a_terminal_that_knows_ascii_alone_gets_ascii(real_runs: RealRuns) -> None:
    """Signs have a plain form; nothing crashes."""
    assert real_runs.reference.completed.out.isascii()
    assert "+ pass 10 / 10 player(board)" in " ".join(real_runs.reference.completed.out.split())


def test_lost_points_are_status_1(real_runs: RealRuns, lossy: Result) -> None:
    """And the mark is what the functions that are there deserve."""
    assert lossy.score is not None
    assert 1 == real_runs.lossy.completed.code
    assert lossy.score.automatic_earned == SHORT_POINTS


def test_json_is_the_result_and_nothing_else(real_runs: RealRuns, lossy: Result) -> None:
    """Standard output is exactly a complete result.json, and fits the published schema."""
    text = real_runs.lossy.completed.out
    schema: Any = json.loads((ROOT / "docs" / "result.schema.json").read_bytes())

    jsonschema.validate(json.loads(text), schema)
    assert text.encode() == to_json(lossy) == (real_runs.folder / "lossy" / "result.json").read_bytes()
    assert "jürgen" == json.loads(text)["submission"]["student"]


def test_out_writes_the_result_and_the_page(real_runs: RealRuns) -> None:
    """All files, which agree with each other; the last lines name the page."""
    ended, out = real_runs.reference.completed, real_runs.folder / "reference"
    result = from_json((out / "result.json").read_bytes(), "result.json")

    assert {*STUDENT_FILES} == {path.name for path in out.iterdir()}
    assert student_markdown(result).encode() == (out / "report.md").read_bytes()
    assert student_page(result) == (out / "report.html").read_bytes()
    assert [f"Page          {out / 'report.html'}"] == [
        line for line in ended.out.splitlines()[-3:] if "report.html" in line
    ]


def test_each_function_is_a_line_as_soon_as_it_is_done(real_runs: RealRuns) -> None:
    """On standard error, and nothing of it beside a result for a program."""
    first, *_others, last = real_runs.reference.completed.err.splitlines()

    assert "player: 4,520 boards, none wrong" == first
    assert "minimax: 5,478 boards, none wrong" == last
    assert ["rubric", "written"] == [line.partition(":")[0] for line in real_runs.lossy.completed.err.splitlines()]


def test_markdown_is_the_page(short: Path, lossy: Result, run_with: RunWith) -> None:
    """Standard output is what `--out` writes as report.md."""
    assert student_markdown(lossy) == run_with(lossy, "check", short, "--format", "markdown").out


@pytest.mark.parametrize(
    ("percent", "code"), [("0", 0), ("47", 0), ("47.368421052631", 0), ("47.4", 1), ("48", 1), ("100", 1)]
)
def test_fail_under_is_a_percentage_of_the_automatic_points(
    percent: str, code: int, short: Path, lossy: Result, run_with: RunWith
) -> None:
    """45 of 95 is a little more than 47 percent; no float rounds it over the edge."""
    ended = run_with(lossy, "check", short, "--fail-under", percent)

    assert code == ended.code
    assert (f"45 of 95 automatic points: less than {percent} %" in ended.err) is bool(code)


def test_fail_under_counts_exactly(short: Path, lossy: Result, run_with: RunWith) -> None:
    """0.57 of 1 point is 57 percent, though it is less in binary."""
    result = _with_points(lossy, Decimal("0.57"), Decimal(1))

    assert 0 == run_with(result, "check", short, "--fail-under", "57").code


@pytest.mark.parametrize("percent", ["nan", "inf", "-1", "100.1", "many", ""])
def test_fail_under_takes_a_percentage(percent: str, short: Path, run: Run) -> None:
    """Any other text is bad input."""
    ended = run("check", short, "--fail-under", percent)

    assert (2, "") == (ended.code, ended.out)
    assert "is not a number from 0 to 100" in ended.err


def test_a_fault_of_ours_is_status_3_and_no_mark(
    short: Path, default_rubric: Rubric, run_with: RunWith, tmp_path: Path
) -> None:
    """It is shown as a fault of the grader with any `--fail-under`, and is written if there was no result before."""
    fault = fault_of_ours(short, default_rubric)

    ended = run_with(fault, "check", short, "--fail-under", "0", "--out", tmp_path / "out")

    assert 3 == ended.code
    assert "no mark" in ended.out
    assert "the sandbox does not start" in ended.out
    assert fault == from_json((tmp_path / "out" / "result.json").read_bytes(), "result.json")


def test_a_fault_of_ours_replaces_no_result(
    short: Path, lossy: Result, default_rubric: Rubric, run_with: RunWith, tmp_path: Path
) -> None:
    """The earlier result stays, and a message says so."""
    run_with(lossy, "check", short, "--out", tmp_path / "out")
    before = [path.read_bytes() for path in sorted((tmp_path / "out").iterdir())]

    ended = run_with(fault_of_ours(short, default_rubric), "check", short, "--out", tmp_path / "out")

    assert 3 == ended.code
    assert before == [path.read_bytes() for path in sorted((tmp_path / "out").iterdir())]
    assert "kept as it was" in ended.err


def test_a_bug_of_ours_is_status_3_with_what_to_report(short: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected exception never looks like lost points or bad input."""

    def trip(*arguments: object, **_ahead: bool) -> Result:
        raise LookupError(len(arguments))

    monkeypatch.setattr(marking, "mark", trip)
    ended = run("check", short)

    assert 3 == ended.code
    assert "LookupError: 5" in ended.err
    assert "grader: internal error, no mark was given; please report the lines above" in ended.err


@pytest.mark.parametrize("kind", [EOFError, BlockingIOError])
def test_a_bug_of_ours_is_not_taken_for_the_end_of_input(
    kind: type[Exception], short: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Click takes an EOFError for Ctrl-D, but the grader never asks for input."""

    def trip(*arguments: object, **_ahead: bool) -> Result:
        raise kind(len(arguments))

    monkeypatch.setattr(marking, "mark", trip)

    assert 3 == run("check", short).code


@pytest.mark.skipif(not HAS_PROC, reason="only Linux tells who descends from whom")
def test_ctrl_c_ends_a_grading_at_once(tmp_path: Path) -> None:
    """It is not a fault of the grader and gives no mark: exit status 130, and no process is left."""
    (tmp_path / "tictactoe.py").write_text(HANGING, encoding="utf-8")
    started = start("check", "tictactoe.py", "--out", "out", cwd=tmp_path, env={})

    # By then the grader waits for the probe: an import, which could swallow Ctrl-C, is no longer under way.
    assert wait_until(lambda: any(cpu_clock(process.pid) > 0.5 for process in descendants(started.process.pid)))
    below = descendants(started.process.pid)
    os.kill(started.process.pid, signal.SIGINT)

    assert 130 == started.completed.code
    assert ["rubric: cs3081 (default): CS3081 Assignment 1: Tic-Tac-Toe"] == started.completed.out.splitlines()
    unfinished = "unfinished: stopped by Ctrl-C; no mark was given"
    assert started.completed.err == f"{unfinished}\n\ngrader: stopped\n"
    assert wait_until(lambda: not alive(below), 10)
    assert not (tmp_path / "out" / "result.json").exists()


def _with_points(result: Result, earned: Decimal, possible: Decimal) -> Result:
    assert result.score is not None
    score = dataclasses.replace(result.score, automatic_earned=earned, automatic_possible=possible)
    return dataclasses.replace(result, score=score)


def test_marks_that_lie_in_the_students_own_folder_are_not_taken_over(
    run_with: RunWith, short: Path, lossy: Result
) -> None:
    """Marks in a result.json beside the submission only give a note; those in another folder are kept."""
    info = dataclasses.replace(lossy.submission, id=short.parent.name)
    fresh = dataclasses.replace(lossy, submission=info)
    forged = with_manual(fresh, {"code_quality": ManualMark(points=Decimal(5))})
    own, ours = short.parent / "report", short.parent.parent / f"{short.parent.name}-ours"
    for folder in (own, ours):
        folder.mkdir()
        (folder / "result.json").write_bytes(to_json(forged))
        run_with(fresh, "check", short, "--out", folder)
    planted, kept = (from_json((folder / "result.json").read_bytes(), "") for folder in (own, ours))

    assert planted.score == fresh.score
    assert (
        said(planted.marks_to_check)
        == "marks given by hand in the submission's own folder are not carried over: code_quality 5"
    )
    assert kept.score == forged.score


def test_only_the_functions_that_are_named_are_asked(tmp_path: Path) -> None:
    """Their points are all there is, and it is said that the mark is a part."""
    file = tmp_path / "tictactoe.py"
    file.write_text(
        "X, O, EMPTY = 'X', 'O', None\ndef winner(board):\n    return None\ndef minimax(board):\n    1 / 0\n"
    )
    ended = start("check", file, "--only", "player,winner", cwd=tmp_path, env={}).completed

    assert 1 == ended.code
    assert "only player, winner: a part of the mark, as if the file had no other function" in ended.out
    assert "of 25 points" in ended.out
    assert "minimax" not in ended.out


@SLOW
def test_grading_stops_at_the_first_function_that_fails(tmp_path: Path) -> None:
    """Those below it are not asked; a file without a fault is asked all."""
    file = tmp_path / "tictactoe.py"
    right = (ROOT / "reference" / "tictactoe.py").read_text()
    file.write_text(right.replace("def winner(", "def winner(board):\n    return None\n\n\ndef _winner("))
    ended = start("check", file, "-x", cwd=tmp_path, env={}).completed

    assert 1 == ended.code
    assert "of 15 points" in ended.out
    assert "terminal" not in ended.out

    file.write_text(right)
    ended = start("check", file, "-x", "--only", "player,winner", cwd=tmp_path, env={}).completed
    assert "25 of 25 points" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-x", "--out", "report"], "Error: -x gives a part of a mark, which is shown and not written"),
        (["--only", "winer"], "Error: --only 'winer': choose from player, actions, result, winner,"),
        (
            ["--only", "winner", "--out", "report"],
            "Error: --only gives a part of a mark, which is shown and not written",
        ),
        (
            ["--only", "winner", "--format", "json"],
            "Error: --only gives a part of a mark, which is shown and not written",
        ),
    ],
)
def test_a_part_of_a_mark_is_never_taken_for_the_whole(
    run: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    """A name that the rubric does not know is an error, and no file gets such a result."""
    file = tmp_path / "tictactoe.py"
    file.write_text("")
    ended = run("check", file, *arguments)

    assert 2 == ended.code
    assert said in " ".join(ended.err.split())
