"""A refusal ends with the command that goes on: the very one that was given, safe to paste."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from grader.cli import main
from grader.model.isolation import Level
from grader.text.isolation_text import isolation_sentence
from tests.batch.sources import BROKEN, write_class
from tests.cli.commands import OfferIsolation, Run
from tests.fixture_folders import ROOT
from tests.sandbox.isolations import LEVELS

CommandAfter = Callable[[Sequence[str], Sequence[str]], str]

ANOTHER_MACHINE = """
# Loaded by Python at its start: makes this machine one that offers less.
from grader.sandbox.launching import launcher
from tests.sandbox.isolations import LEVELS
from grader.model.isolation import Level

class Less:
    def __init__(self, allow=(), python=None):
        self.real, self.isolation = MAKE(), LEVELS[Level.PARTIAL]

    def __getattr__(self, name):
        return getattr(self.real, name)

MAKE, launcher.launcher = launcher.launcher, Less
from grader.batch import worker
worker.launcher = Less
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a class of two."""
    return write_class(tmp_path / "class", {"ada": "right", "bob": "wrong"})


@pytest.fixture
def command_after(
    offer: OfferIsolation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> CommandAfter:
    """Return a function that runs a command on a machine at basic and returns the command in the refusal."""
    offer(LEVELS[Level.BASIC])

    def refuse(seen: Sequence[str], typed: Sequence[str]) -> str:
        words = ["check", str(ROOT / "reference"), "--require-isolation", "full"]
        monkeypatch.setattr(sys, "argv", [*seen, *words])
        monkeypatch.setattr(sys, "orig_argv", [*typed, *words])
        with pytest.raises(SystemExit) as end:
            main()
        assert 4 == end.value.code
        return capsys.readouterr().err.splitlines()[-1]

    return refuse


@pytest.mark.parametrize(
    ("given", "again"),
    [
        ([], ["--require-isolation", "partial"]),
        (["--fresh"], ["--fresh", "--require-isolation", "partial"]),
        (["--require-isolation", "full+"], ["--require-isolation", "partial"]),
        (["--require-isolation=full", "--fresh"], ["--fresh", "--require-isolation", "partial"]),
        (["--require-isolation", "basic", "--require-isolation", "full"], ["--require-isolation", "partial"]),
    ],
)
def test_the_command_is_the_one_that_was_given(
    given: list[str], again: list[str], folder: Path, offer: OfferIsolation, run: Run
) -> None:
    """The level that was found replaces the required one, or is added."""
    offer(LEVELS[Level.PARTIAL])

    ended = run("batch", folder, *given)

    assert ["grader", "batch", str(folder), *again] == shlex.split(ended.err.splitlines()[-1])


def test_what_stands_after_two_dashes_stays_there(
    tmp_path: Path, offer: OfferIsolation, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option after them would be taken for a file."""
    monkeypatch.chdir(tmp_path)
    write_class(tmp_path / "-class", {"ada": "right"})
    offer(LEVELS[Level.BASIC])

    ended = run("batch", "--fresh", "--", "-class")

    assert "grader batch --fresh --require-isolation basic -- -class" == ended.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("seen", "typed", "again"),
    [
        ("/home/x/bin/grader", "/home/x/bin/python /home/x/bin/grader", "/home/x/bin/grader"),
        (".venv/bin/grader", "python3 .venv/bin/grader", ".venv/bin/grader"),
        ("/x/grader/__main__.py", "python -m grader", "python -m grader"),
        ("/x/grader/__main__.py", "py -3.12 -X dev -m grader", "py -3.12 -X dev -m grader"),
    ],
)
def test_the_program_is_called_as_it_was(seen: str, typed: str, again: str, command_after: CommandAfter) -> None:
    """`python -m grader` stays the same, with the options of Python itself."""
    command = command_after([seen], typed.split())

    assert [*again.split(), "check", str(ROOT / "reference"), "--require-isolation", "basic"] == shlex.split(command)


@pytest.mark.skipif(os.name == "nt", reason="Windows looks programs up by their extension")
def test_a_program_that_the_shell_found_is_called_by_its_name(
    tmp_path: Path, command_after: CommandAfter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shell passes the full path, which the user did not type."""
    (tmp_path / "grader").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    place = str(tmp_path / "grader")

    assert command_after([place], ["python", place]).startswith("grader check ")


@pytest.mark.skipif(os.name == "nt", reason="the command is pasted into a POSIX shell")
def test_a_refused_class_is_graded_by_pasting_the_last_line(tmp_path: Path) -> None:
    """With real processes: refused, then pasted into a shell as it was printed."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(ANOTHER_MACHINE, encoding="utf-8")
    write_class(tmp_path / "it's a class", {"ada": BROKEN})
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)]), "CI": "true"}
    command = [sys.executable, "-m", "grader", "batch", "it's a class", "--out", "out"]

    refused = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    pasted = refused.stderr.splitlines()[-1]
    line = ["/bin/sh", "-c", pasted]
    ended = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert (4, "") == (refused.returncode, refused.stdout)
    assert shlex.join([*command, "--require-isolation", "partial"]) == pasted
    assert 0 == ended.returncode, ended.stderr
    assert "1 graded" in ended.stdout
    assert isolation_sentence(LEVELS[Level.PARTIAL]) in (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
