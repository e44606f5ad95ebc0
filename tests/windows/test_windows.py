"""The grader on Windows's own Python: the same marks as here, no process left behind, and every command runs."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from grader.model.result import Result
from grader.store.result_json import from_json
from grader.text.reasons import said
from tests import test_fixtures
from tests.fixture_folders import ROOT, Fixture, fixture_in, folder_called
from tests.windows.install import windows_path
from tests.windows.wine import NAME, Wine, seconds_used

EVERY = "GRADER_EVERY_WINDOWS" in os.environ
"""Some twenty minutes on a quiet machine."""
HERE = shutil.which("wine") is not None and NAME in os.environ
pytestmark = [
    pytest.mark.skipif(not HERE, reason=f"Wine, and a folder in {NAME} by `python -m tests.windows.install FOLDER`"),
    pytest.mark.timeout(7500 if EVERY else 1300),
]
QUICK = (
    *("plain-minimax-deepcopy", "import-never-ends", "lab4-play-leaves-by-os-exit"),
    *("result-shallow-copy", "syntax-error"),
)
"""Right, a loop at import, a dialogue that ends its process, wrong, no Python: half a minute at most for each."""
OF_EVERY_KIND = (
    *("actions-list", "actions-mutable-default", "clock-seeds-rollouts", "comment-not-utf8", "dict-memo"),
    *("helper-package", "import-exits", "import-raises", "lab4-board-is-global", "lab4-notebook-with-outputs"),
    *("lab4-play-crashes-on-letters", "lab4-reads-standard-input", "lab4-sheet-script", "lru-cache-tuples"),
    *("minimax-crashes-in-lost-positions", "minimax-eats-memory", "minimax-exits-process", "minimax-sleeps"),
    *("minimax-recurses-forever", "place-and-undo", "prints-everywhere", "result-mutates"),
    *("skeleton", "tabs-and-crlf", "winner-misses-anti-diagonal"),
)
GRADED = (*QUICK, *OF_EVERY_KIND) if EVERY else QUICK
PLAIN = ROOT / "fixtures" / "plain-minimax-deepcopy" / "tictactoe.py"
WRONG = ROOT / "fixtures" / "winner-misses-anti-diagonal" / "tictactoe.py"
BEGUN = 50
"""The points of `_begun` right functions: a search takes half a minute here."""
FEEDBACK = ("--to", "feedback-zip", "--for", "folders", "--pending", "so-far", "--out", "feedback.zip")
ISOLATION = ("--require-isolation", "basic")


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    """Return Windows's Python."""
    with Wine(Path(os.environ[NAME]), tmp_path_factory.mktemp("wine")).started() as wine:
        yield wine


