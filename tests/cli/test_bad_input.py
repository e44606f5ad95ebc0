"""Bad input: exit status 2, nothing graded, and a line that names the place and what to do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.platform_output import all_formats
from tests.batch.sources import BROKEN
from tests.cli.commands import Run, start
from tests.fixture_folders import ROOT
from tests.intake.notebooks import notebook
from tests.platforms.samples import LAYOUTS

COPY_A_RUBRIC = (
    "`grader rubric show cs50 > mine.yaml` makes a copy to edit, and `grader rubric check mine.yaml` checks the copy"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with all files and folders that the tests name by mistake."""
    for place in ("two/a", "two/b", "empty", "one"):
        (tmp_path / place).mkdir(parents=True)
    for place in ("two/a", "two/b", "one"):
        (tmp_path / place / "tictactoe.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "graded" / "ada").mkdir(parents=True)
    for report in ("class.json", "index.html", "ada/result.json", "ada/report.html"):
        (tmp_path / "graded" / report).write_text("{}", encoding="utf-8")
    (tmp_path / "alike").mkdir()
    for name in ("tictactoe1.py", "tictactoe_b.py"):
        (tmp_path / "alike" / name).write_text("def minimax(board):\n    return None\n", encoding="utf-8")
    (tmp_path / "latin.py").write_bytes(b"X = 'X'\nO = '\xe9'\n")
    (tmp_path / "large.py").write_bytes(b"#" * 400_000)
    (tmp_path / "lab.ipynb").write_text(notebook("def best_move(board):\n    return None\n"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("notes", encoding="utf-8")
    (tmp_path / "Mine.yaml").write_text("titel: Mine\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nope.py"], "nope.py: no such file; check the path"),
        (["check", "nope"], "nope: no such file; check the path"),
        (
            ["check", "empty"],
            "empty: holds no file; put the file to grade there, named tictactoe.py",
        ),
        (
            ["check", "two"],
            "two: 2 files could be the one to grade: a/tictactoe.py and b/tictactoe.py; keep one",
        ),
        (
            ["check", "alike"],
            "alike: 2 files could be the one to grade: tictactoe1.py and tictactoe_b.py; keep one, named tictactoe.py",
        ),
        (["check", "latin.py"], "latin.py: line 2 is not UTF-8 (it looks like cp1252); save the file as UTF-8"),
        (["check", "large.py"], "large.py: larger than 256 KiB; hand in the source alone, or raise the rubric's limit"),
        (["check", "notes.txt"], "notes.txt: not a Python file; name tictactoe.py or the folder that holds it"),
        (
            ["check", "one", "--rubric", "cs51"],
            "cs51: No such file or directory; did you mean 'cs50'?",
        ),
        (
            ["check", "one", "--rubric", "chess.yaml"],
            (
                "chess.yaml: No such file or directory;"
                " --rubric takes a YAML file or one of: cs3081, cs50, elearning, lab4"
            ),
        ),
        (
            ["check", "one", "--rubric", "minne.yaml"],
            "minne.yaml: No such file or directory; did you mean 'Mine.yaml'?",
        ),
        (
            ["check", "lab.ipynb"],
            (
                "lab.ipynb: not a Python file; save its code as tictactoe.py;"
                " if it is for another assignment, use --rubric lab4"
            ),
        ),
        (["check", "larg.py"], "larg.py: no such file; did you mean 'large.py'?"),
        (["check", "two/c/tictactoe.py"], "two/c/tictactoe.py: no such file; check the path"),
        (["check", "one/tictacto.py"], "one/tictacto.py: no such file; did you mean 'tictactoe.py'?"),
        (["check", "onee"], "onee: no such file; did you mean 'one'?"),
        (
            ["check", "one", "--rubric", ""],
            "the name of the rubric is empty; --rubric takes a YAML file or one of: cs3081, cs50, elearning, lab4",
        ),
        (
            ["check", "one", "--rubric", "empty"],
            "empty: Is a directory; --rubric takes a YAML file or one of: cs3081, cs50, elearning, lab4",
        ),
        (
            ["check", "one", "--out", "notes.txt"],
            "notes.txt: cannot be written (File exists); choose a folder where files can be written",
        ),
        (
            ["check", "one", "--out", "notes.txt/x"],
            "notes.txt/x: cannot be written (Not a directory); choose a folder where files can be written",
        ),
        (["play", "nope.py"], "nope.py: no such file; check the path"),
        (
            ["play", "empty"],
            "empty: holds no file; put the file to grade there, named tictactoe.py",
        ),
        (["play", "notes.txt"], "notes.txt: not a Python file; name tictactoe.py or the folder that holds it"),
        (["batch", "nope"], "nope: no such folder or zip; name the one that holds the submissions"),
        (["batch", "notes.txt"], "notes.txt: neither a folder nor a zip; name the one that holds the submissions"),
        (
            ["batch", "empty"],
            "empty: no submissions; each is a folder with tictactoe.py in it, or a file <student>.py",
        ),
        (
            ["batch", "two", "--from", "moodle"],
            "two: not a Moodle download: expected folders such as `Ada Lovelace_301_assignsubmission_file`",
        ),
        (
            ["batch", "two", "--depth", "3"],
            (
                "two: no submissions at --depth 3; each is a folder with tictactoe.py in it, or a file <student>.py; "
                "here is a/tictactoe.py (beside the sections), b/tictactoe.py (beside the sections)"
            ),
        ),
        (
            ["batch", "graded"],
            "graded: holds reports, not submissions; name the folder or zip with submissions",
        ),
        (
            ["batch", "one"],
            "one: holds tictactoe.py itself, so it is one submission: use `grader check one`",
        ),
        (
            ["batch", "two", "--out", "./two/"],
            "--out two: lies among the submissions, where students may have put forged results; use --out reports",
        ),
        (
            ["report", "nope"],
            "nope: no such folder; name the folder that `grader batch --out` or `grader check --out` wrote",
        ),
        (
            ["report", "notes.txt"],
            "notes.txt: not a folder; name the folder that `grader batch --out` or `grader check --out` wrote",
        ),
        (
            ["report", "empty"],
            "empty: no result.json in it or in its sub-folders; name the folder that `grader batch --out` wrote",
        ),
        (["rubric", "show", "cs5O"], "there is no built-in rubric 'cs5O'; did you mean 'cs50'?"),
        (["rubric", "show", "chess"], "there is no built-in rubric 'chess'; there are: cs3081, cs50, elearning, lab4"),
        (
            ["rubric", "check", "cs50"],
            f"cs50: a built-in rubric, not a file; {COPY_A_RUBRIC}",
        ),
        (["rubric", "check", "mine.yml"], "mine.yml: No such file or directory; did you mean 'Mine.yaml'?"),
        (
            ["rubric", "check", "nope.yaml"],
            "nope.yaml: No such file or directory; name a YAML file, such as one that `grader rubric show` printed",
        ),
    ],
)
def test_it_is_named_in_one_line(arguments: list[str], message: str, run: Run) -> None:
    """The place, what is wrong, what to do: no traceback, nothing on standard output."""
    ended = run(*arguments)

    assert (2, "", f"grader: {message}\n") == (ended.code, ended.out, ended.err)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Usage: grader [OPTIONS] COMMAND"),
        (["chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["rubric", "chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["grade"], "No such command 'grade'."),
        (["check"], "Missing argument 'PATH'."),
        (["check", ""], "Invalid value for 'PATH': the path is empty."),
        (["play"], "Missing argument 'PATH'."),
        (["check", "one", "two"], "unexpected extra argument (two)"),
        (["check", "one", "--format", "xml"], f"'xml' is not one of {', '.join(map(repr, all_formats()))}."),
        (["check", "one", "--out", ""], "Invalid value for '--out': the path is empty."),
        (
            ["batch", "two", "--from", "moodel"],
            f"'moodel' is not one of {', '.join(map(repr, LAYOUTS))}, 'plain'.",
        ),
        (["batch", "two", "--depth", "0"], "0 is not in the range 1<=x<=9."),
        (["batch", "two", "--jobs", "-1"], "-1 is not in the range 0<=x<=256."),
        (["report", "empty", "--manual", ""], "Invalid value for '--manual': the path is empty."),
    ],
)
def test_wrong_usage_shows_how_it_is_meant(arguments: list[str], message: str, run: Run) -> None:
    """The same status as other bad input, with the usage."""
    ended = run(*arguments)

    assert (2, "") == (ended.code, ended.out)
    assert message in ended.err
    assert "Usage: grader" in ended.err


