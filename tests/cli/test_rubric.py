"""`grader rubric`: print a rubric to copy, and check the copy."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from grader.batch import worker
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.interpreter import Interpreter
from tests.batch.fakes import right, submission
from tests.batch.sources import write_class
from tests.cli.commands import Completed, Run
from tests.fixture_folders import ROOT

BUILT_IN = {
    "cs3081": ROOT / "rubric.yaml",
    "cs50": ROOT / "grader" / "assignments" / "tictactoe" / "rubrics" / "cs50.yaml",
    "elearning": ROOT / "grader" / "assignments" / "tictactoe" / "rubrics" / "elearning.yaml",
}


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Return a rubric file that lacks a check which the grader has, as one for an earlier grader would."""
    text = (ROOT / "rubric.yaml").read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace("      first_move: 2 ", "      #").replace("s: 7", "s: 9"), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", BUILT_IN)
def test_show_prints_a_built_in_rubric_that_check_finds_right(name: str, run: Run, tmp_path: Path) -> None:
    """Byte for byte, comments and all; the copy is right as it is."""
    shown = run("rubric", "show", name)
    (tmp_path / "mine.yaml").write_text(shown.out, encoding="utf-8", newline="")

    checked = run("rubric", "check", tmp_path / "mine.yaml")

    assert (0, BUILT_IN[name].read_bytes()) == (shown.code, shown.out.encode())
    assert (0, "") == (checked.code, checked.err)
    assert checked.out.startswith(f"{tmp_path / 'mine.yaml'}: OK: ")


def test_show_without_a_name_prints_the_default(run: Run) -> None:
    """It is the root's rubric.yaml."""
    assert run("rubric", "show").out == run("rubric", "show", "cs3081").out


def test_check_prints_the_hashes_of_files_that_were_handed_out(run: Run, tmp_path: Path) -> None:
    """So that a rubric can name them without carrying the files."""
    folder = ROOT / "fixtures" / "rubrics" / "whole-sheet"
    runner = run("rubric", "check", folder / "rubric.yaml").out.splitlines()[-2].removeprefix("runner.py: ")
    text = (folder / "rubric.yaml").read_text(encoding="utf-8").replace("readme: handout/README.md", "readme: true")
    (tmp_path / "mine.yaml").write_text(text.replace("handout/runner.py", runner), encoding="utf-8")

    assert runner.startswith("sha256:")
    assert f"runner.py: {runner}" == run("rubric", "check", tmp_path / "mine.yaml").out.splitlines()[-2]


def test_check_sums_up_what_it_read(run: Run) -> None:
    """So a person notices a mistake that is valid."""
    path = ROOT / "rubric.yaml"
    line = "CS3081 Assignment 1: Tic-Tac-Toe: 9 items (1 by hand), 100 points, 95 of them automatic"

    assert f"{path}: OK: {line}\n" == run("rubric", "check", path).out


def test_schema_describes_the_built_in_rubrics(run: Run) -> None:
    """What it prints is a JSON Schema that they fit and nonsense does not."""
    schema: Any = json.loads(run("rubric", "schema").out)

    for path in BUILT_IN.values():
        jsonschema.validate(yaml.safe_load(path.read_bytes()), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"title": "nonsense"}, schema)


def note(path: Path) -> str:
    """Return the note on the rubric `earlier` at `path`."""
    todo = "add them with points to count them"
    return f"note: {path}: these checks are left out and count 0 points: player.first_move; {todo}"


def test_check_names_the_checks_that_a_file_leaves_out(earlier: Path, run: Run) -> None:
    """The file is right all the same, so the status is 0."""
    ended = run("rubric", "check", earlier)
    summary, *notes = ended.out.splitlines()

    assert (0, "", [note(earlier)]) == (ended.code, ended.err, notes)
    assert summary.startswith(f"{earlier}: OK: ")


def test_a_file_is_graded_with_the_note_beside_the_result(
    earlier: Path, short: Path, default_rubric: Rubric, run_with: Callable[..., Completed]
) -> None:
    """On standard error, so that a program can read the result."""
    result = right(submission("ada"), default_rubric)

    ended = run_with(result, "check", short, "--rubric", earlier, "--format", "json")

    assert (0, note(earlier)) == (ended.code, ended.err.splitlines()[0])
    assert "graded" == json.loads(ended.out)["status"]


def test_a_class_is_graded_with_the_note_told_once(
    earlier: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many submissions there are; each report shows the check without points."""

    def grade(one: Submission, rubric: Rubric, required: Level, python: Interpreter) -> Result:
        del python
        del required
        return right(one, rubric)

    monkeypatch.setattr(worker, "grade", grade)
    monkeypatch.setattr("grader.cli.batch.executor_of", ThreadPoolExecutor)
    folder = write_class(tmp_path / "class", {"ada": "right", "bob": "wrong"})

    ended = run("batch", folder, "--out", tmp_path / "out", "--rubric", earlier)
    player = json.loads((tmp_path / "out" / "ada" / "result.json").read_bytes())["criteria"][0]

    assert 0 == ended.code
    assert 1 == ended.err.count("note: ")
    assert note(earlier) in ended.err.splitlines()
    assert {"player.alternates": 9, "player.board_unchanged": 1, "player.first_move": 0} == {
        check["id"]: check["points"] for check in player["checks"]
    }
