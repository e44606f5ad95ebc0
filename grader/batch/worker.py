"""Grades one submission after the other in a worker process, with the same launcher."""

from __future__ import annotations

import gc
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from functools import cache

from grader.batch.node import this_node
from grader.marking.mark import mark
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.interpreter import OWN, Interpreter
from grader.sandbox.launching.launcher import launcher

COLLECT_AFTER = 100_000
"""
New objects between two searches for unused ones.

A submission makes hundreds of thousands that live as long as its grading: with Python's 700 the searches take a fifth
of the marker's time.
"""


_launcher = cache(launcher)


def prepare() -> None:
    """Make this process end with its parent, even after a kill, leave Ctrl-C to the parent, and run quickly."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # blocked by the parent while this process started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()  # objects that exist now stay
    gc.set_threshold(COLLECT_AFTER)


def grade(submission: Submission, rubric: Rubric, required: Level = Level.BASIC, python: Interpreter = OWN) -> Result:
    """
    Return the result of `submission` under `rubric`; `python` runs the code.

    A harness fault if the isolation of this process's probes is below `required`.
    """
    return this_node().stamped(mark(submission, rubric, _launcher(rubric.allow_imports, python), required))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        # No process is left to receive a result. The zygote notices the closed pipe and ends its probes.
        os._exit(1)
