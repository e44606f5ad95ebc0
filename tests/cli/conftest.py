"""Fixtures of the command line's tests: `main` in this process, and a few real gradings, started before the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.cli import main
from grader.marking import mark as marking
from grader.model.isolation import Isolation
from grader.model.result import Result
from grader.sandbox.launching import launcher
from grader.sandbox.launching.interpreter import OWN, Interpreter
from grader.store.result_json import from_json
from tests.batch.sources import SHORT
from tests.cli.commands import Completed, OfferIsolation, RealRuns, Run, start
from tests.fixture_folders import ROOT
from tests.sandbox.isolations import Machine


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """
    Return a function that runs `main` here, on a machine that offers full isolation, outside of any CI.

    It must not grade, since grading runs pytest, and this is pytest already.
    """

    def call(*arguments: object) -> Completed:
        monkeypatch.setattr(sys, "argv", ["grader", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Completed(end.value.code, out, err)

    monkeypatch.setattr(pytest, "main", _refuse)
    monkeypatch.setattr(launcher, "launcher", lambda _allow=(), python=OWN: Machine(python=python))
    monkeypatch.delenv("CI", raising=False)
    return call


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, run: Run) -> OfferIsolation:
    """Return a function that makes this a machine that offers an isolation; it returns the launchers that are made."""
    del run  # which makes it one at full
    made: list[Machine] = []

    def offer(found: Isolation | None, ci: str | None = None) -> list[Machine]:
        def make(_allow: tuple[str, ...] = (), python: Interpreter = OWN) -> Machine:
            made.append(Machine(found, python=python))
            return made[-1]

        monkeypatch.setattr(launcher, "launcher", make)
        if ci is not None:
            monkeypatch.setenv("CI", ci)
        return made

    return offer


@pytest.fixture
def run_with(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Completed]:
    """Return a function that runs `main` with a grading whose result is known."""

    def call(result: Result, *arguments: object) -> Completed:
        def known(*_: object, **_ahead: bool) -> Result:
            return result

        monkeypatch.setattr(marking, "mark", known)
        return run(*arguments)

    return call


@pytest.fixture(scope="session")
def real_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealRuns]:
    """Start the gradings that several tests look at."""
    folder = tmp_path_factory.mktemp("cli")
    student = folder / "jürgen"
    student.mkdir(parents=True)
    (student / "tictactoe.py").write_text(SHORT, encoding="utf-8")
    quiet = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    real_runs = RealRuns(
        reference=start("check", ROOT / "reference", "--out", folder / "reference", cwd=folder, env=quiet),
        lossy=start("check", student, "--format", "json", "--out", folder / "lossy", cwd=folder, env={}),
        folder=folder,
    )
    yield real_runs
    for started in (real_runs.reference, real_runs.lossy):
        started.process.kill()
        started.process.communicate()


@pytest.fixture(scope="session")
def lossy(real_runs: RealRuns) -> Result:
    """Return the result of the file without three of the functions."""
    return from_json(real_runs.lossy.completed.out.encode(), "standard output")


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """Return a file to grade that lacks three functions."""
    path = tmp_path / "tictactoe.py"
    path.write_text(SHORT, encoding="utf-8")
    return path


def _refuse(*arguments: object, **options: object) -> int:
    raise AssertionError(arguments, options)
