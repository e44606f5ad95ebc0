"""`grader doctor`: what this machine offers, for people and for CI."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from grader.model.isolation import Level
from grader.sandbox.launching import launcher
from grader.text.isolation_text import isolation_sentence
from grader.text.line_breaks import MARK
from tests.cli.commands import Run
from tests.sandbox.isolations import LEVELS, Machine


@pytest.fixture(params=Level)
def level(request: pytest.FixtureRequest, run: Run, monkeypatch: pytest.MonkeyPatch) -> Level:
    """Make this a machine that offers each level in turn."""
    del run  # which makes it one at full
    level: Level = request.param
    monkeypatch.setattr(launcher, "launcher", lambda python: Machine(LEVELS[level], python=python))
    return level


def test_it_says_what_the_machine_offers(level: Level, run: Run) -> None:
    """The exit status is 0 at any level."""
    ended = run("doctor")

    assert (0, "") == (ended.code, ended.err)
    assert isolation_sentence(LEVELS[level]) in " ".join(ended.out.split())
    assert platform.python_version() in ended.out
    assert ("grader batch PATH            refuses" in ended.out) is not level.reaches(Level.FULL)


@pytest.mark.parametrize("asked", Level)
def test_with_a_level_it_is_a_test_for_ci(level: Level, asked: Level, run: Run) -> None:
    """Status 4 if the machine offers less, after the whole report."""
    offered = level.reaches(asked)
    message = f"grader: isolation {asked.value} is required, and this machine offers {level.value}\n"

    for form in ("terminal", "json"):
        ended = run("doctor", "--require-isolation", asked.value, "--format", form)
        assert (0, "") == (ended.code, ended.err) if offered else (4, message) == (ended.code, ended.err)
        assert level.value in ended.out


def test_json_is_for_programs(level: Level, run: Run) -> None:
    """Standard output is one object."""
    whole = json.loads(run("doctor", "--format", "json").out)

    assert (level.value, sys.executable) == (whole["isolation"]["level"], whole["machine"]["interpreter"])
    assert ["grader check FILE", "grader check FILE (CI=true)", "grader batch PATH"] == [
        one["command"] for one in whole["commands"]
    ]


@pytest.mark.parametrize(
    ("system", "remedy"), [("Darwin", "a container or a virtual machine"), ("Windows", "use WSL2")]
)
def test_advice_is_for_the_system_it_runs_on(
    system: str, remedy: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python names it."""
    monkeypatch.setattr(launcher, "launcher", lambda python: Machine(LEVELS[Level.BASIC], python=python))
    monkeypatch.setattr(platform, "system", lambda: system)

    assert remedy in " ".join(run("doctor").out.replace(MARK, "").split())


def test_where_no_probe_starts_it_is_a_fault_of_ours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no level to show; the reason is shown."""
    machine = Machine(None)
    monkeypatch.setattr(launcher, "launcher", lambda **_options: machine)

    ended = run("doctor")

    assert (3, "", 1) == (ended.code, ended.out, machine.closed)
    assert "no probe starts here" in ended.err


def test_it_looks_at_the_machine_it_runs_on(tmp_path: Path) -> None:
    """A real probe is started: the level must agree with its self-test."""
    command = [sys.executable, "-m", "grader", "doctor", "--format", "json"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    found = json.loads(ended.stdout)["isolation"]

    assert found["level"] in {level.value for level in Level}
    blocked = [one["blocked"] for one in found["self_test"]]
    assert not found["level"].startswith("full") or (len(blocked) == 6 and all(blocked))
