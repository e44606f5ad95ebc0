"""One submission, graded by the grader and by every peer in turns."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import ALPHA_BETA, TYPICAL, styles
from benchmarks.installed_copy import as_installed
from benchmarks.measuring import CommandFailed, Cost, Runs, cost_of, folder_with, output_of
from benchmarks.peers.environments import Tool

EXHAUSTIVE, SWEEPS = "pytest file, exhaustive", "pytest file, exhaustive, no games"
CHECK50, GRADESCOPE = "check50", "gradescope-utils"
BOUND, COLD, WARM = "the same calls, memo only", "grader cold", "grader warm"

PEERS = Path(__file__).with_name("peers")
TITLES = {TYPICAL: "plain, deepcopy", ALPHA_BETA: "alpha-beta"}
WARM_UP_STYLE = "own-memo"
"""The style of the file that a warm marker grades first."""
CHECK50_FILES = 'check50:\n  files:\n    - !exclude "*"\n    - !require tictactoe.py\n'
ANY_ISOLATION = ("--require-isolation", "basic")
"""The corpus is our own code, so it may be graded without isolation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetitions:
    """How often each contender runs."""

    rounds: int
    exhaustive: int
    """Rounds in which the exhaustive pytest file runs, which takes tens of seconds."""
    warm: int
    """Files that a warm marker grades in each round."""


def measure(style: str, tools: Mapping[str, Tool], repetitions: Repetitions, place: Path, runs: Runs) -> None:
    """Run all contenders on the file of `style`, in folders below `place`; `runs` gets their costs by `run_name`."""
    contenders = _contenders(styles()[style], tools, repetitions.warm, place / style)
    for number in range(repetitions.rounds):
        for contender, run in contenders.items():
            if contender not in {EXHAUSTIVE, SWEEPS} or number < repetitions.exhaustive:
                runs.run(run_name(style, contender), number, run)


def run_name(style: str, contender: str) -> str:
    """Return the name under which the costs of a contender on the file of `style` are kept."""
    return f"{TITLES[style]}: {contender}"


def _contenders(source: str, tools: Mapping[str, Tool], warm: int, place: Path) -> dict[str, Callable[[], Cost]]:
    ours = as_installed(place.parent)
    file = folder_with(place / "student", {"tictactoe.py": source}) / "tictactoe.py"
    found = {
        CHECK50: _check50(source, tools, place),
        GRADESCOPE: _gradescope(source, tools, place),
        COLD: _cold(file, ours),
        WARM: _warm(source, warm, place, ours),
        BOUND: _bound(file, ours),
        EXHAUSTIVE: _exhaustive(source, place),
        SWEEPS: _exhaustive(source, place, "-k", "not never_loses"),
    }
    return {contender: run for contender, run in found.items() if run is not None}


def _exhaustive(source: str, place: Path, *chosen: str) -> Callable[[], Cost]:
    tests = (PEERS / "exhaustive_tests.py").read_text(encoding="utf-8")
    folder = folder_with(place / "exhaustive", {"tictactoe.py": source, "exhaustive_tests.py": tests})
    # Without other installed plugins, one of which is the grader itself.
    bare = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "exhaustive_tests.py",
        *chosen,
    ]
    return lambda: cost_of(command, cwd=folder, extra=bare)


def _check50(source: str, tools: Mapping[str, Tool], place: Path) -> Callable[[], Cost] | None:
    if CHECK50 not in tools:
        return None
    files = {
        "tictactoe.py": source,
        "checks/__init__.py": (PEERS / "check50_checks.py").read_text(encoding="utf-8"),
        "checks/examples.py": (PEERS / "examples.py").read_text(encoding="utf-8"),
        "checks/.cs50.yaml": CHECK50_FILES,
    }
    folder = folder_with(place / "check50", files)
    # --dev: use the checks in this folder, nothing from the network.
    checks = ["--dev", "checks", "--output", "json"]
    return lambda: cost_of([tools[CHECK50].programs / "check50", *checks], cwd=folder)


def _gradescope(source: str, tools: Mapping[str, Tool], place: Path) -> Callable[[], Cost] | None:
    if GRADESCOPE not in tools:
        return None
    files = {
        "tictactoe.py": source,
        "run_tests.py": (PEERS / "gradescope_tests.py").read_text(encoding="utf-8"),
        "examples.py": (PEERS / "examples.py").read_text(encoding="utf-8"),
    }
    folder = folder_with(place / "gradescope", files)
    return lambda: cost_of([tools[GRADESCOPE].programs / "python", "run_tests.py"], cwd=folder)


def _bound(file: Path, ours: Mapping[str, str]) -> Callable[[], Cost]:
    command: list[str | Path] = [sys.executable, "-m", "benchmarks.bound", file]
    return lambda: Cost(cpu=float(output_of(command, cwd=file.parent, extra=ours)))


def _cold(file: Path, ours: Mapping[str, str]) -> Callable[[], Cost]:
    command: list[str | Path] = [sys.executable, "-m", "grader", "check", file, *ANY_ISOLATION]
    return lambda: cost_of(command, cwd=file.parent, extra=ours)


def _warm(source: str, files: int, place: Path, ours: Mapping[str, str]) -> Callable[[], Cost]:
    """Grade `files` copies that differ by a comment after another file, whose own cost is subtracted."""
    copies = {f"{number}/tictactoe.py": f"{source}\n# copy {number}\n" for number in range(files)}
    folder = folder_with(place / "warm", {"first/tictactoe.py": styles()[WARM_UP_STYLE], **copies})
    command: list[str | Path] = [sys.executable, "-m", "benchmarks.warm", folder / "first" / "tictactoe.py"]

    def run() -> Cost:
        alone = cost_of(command, cwd=folder, extra=ours)
        all_of_them = cost_of([*command, *(folder / name for name in copies)], cwd=folder, extra=ours)
        if alone.wall is None or all_of_them.wall is None:  # for the type checker: `cost_of` measures both
            raise CommandFailed("no wall time")
        return Cost(
            cpu=(all_of_them.cpu - alone.cpu) / files,
            wall=(all_of_them.wall - alone.wall) / files,
            peak_mib=all_of_them.peak_mib,
        )

    return run
