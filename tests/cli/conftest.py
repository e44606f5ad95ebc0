"""What the tests of the command line share: `main` run in this process, and a few gradings for real, begun at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.cli import main
from grader.marking import mark as marking
from grader.model.isolation import Isolation, Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching import launcher
from grader.sandbox.launching.launcher import Launcher
from grader.store.result_json import from_json
from tests.batch.sources import SHORT
from tests.fixture_folders import ROOT
from tests.reports.isolations import Machine

TRAPS = (
    "json",
    "yaml",
    "copy",
    "pathlib",
    "tempfile",
    "socket",
    "pytest",
    "hypothesis",
    "click",
    "rich",
    "grader_plugin",
)
NONSENSE = {"PYTEST_ADDOPTS": "--nonsense -x", "PYTEST_PLUGINS": "no_such_plugin", "COLUMNS": "40"}
PLANTED = {
    "rubric.yaml": "title: mine\nassignment: tictactoe\ntotal: 1\ncriteria: []\n",
    "pytest.ini": "[pytest]\naddopts = --nonsense\n",
    "setup.cfg": "[tool:pytest]\naddopts = --nonsense\n",
    "tox.ini": "[pytest]\naddopts = --nonsense\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--nonsense'\n",
    "grader.ini": "[grader]\nrubric = rubric.yaml\n",
    "__pycache__/tictactoe.cpython-311.pyc": "nonsense",
}


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command left: its exit status and what it wrote."""

    code: int
    out: str
    err: str


@dataclass(slots=True)
class Started:
    """A command that runs beside the tests until one asks for its end."""

    process: subprocess.Popen[bytes]
    _ended: Ended | None = field(default=None)

    @property
    def ended(self) -> Ended:
        """Wait for it."""
        if self._ended is None:
            out, err = self.process.communicate(timeout=120)
            self._ended = Ended(self.process.returncode, out.decode(), err.decode())
        return self._ended


@dataclass(frozen=True, slots=True)
class Gradings:
    """The gradings done for real."""

    reference: Started
    """The model answer, on a terminal that knows ASCII alone, with `--out`."""
    lossy: Started
    """A file without three of the functions, as JSON, with `--out`."""
    surrounded: Started
    """The same from a folder full of traps."""
    beside: Started
    """The same file with the traps in its own folder, which is the working directory."""
    folder: Path
    canary: Path


Grade = Callable[..., Ended]
Offer = Callable[..., list[Machine]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Grade:
    """
    Return a function that runs `main` here, on a machine that offers full isolation, outside of any CI.

    Nothing may be graded by it, since that would be pytest in pytest.
    """

    def call(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["grader", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Ended(end.value.code, out, err)

    monkeypatch.setattr(pytest, "main", _refuse)
    monkeypatch.setattr(launcher, "launcher", lambda _allow=(): Machine())
    monkeypatch.delenv("CI", raising=False)
    return call


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, run: Grade) -> Offer:
    """Return a function that makes this a machine that offers an isolation; it returns the launchers that are made."""
    del run  # which makes it one at full
    made: list[Machine] = []

    def offer(found: Isolation | None, ci: str | None = None) -> list[Machine]:
        def make(_allow: tuple[str, ...] = ()) -> Machine:
            made.append(Machine(found))
            return made[-1]

        monkeypatch.setattr(launcher, "launcher", make)
        if ci is not None:
            monkeypatch.setenv("CI", ci)
        return made

    return offer


@pytest.fixture
def run_with(run: Grade, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Return a function that runs `main` with a grading whose result is known."""

    def call(result: Result, *arguments: object) -> Ended:
        def known(submission: Submission, rubric: Rubric, launcher: Launcher, required: Level) -> Result:
            del submission, rubric, launcher, required
            return result

        monkeypatch.setattr(marking, "mark", known)
        return run(*arguments)

    return call


@pytest.fixture(scope="session")
def gradings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gradings]:
    """Start the gradings that several tests look at."""
    folder = tmp_path_factory.mktemp("cli")
    canary = folder / "canary"
    student, trap, both = folder / "jürgen", folder / "trap", folder / "both" / "jürgen"
    for place in (student, both):
        place.mkdir(parents=True)
        (place / "tictactoe.py").write_text(SHORT, encoding="utf-8")
    trap.mkdir()
    for place in (trap, both):
        set_traps(place, canary)
    quiet = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    gradings = Gradings(
        reference=start("check", ROOT / "reference", "--out", folder / "reference", cwd=folder, env=quiet),
        lossy=start("check", student, "--format", "json", "--out", folder / "lossy", cwd=folder, env={}),
        surrounded=start("check", student, "--format", "json", cwd=trap, env=NONSENSE),
        beside=start("check", ".", "--format", "json", cwd=both, env=NONSENSE),
        folder=folder,
        canary=canary,
    )
    yield gradings
    for started in (gradings.reference, gradings.lossy, gradings.surrounded, gradings.beside):
        started.process.kill()
        started.process.communicate()


@pytest.fixture(scope="session")
def lossy(gradings: Gradings) -> Result:
    """Return the result of the file without three of the functions."""
    return from_json(gradings.lossy.ended.out.encode(), "standard output")


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """Return a file to grade that lacks three functions."""
    path = tmp_path / "tictactoe.py"
    path.write_text(SHORT, encoding="utf-8")
    return path


def start(*arguments: object, cwd: Path, env: dict[str, str]) -> Started:
    """Start `python -m grader` with these arguments, as from a person's terminal unless `env` has CI."""
    surroundings = {name: value for name, value in os.environ.items() if name != "CI"}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=cwd,
        env={**surroundings, "PYTHONUTF8": "0", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    return Started(process)


def set_traps(folder: Path, canary: Path) -> None:
    """Write everything into `folder` that a careless grader would read or run; what runs leaves the canary."""
    for name in TRAPS:
        text = f"open({str(canary)!r}, 'a').write({name!r})\nraise SystemExit(0)\n"
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "conftest.py").write_text(f"open({str(canary)!r}, 'a').write('conftest')\n", encoding="utf-8")
    for name, text in PLANTED.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def _refuse(*arguments: object, **options: object) -> int:
    raise AssertionError(arguments, options)
