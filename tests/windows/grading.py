"""Grades fixtures on Windows, one after the other: ``python -m tests.windows.grading FOLDER NAME...``."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from grader.batch.pool import Pool, Task
from grader.store.result_json import to_json
from tests.fixture_folders import fixture_in, folder_called
from tests.null_watcher import NullWatcher
from tests.windows import cpu_clock


def main(folder: Path, names: Sequence[str]) -> None:
    """Write the result of each fixture to `folder`, as the tests of fixtures read it."""
    began = time.monotonic()
    read = [fixture_in(folder_called(name)) for name in names]
    tasks = [Task(one.submission, one.rubric) for one in read]
    for submission, result in Pool(0).grade_all(tasks, NullWatcher()):
        (folder / f"{submission.id}.json").write_bytes(to_json(result))
        sys.stdout.write(f"{time.monotonic() - began:6.0f} s  {submission.id}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if sys.platform == "win32":
        cpu_clock.use()
    main(Path(sys.argv[1]), sys.argv[2:])