@pytest.fixture(scope="module")
def graded_there(wine: Wine, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """Return the results of the fixtures by name, graded on Windows."""
    folder = tmp_path_factory.mktemp("results")
    words = ("-m", "tests.windows.grading", windows_path(folder), *GRADED)
    run = wine.run(*words, folder=folder, seconds=240 * len(GRADED))
    assert run.returncode == 0, run.stdout.decode(errors="replace")
    return {name: from_json((folder / f"{name}.json").read_bytes(), name) for name in GRADED}


@pytest.fixture(scope="module")
def stated() -> dict[str, Fixture]:
    """Return what the fixtures state."""
    return {name: fixture_in(folder_called(name)) for name in GRADED}


@pytest.mark.parametrize("name", GRADED)
def test_a_fixture_gets_on_windows_what_it_expects(
    name: str, stated: dict[str, Fixture], graded_there: dict[str, Result]
) -> None:
    """Verdicts, points, counterexamples, commands and causes, word for word."""
    test_fixtures.test_the_fixture_gets_what_it_expects(name, stated, graded_there)
    test_fixtures.test_the_student_is_told_what_the_fixture_states(name, stated, graded_there)
    test_fixtures.test_failures_follow_from_what_the_fixture_states(name, stated, graded_there)


@pytest.fixture(scope="module")
def reports(wine: Wine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the reports of a class of two, with blanks and umlauts in the paths; the console has code page 850."""
    folder = tmp_path_factory.mktemp("windows") / "Übung 1"
    for student, path in (("ada", PLAIN), ("björn", WRONG)):
        (folder / "class" / student).mkdir(parents=True)
        (folder / "class" / student / "tictactoe.py").write_text(_begun(path))
    run = wine.grader("batch", "class", "--out", "réports", "--jobs", "0", *ISOLATION, folder=folder, encoding="cp850")
    assert run.returncode == 0, run.stdout.decode("cp850")
    return folder / "réports"


def test_a_class_is_graded_in_one_process(reports: Path) -> None:
    """Each student has a result and a page."""
    scores = {
        path.parent.name: json.loads(path.read_bytes())["score"]["earned"] for path in reports.glob("*/result.json")
    }

    assert {"ada": BEGUN, "björn": BEGUN - 4} == {name: Decimal(score) for name, score in scores.items()}
    assert all((reports / name / "report.html").is_file() for name in scores)


@pytest.mark.parametrize(
    ("arguments", "status", "made"),
    [
        (("report", "réports"), 0, "index.html"),
        (("report", "réports", "--template", "marks.csv"), 0, "../marks.csv"),
        (("export", "réports", *FEEDBACK), 0, "../feedback.zip"),
        (("rubric", "show", "cs50"), 0, ""),
        (("doctor",), 0, ""),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_a_command_runs_on_windows(
    arguments: tuple[str, ...], status: int, made: str, wine: Wine, reports: Path
) -> None:
    """With the status that it has here, and it makes what it says."""
    run = wine.grader(*arguments, folder=reports.parent, encoding="cp1252")

    assert status == run.returncode, run.stdout.decode("cp1252")
    assert b"Traceback" not in run.stdout
    assert (reports / made).exists()


def test_a_command_to_reproduce_runs_in_the_systems_shell(wine: Wine, reports: Path, tmp_path: Path) -> None:
    """It prints what the report says."""
    shutil.copy(WRONG, tmp_path)
    result = from_json((reports / "björn" / "result.json").read_bytes(), "result.json")
    (check,) = (check for item in result.criteria for check in item.checks if check.id == "winner.diagonals")
    assert check.reproduce is not None
    assert check.counterexample is not None

    # This Python, unlike an installed one, does not look for modules in the working directory.
    command = check.reproduce.replace('-c "', "-c \"import sys; sys.path.insert(0, '.'); ", 1)
    (tmp_path / "reproduce.bat").write_text(f"@{command}\n")

    printed = wine.shell("reproduce.bat", tmp_path).stdout.decode()

    assert f"Got: {said(check.counterexample.got)}" in printed


def test_a_grader_that_is_killed_leaves_no_process(wine: Wine, tmp_path: Path) -> None:
    """The job ends its process when the last handle is closed."""
    process = _checked_without_end(wine, tmp_path)

    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)

    end = time.monotonic() + 20
    while wine.probes() and time.monotonic() < end:
        time.sleep(0.2)
    assert [] == wine.probes()


def test_ctrl_c_ends_the_grader_and_leaves_no_process(wine: Wine, tmp_path: Path) -> None:
    """With the status of a program that was interrupted."""
    process = _checked_without_end(wine, tmp_path)

    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)

    assert process.returncode == 130
    assert b"grader: stopped" in output
    assert [] == wine.probes()


def test_a_saved_file_is_graded_again(wine: Wine, tmp_path: Path) -> None:
    """``--watch`` says what a save changed."""
    (tmp_path / "tictactoe.py").write_text("X = 'X'\n")
    process = wine.start_grader("check", "--watch", "tictactoe.py", folder=tmp_path)
    lines = (line.decode() for line in process.stdout or ())
    try:
        assert any(line.startswith("watching tictactoe.py") for line in lines)
        (tmp_path / "tictactoe.py").write_text(_begun(PLAIN))
        assert any(line.startswith(f"0 -> {BEGUN}") for line in lines)
    finally:
        process.kill()
        process.communicate()


def test_one_plays_against_the_ai(wine: Wine, tmp_path: Path) -> None:
    """The page is served, and its address needs the secret."""
    shutil.copy(PLAIN, tmp_path)
    process = wine.start("-m", "tests.windows.cpu_clock", "play", "tictactoe.py", "--no-browser", folder=tmp_path)
    try:
        address = next(_addresses(process.stdout))
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - of this machine
            assert b"<html" in answer.read()
    finally:
        process.kill()
        process.communicate()


def _begun(path: Path) -> str:
    """Return the first half of a program, from the constants to `winner`."""
    return path.read_text().partition("\n\ndef terminal(")[0] + "\n"


def _checked_without_end(wine: Wine, folder: Path) -> subprocess.Popen[bytes]:
    """Return a grader that waits for a file which never ends."""
    (folder / "tictactoe.py").write_text("while True:\n    pass\n")
    process = wine.start_grader("check", "tictactoe.py", folder=folder)
    while not any(seconds_used(pid) > 1 for pid in wine.probes()):  # one that only begins may not be in its job yet
        assert process.poll() is None
        time.sleep(0.2)
    return process


def _addresses(lines: object) -> Iterator[str]:
    for line in lines:  # type: ignore[attr-defined]
        yield from re.findall(r"http://\S+", line.decode())
