"""Hands submissions to the workers of an executor, replaces workers that die, and says who was with them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from grader.batch import worker
from grader.marking.mark import faulty
from grader.marking.pytest_session import TRUSTED
from grader.model.isolation import Isolation
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission

P = ParamSpec("P")
T = TypeVar("T")
MakeExecutor = Callable[[int], Executor]
Work = tuple[Submission, Rubric]
Grade = Callable[[Submission, Rubric], Result]

LAST_MOMENTS = 5
"""Wall seconds that a thread whose workers are dead may take to notice."""
MAX_ON_WINDOWS = 61
"""Processes that Windows can wait for at once."""


class Watcher(Protocol):
    """Is told what happens, to show it."""

    def started(self, submission: Submission) -> None:
        """Take note that a worker has it now."""

    def finished(self, result: Result) -> None:
        """Take note of its result."""


@contextlib.contextmanager
def undisturbed_start() -> Iterator[None]:
    """
    Start processes in a folder of ours, and with Ctrl-C held back until they can look after themselves.

    A fresh interpreter looks for its first modules in the working directory, where a student's ``signal.py`` may lie.
    """
    folder = Path.cwd()
    hold = getattr(signal, "pthread_sigmask", None)
    before = hold(signal.SIG_BLOCK, {signal.SIGINT}) if hold else set()
    os.chdir(TRUSTED)
    try:
        yield
    finally:
        os.chdir(folder)
        if hold:
            hold(signal.SIG_SETMASK, before)


class Processes(ProcessPoolExecutor):
    """Fresh processes on this machine."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand in a call; a process is started for it when none is idle."""
        with undisturbed_start():
            return super().submit(fn, *args, **kwargs)


def processes(jobs: int) -> Executor:
    """Return an executor of `jobs` fresh processes on this machine."""
    jobs = min(jobs, MAX_ON_WINDOWS) if sys.platform == "win32" else jobs
    with undisturbed_start():
        return Processes(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=worker.prepare)


def kill_workers() -> None:
    """End the worker processes at once, for a user who does not want to wait."""
    for child in multiprocessing.active_children():
        child.kill()
    # The threads that looked after them end by that; the interpreter's own end would get in their way.
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(LAST_MOMENTS)


class Pool:
    """
    Grades submissions, each against its rubric, on an executor.

    No more are handed out than there are workers: so it is known what is running, and when a worker dies, who can have
    been with it. Each of those is tried once more alone; who kills its worker again gets a harness fault, no mark.
    """

    def __init__(
        self,
        jobs: int,
        make: MakeExecutor = processes,
        grade: Grade = worker.grade,
        isolation: Isolation | None = None,
    ) -> None:
        """
        Grade with `jobs` workers of the executors that `make` gives.

        `isolation` stands in the results of those who took their worker along, so that it could not say itself.
        """
        self._jobs = jobs
        self._make = make
        self._grade = grade
        self._isolation = isolation

    def grade_all(self, work: Iterable[Work], watcher: Watcher) -> Iterator[tuple[Submission, Result]]:
        """Yield each submission with its result, in the order they finish."""
        waiting = deque(work)
        while waiting:
            suspects: list[Work] = []
            for submission, result in self._until_broken(waiting, suspects, watcher):
                watcher.finished(result)
                yield submission, result
            for submission, rubric in suspects:
                watcher.started(submission)
                result = self._alone(submission, rubric)
                watcher.finished(result)
                yield submission, result

    def _until_broken(
        self, waiting: deque[Work], suspects: list[Work], watcher: Watcher
    ) -> Iterator[tuple[Submission, Result]]:
        running: dict[Future[Result], Work] = {}
        executor = self._make(self._jobs)
        try:
            while (waiting and not suspects) or running:
                self._hand_out(executor, waiting, running, watcher)
                if not running:  # the executor broke while it was idle: the next one takes over
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    submission, rubric = running.pop(future)
                    error = future.exception()
                    if error is None:
                        yield submission, future.result()
                    elif isinstance(error, BrokenExecutor):
                        suspects.append((submission, rubric))
                    else:
                        yield submission, self._fault(submission, rubric, error)
                if suspects:
                    suspects.extend(running.values())
                    return
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _hand_out(
        self, executor: Executor, waiting: deque[Work], running: dict[Future[Result], Work], watcher: Watcher
    ) -> None:
        while waiting and len(running) < self._jobs:
            submission, rubric = waiting[0]
            try:
                running[executor.submit(self._grade, submission, rubric)] = waiting[0]
            except BrokenExecutor:
                return
            waiting.popleft()
            watcher.started(submission)

    def _alone(self, submission: Submission, rubric: Rubric) -> Result:
        executor = self._make(1)
        try:
            return executor.submit(self._grade, submission, rubric).result()
        except BrokenExecutor:
            fault = "the worker process died twice while grading this submission"
            return faulty(submission, rubric, fault, self._isolation)
        except Exception as error:  # noqa: BLE001 - one of the three places: a worker's bug must not stop the class
            return self._fault(submission, rubric, error)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _fault(self, submission: Submission, rubric: Rubric, error: BaseException) -> Result:
        return faulty(submission, rubric, f"{type(error).__name__}: {error}", self._isolation)