@pytest.mark.parametrize("command", [["check"], ["batch"], ["doctor"]], ids=" ".join)
def test_a_misspelt_option_is_answered_with_the_nearest_one(command: list[str], run: Run) -> None:
    """As click does it; whether in quotes depends on its version."""
    ended = run(*command, "--require-isolatoin", "full", "x")

    assert (2, "") == (ended.code, ended.out)
    assert re.search(r"Did you mean '?--require-isolation'?\?", ended.err)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [["check", "one", "--rubric"], ["rubric", "check"], ["batch", "two", "--rubric"]])
def test_every_problem_of_a_rubric_is_named_at_once(command: list[str], folder: Path, run: Run) -> None:
    """Each with file, line and column, so that all can be corrected at once."""
    text = (ROOT / "rubric.yaml").read_text(encoding="utf-8")
    lines = text.replace("alternates: 7", "alternates: -7").replace("submission: 300", "submision: 300")
    (folder / "mine.yaml").write_text(lines.replace("  - id: winner", "  - id: actions"), encoding="utf-8")

    ended = run(*command, "mine.yaml")

    head, *problems = ended.err.splitlines()
    assert (2, "", f"grader: {len(problems)} problems") == (ended.code, ended.out, head)
    assert all(re.match(r"mine\.yaml:\d+:\d+: ", line) for line in problems)
    for part in ("did you mean 'submission'?", "'alternates' must be 0 or more", "the id 'actions' is taken already"):
        assert part in ended.err


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder that is in use")
def test_a_working_directory_that_is_gone_is_named(tmp_path: Path) -> None:
    """No traceback if the working directory was removed."""
    (tmp_path / "gone").mkdir()
    program = "import os; os.rmdir('../gone'); from grader.cli import main; main()"
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path / "gone", capture_output=True, check=False)

    assert (2, b"") == (ended.returncode, ended.stdout)
    assert b"grader: the working directory is not there any more; change to another one" == ended.stderr.strip()


def test_two_candidates_are_named_for_the_module_too(folder: Path) -> None:
    """`python -m grader` is the same program."""
    ended = start("check", "two", cwd=folder, env={}).completed

    assert (2, "") == (ended.code, ended.out)
    assert ended.err.startswith("grader: two: 2 files could be the one to grade")


def test_late_work_without_a_due_time_is_refused_before_anything_is_graded(folder: Path, run: Run) -> None:
    """Nobody could say what is late; `check` takes nothing off."""
    cs50 = (ROOT / "grader" / "assignments" / "tictactoe" / "rubrics" / "cs50.yaml").read_text(encoding="utf-8")
    (folder / "late.yaml").write_text(f"{cs50}\nlate:\n  per_day: 5\n", encoding="utf-8")

    ended = run("batch", "two", "--rubric", "late.yaml")

    assert (2, "") == (ended.code, ended.out)
    assert "late.yaml: takes points off for late work, but says no due time; add `due:`" in ended.err
