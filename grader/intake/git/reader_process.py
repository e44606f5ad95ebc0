"""Starts the process that reads repositories, and starts another one when a repository was too much for it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from grader.intake.git.checkout import BranchCommit, Checkout, CheckoutAnswer, CheckoutJob, CommitTime

WALL_SECONDS = 180
JOIN_SECONDS = 5
TOO_MUCH = "its repository takes too much time or memory to be read; hand in the files alone"
TIMES = frozenset({"chosen", "last_later", "dated_after", "on_first_line"})
"""The fields of a checkout that are times of commits."""
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from grader.intake.git.reader import main; main()"


def read_repositories(jobs: Iterable[CheckoutJob]) -> Iterator[CheckoutAnswer]:
    """Yield the answer to each job, in order."""
    process: subprocess.Popen[str] | None = None
    try:
        for job in jobs:
            if process is None:
                process = _start()
            line = _ask(process, job)
            if line.endswith("\n"):
                yield _answer(line)
            else:
                yield CheckoutAnswer(problem=_why_ended(process))
                process = None
    finally:
        if process is not None:
            _end(process)


def _start() -> subprocess.Popen[str]:
    # Isolated, and in a folder of ours: a fresh interpreter imports nothing from the folder that the user works in.
    folders = [path for path in sys.path if path and os.path.isabs(path)]  # noqa: PTH117 - these are texts
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-c", START, json.dumps(folders)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parent,
        encoding="ascii",
        start_new_session=True,
    )


def _ask(process: subprocess.Popen[str], job: CheckoutJob) -> str:
    """Return the line with the answer; without an end if the process ended instead."""
    if process.stdin is None or process.stdout is None:
        return ""
    patience = threading.Timer(WALL_SECONDS, process.kill)
    patience.start()
    try:
        process.stdin.write(json.dumps(asdict(job)) + "\n")
        process.stdin.flush()
        return process.stdout.readline()
    except OSError:
        return ""
    finally:
        patience.cancel()


def _why_ended(process: subprocess.Popen[str]) -> str:
    """Wait for the end of a process that did not answer; return what a person must know of it."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(JOIN_SECONDS)
    _end(process)
    if process.returncode < 0:  # the signal of a limit
        return TOO_MUCH
    return f"its repository cannot be read: the process that reads it ended with status {process.returncode}"


def _answer(line: str) -> CheckoutAnswer:
    found = json.loads(line)
    facts = found["checkout"]
    if facts is None:
        return CheckoutAnswer(problem=found["problem"])
    times = {name: CommitTime(**value) if value else None for name, value in facts.items() if name in TIMES}
    lists = {name: tuple(value) for name, value in facts.items() if isinstance(value, list)}
    other = facts["newer_elsewhere"]
    newer = other and BranchCommit(branch=other["branch"], time=CommitTime(**other["time"]))
    return CheckoutAnswer(checkout=Checkout(**{**facts, **times, **lists, "newer_elsewhere": newer}))


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()
