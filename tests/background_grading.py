"""
Grades fixtures beside the tests: ``python -m tests.background_grading FOLDER NAME...`` writes ``NAME.json`` for each.

The tests keep one processor busy, so most of it is done by the time somebody asks for a result. It is no descendant of
the tests' process, since some of them look for what is left there.
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
from grader.model.result import Result
from grader.store.result_json import from_json, to_json
from tests.fixture_folders import Fixture, Silent, fixtures

ROOT = Path(__file__).parents[1]
POLITE = 19
PATIENCE = 900
"""Seconds, more than all of it takes."""


class Apart:
    """A grading that has begun."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        """Begin it; `folder` is new and its own."""
        self._folder, self._names = folder, names
        (folder / "tmp").mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.background_grading", str(folder), *names],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(folder / "tmp")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def results(self) -> dict[str, Result]:
        """Wait for the end and return the results by name."""
        assert self._process.stdout is not None
        said = self._process.stdout.read().decode(errors="replace")
        paths = {name: self._folder / f"{name}.json" for name in self._names}
        assert all(path.exists() for path in paths.values()), said
        return {name: from_json(path.read_bytes(), name) for name, path in paths.items()}

    def stop(self) -> None:
        """End it, finished or not."""
        self._process.communicate()


class Elsewhere:
    """A grading that another process has begun."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        """Look for the results of `names` in `folder`."""
        self._paths = {name: folder / f"{name}.json" for name in names}

    def results(self) -> dict[str, Result]:
        """Wait for the results and return them by name."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not all(path.exists() for path in self._paths.values()):
            time.sleep(0.2)
        return {name: from_json(path.read_bytes(), name) for name, path in self._paths.items()}


def _end_with_the_tests() -> None:
    sys.stdin.buffer.read()
    os._exit(1)  # its workers hear that


def main(folder: Path, names: Sequence[str]) -> None:
    """Grade, the long ones first, so that no worker is left alone with one at the end."""
    if os.fork():
        os._exit(0)
    threading.Thread(target=_end_with_the_tests, daemon=True).start()
    os.nice(POLITE)
    chosen = sorted((fixtures()[name] for name in names), key=_short)
    for submission, result in Pool(os.cpu_count() or 1).grade_all(
        [Task(one.submission, one.rubric) for one in chosen], Silent()
    ):
        new = folder / f"{submission.id}.new"
        new.write_bytes(to_json(result))
        new.rename(folder / f"{submission.id}.json")


def _short(one: Fixture) -> bool:
    return "limits" not in one.expect and not one.expect.get("slow")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
