"""Whatever the text is, ruff returns findings or the code is not rated; nothing of ours is lost and nothing left."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from grader.capabilities.quality import ruff_process
from grader.capabilities.quality.ruff_process import NotRated, ruff_version, run_ruff
from grader.capabilities.quality.rules import RUFF_OPTIONS, RULES

UNUSED = "import os\n"
FINDS_UNUSED = [("F401", 1)]


def codes(text: str) -> list[tuple[str, int]]:
    """Return the codes and lines of what ruff finds in `text`."""
    return [(one.code, one.row) for one in run_ruff(text, RUFF_OPTIONS)]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffimport os\n",
        "import os\r\n",
        "import os\r",
        "import os\x0c\n",
        "import os  # \ud800\n",
        "import os  # \U0001f600\u202e\n",
    ],
)
def test_any_line_end_and_any_character_is_read(text: str) -> None:
    """Byte order marks, line ends of old systems, lone surrogates from notebooks."""
    assert codes(text) == FINDS_UNUSED


@pytest.mark.parametrize("text", ["x" + ".x" * 100_000, "x" + "()" * 100_000])
def test_code_nested_too_deeply_is_not_rated(text: str) -> None:
    """The stack of ruff overflows: that is no fault of ours and no finding."""
    with pytest.raises(NotRated, match="Ruff could not read the code"):
        run_ruff(text, RUFF_OPTIONS)


@pytest.mark.parametrize("text", ["def f(:", "print 1", "(" * 5000, 'f"{' * 50, "\0"])
def test_what_is_no_python_is_told_by_a_code_of_no_rule(text: str) -> None:
    """Missing brackets, another language, null bytes."""
    assert {code for code, _ in codes(text)} - set(RULES)


def test_more_findings_than_anybody_reads_are_not_counted() -> None:
    """Their text is cut off at a limit, however many there are."""
    with pytest.raises(NotRated, match="too many findings"):
        run_ruff("a;" * 20_000, RUFF_OPTIONS)


def test_no_configuration_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a student's nor an instructor's, neither in the working directory nor at home."""
    for name in ("pyproject.toml", "ruff.toml", ".ruff.toml", "ruff/ruff.toml", ".config/ruff/ruff.toml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            "[tool.ruff.lint]\nignore = ['F401']\n" if name == "pyproject.toml" else "lint.ignore = ['F401']\n"
        )
    monkeypatch.chdir(tmp_path)
    for variable in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv("RUFF_CONFIG", str(tmp_path / "ruff.toml"))

    assert codes(UNUSED) == FINDS_UNUSED


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], list[subprocess.Popen[bytes]]]:
    """Return a function that lets another program run in place of ruff, and returns the list of its processes."""
    popen = subprocess.Popen

    def replace(command: list[str]) -> list[subprocess.Popen[bytes]]:
        started: list[subprocess.Popen[bytes]] = []

        def start(_: list[str], **options: object) -> subprocess.Popen[bytes]:
            started.append(popen(command, **options))  # type: ignore[call-overload]
            return started[-1]

        monkeypatch.setattr(subprocess, "Popen", start)
        return started

    return replace


def test_a_ruff_that_never_ends_is_killed(
    instead: Callable[[list[str]], list[subprocess.Popen[bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its time it is gone, with its whole group."""
    monkeypatch.setattr(ruff_process, "WALL_SECONDS", 0.1)
    started = instead(["sleep", "60"])

    with pytest.raises(NotRated, match="took too long"):
        run_ruff(UNUSED, RUFF_OPTIONS)
    assert started[0].returncode is not None


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["echo", "{}"], "says something unknown"),
        (["echo", "no JSON"], "says something unknown"),
        (["echo", '{"code": 1, "location": [], "end_location": []}'], "says something unknown"),
        (["sh", "-c", "exit 2"], "ended with code 2"),
        (["/no/such/program"], "cannot be run"),
    ],
)
def test_a_ruff_of_another_kind_costs_nothing(
    instead: Callable[[list[str]], list[subprocess.Popen[bytes]]], command: list[str], why: str
) -> None:
    """What it says is looked at, and what is not understood leaves the line to a person."""
    instead(command)

    with pytest.raises(NotRated, match=why):
        run_ruff(UNUSED, RUFF_OPTIONS)


def test_without_ruff_nothing_is_rated() -> None:
    """It is a dependency; whoever removed it loses this line and no other."""
    with patch.dict("sys.modules", {"ruff": None}), pytest.raises(NotRated, match="Ruff is not installed"):
        run_ruff(UNUSED, RUFF_OPTIONS)


def test_the_version_is_that_of_the_installed_ruff() -> None:
    """It is part of the key of a result."""
    assert ruff_version().count(".") >= 1
