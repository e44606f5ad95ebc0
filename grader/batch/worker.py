"""What runs in a marker process: one launcher kept warm, one submission after the other."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from functools import cache

from grader.marking.mark import mark
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher, launcher


def prepare() -> None:
    """Make this process end with its coordinator, even when that one is killed, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # held back since before this process began
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_follow_parent, daemon=True).start()


def grade(submission: Submission, rubric: Rubric, required: Level = Level.BASIC) -> Result:
    """Grade one submission with this process's launcher, or say that its probes run less apart than `required`."""
    return mark(submission, rubric, _launcher(rubric.allow_imports), required)


@cache
def _launcher(allow: tuple[str, ...]) -> Launcher:
    return launcher(allow)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        # Nobody is left to take a result; the zygote hears the pipe close and ends its probes.
        os._exit(1)
