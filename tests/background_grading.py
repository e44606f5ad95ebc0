"""
Grades fixtures while tests run, and writes ``NAME.json`` for each into a folder.

The tests keep one processor busy, so most results are there by the time a test asks for them. The grading process is
detached from the tests' process, because some tests look for child processes that were left behind.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from grader.batch.pool import Pool, Task
from grader.capabilities.changed_file import FAULT
from grader.model.result import Result
from grader.store.result_json import from_json, to_json
from tests.fixture_folders import ROOT, Fixture, fixtures
from tests.null_watcher import NullWatcher

LOWEST_PRIORITY = 19
DETACHED = "import os, sys; os.fork() and os._exit(0); from tests.background_grading import main; main(*sys.argv[1:])"
LONGEST_WAIT = 1200
"""Seconds to wait for the results: several times what all fixtures take, also on a busy machine."""


class BackgroundGrading:
    """A grading that this process has started."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        """Start to grade the fixtures `names`; the results go to `folder`, which must be empty."""
        self._folder, self._names = folder, names
        (folder / "tmp").mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-c", DETACHED, str(folder), *names],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(folder / "tmp")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._process.wait()  # until it is detached

    def results(self) -> dict[str, Result]:
        """Wait until all fixtures are graded and return the results by name."""
        assert self._process.stdout is not None
        output = self._process.stdout.read().decode(errors="replace")
        assert FAULT not in output, output
        paths = {name: self._folder / f"{name}.json" for name in self._names}
        assert all(path.exists() for path in paths.values()), output
        return {name: from_json(path.read_bytes(), name) for name, path in paths.items()}

    def stop(self) -> None:
        """End the grading, finished or not."""
        output, _ = self._process.communicate()
        assert FAULT.encode() not in (output or b""), output


class GradingElsewhere:
    """A grading that another process has started, seen through the folder it writes to."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        """Look for the results of `names` in `folder`."""
        self._paths = {name: folder / f"{name}.json" for name in names}

    def results(self) -> dict[str, Result]:
        """Wait for the results and return them by name."""
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end and not all(path.exists() for path in self._paths.values()):
            time.sleep(0.2)
        return {name: from_json(path.read_bytes(), name) for name, path in self._paths.items()}


def _exit_with_the_tests() -> None:
    sys.stdin.buffer.read()  # returns when the tests' process closes its end of the pipe, or dies
    os._exit(1)  # the workers of the pool end with it


def main(folder: str, *names: str) -> None:
    """Grade the fixtures `names`, slow ones first, so that no worker has to wait for a single one at the end."""
    threading.Thread(target=_exit_with_the_tests, daemon=True).start()
    os.nice(LOWEST_PRIORITY)
    chosen = sorted((fixtures()[name] for name in names), key=_is_quick)
    for submission, result in Pool(os.cpu_count() or 1).grade_all(
        [Task(one.submission, one.rubric) for one in chosen], NullWatcher()
    ):
        new = Path(folder, f"{submission.id}.new")
        new.write_bytes(to_json(result))
        new.rename(new.with_suffix(".json"))


def _is_quick(one: Fixture) -> bool:
    return one.expect.limits is None and not one.expect.slow
