"""One submission, graded by us and by every peer in turns."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import ALPHA_BETA, TYPICAL, styles
from benchmarks.installed_copy import as_installed
from benchmarks.measuring import Cost, Failed, Runs, cost_of, folder_with, said_by
from benchmarks.peers.environments import Tool

EXHAUSTIVE, SWEEPS = "pytest file, exhaustive", "pytest file, exhaustive, no games"
CHECK50, GRADESCOPE = "check50", "gradescope-utils"
BOUND, COLD, WARM = "the same calls, memo only", "grader cold", "grader warm"

PEERS = Path(__file__).with_name("peers")
TITLES = {TYPICAL: "plain, deepcopy", ALPHA_BETA: "alpha-beta"}
ANOTHER = "own-memo"
"""The style of the file that a warm marker has graded before."""
CHECK50_FILES = 'check50:\n  files:\n    - !exclude "*"\n    - !require tictactoe.py\n'
ANYWHERE = ("--require-isolation", "basic")
"""The corpus is our own code: it may be graded on any machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetitions:
    """How often everything is run."""

    rounds: int
    exhaustive: int
    """Rounds in which the exhaustive pytest file takes part, which needs tens of seconds."""
    warm: int
    """Files that a warm marker grades per round."""


def measure(style: str, tools: Mapping[str, Tool], often: Repetitions, place: Path, runs: Runs) -> None:
    """Run all contenders on the file of `style` in folders below `place`; `runs` has them by `named`."""
    contenders = _contenders(styles()[style], tools, often.warm, place / style)
    for number in range(often.rounds):
        for contender, run in contenders.items():
            if contender not in {EXHAUSTIVE, SWEEPS} or number < often.exhaustive:
                runs.take(named(style, contender), number, run)


def named(style: str, contender: str) -> str:
    """Return the name of a contender on the file of `style`."""
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
    # Without the plugins that happen to be installed beside us, one of them our own.
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
    # --dev: the checks of this folder, nothing from the network.
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
    return lambda: Cost(cpu=float(said_by(command, cwd=file.parent, extra=ours)))


def _cold(file: Path, ours: Mapping[str, str]) -> Callable[[], Cost]:
    command: list[str | Path] = [sys.executable, "-m", "grader", "check", file, *ANYWHERE]
    return lambda: cost_of(command, cwd=file.parent, extra=ours)


def _warm(source: str, files: int, place: Path, ours: Mapping[str, str]) -> Callable[[], Cost]:
    """Grade `files` copies, none of them equal, after another file; the cost of that one alone is taken off."""
    copies = {f"{number}/tictactoe.py": f"{source}\n# copy {number}\n" for number in range(files)}
    folder = folder_with(place / "warm", {"first/tictactoe.py": styles()[ANOTHER], **copies})
    command: list[str | Path] = [sys.executable, "-m", "benchmarks.warm", folder / "first" / "tictactoe.py"]

    def run() -> Cost:
        alone = cost_of(command, cwd=folder, extra=ours)
        all_of_them = cost_of([*command, *(folder / name for name in copies)], cwd=folder, extra=ours)
        if alone.wall is None or all_of_them.wall is None:  # both are measured
            raise Failed("no wall time")
        return Cost(
            cpu=(all_of_them.cpu - alone.cpu) / files,
            wall=(all_of_them.wall - alone.wall) / files,
            peak_mib=all_of_them.peak_mib,
        )

    return run
