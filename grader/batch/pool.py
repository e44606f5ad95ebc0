"""Grades submissions on the workers of an executor, and replaces dead workers."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

from grader.batch import worker
from grader.errors import UserError
from grader.marking.mark import fault_result
from grader.model.isolation import Isolation
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.pytest_plugin import TRUSTED_FOLDER

P = ParamSpec("P")
T = TypeVar("T")
MakeExecutor = Callable[[int], Executor]
Grade = Callable[[Submission, Rubric], Result]
Finished = tuple[Submission, Result]

DIED_TWICE = "the worker process died twice while grading this submission"
JOIN_SECONDS = 5
"""Wall-clock seconds to wait for an executor's thread after its workers are dead."""
WATCH_SECONDS = 1
"""Wall-clock seconds after which a watcher learns that nothing has finished."""
MAX_ON_WINDOWS = 61
"""The documented limit of `ProcessPoolExecutor` on Windows."""


class Task(NamedTuple):
    submission: Submission
    rubric: Rubric


class Watcher(Protocol):
    """Shows the progress of a class."""

    def started(self, submission: Submission) -> None:
        """Show that a worker has begun to grade `submission`."""

    def finished(self, result: Result) -> None:
        """Show that the submission of `result` is graded."""

    def waiting(self) -> None:
        """Show that nothing is new; called every `WATCH_SECONDS`."""


@contextlib.contextmanager
def protected_start() -> Iterator[None]:
    """
    Start processes inside the `with` block in a folder of the grader, with Ctrl-C blocked.

    A fresh interpreter looks for its first modules in the working directory, where a student's ``signal.py`` may lie.
    Each worker sets a handler for Ctrl-C, and then unblocks Ctrl-C (`worker.prepare`).
    """
    folder = Path.cwd()
    set_mask = getattr(signal, "pthread_sigmask", None)
    before = set_mask(signal.SIG_BLOCK, {signal.SIGINT}) if set_mask else set()
    os.chdir(TRUSTED_FOLDER)
    try:
        yield
    finally:
        os.chdir(folder)
        if set_mask:
            set_mask(signal.SIG_SETMASK, before)


class Processes(ProcessPoolExecutor):
    """An executor of fresh processes on this machine."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call as `Executor.submit` does; this may start a process."""
        with protected_start():
            return super().submit(fn, *args, **kwargs)


class InThisProcess(Executor):
    """An executor without processes, which makes each call when it is submitted."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call `fn` at once. Only Ctrl-C and the end of the process are raised here."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it belongs to the future, as with every executor
            done.set_exception(error)
        return done


def executor_of(jobs: int) -> Executor:
    """Return an executor of `jobs` fresh processes on this machine; for 0 one without processes."""
    if not jobs:
        return InThisProcess()
    jobs = min(jobs, MAX_ON_WINDOWS) if sys.platform == "win32" else jobs
    with protected_start():
        return Processes(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=worker.prepare)


def kill_workers() -> None:
    """Kill the worker processes of this process after Ctrl-C."""
    for child in multiprocessing.active_children():
        child.kill()
    # The executors' threads end after their workers. Without this wait the interpreter would end before them.
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(JOIN_SECONDS)


@dataclass(frozen=True)
class Pool:
    """
    Grades submissions by their rubrics on an executor.

    No more tasks are submitted than there are workers. So when a worker dies, one of the running submissions has killed
    it. Each of these is graded once more alone. A submission that kills its worker again gets a harness fault and no
    mark.
    """

    jobs: int
    """The workers at a time; 0 to grade in this process."""
    make: MakeExecutor = executor_of
    """Returns an executor for a number of workers."""
    grade: Grade = worker.grade
    isolation: Isolation | None = None
    """It is written into the results of submissions that killed their worker, which cannot report it."""

    def grade_all(self, tasks: Iterable[Task], watcher: Watcher) -> Iterator[Finished]:
        """Yield each submission with its result as soon as it is graded. A bug of ours becomes a harness fault."""
        waiting = deque(tasks)
        while waiting:
            suspects: list[Task] = []
            for submission, result in self._until_broken(waiting, suspects, watcher):
                watcher.finished(result)
                yield submission, result
            for task in suspects:
                watcher.started(task.submission)
                result = self._grade_alone(task, watcher)
                watcher.finished(result)
                yield task.submission, result

    def _until_broken(self, waiting: deque[Task], suspects: list[Task], watcher: Watcher) -> Iterator[Finished]:
        """Yield each result until all are done or a worker dies; then `suspects` holds the running submissions."""
        running: dict[Future[Result], Task] = {}
        executor = self.make(self.jobs)
        try:
            while (waiting and not suspects) or running:
                self._fill(executor, waiting, running, watcher)
                if not running:  # the idle executor broke: the next one takes over
                    return
                for future in _finished(running, watcher):
                    task = running.pop(future)
                    error = future.exception()
                    if error is None:
                        yield task.submission, future.result()
                    elif isinstance(error, BrokenExecutor):
                        suspects.append(task)
                    elif isinstance(error, ConnectionError):
                        raise UserError(str(error)) from error
                    else:
                        yield task.submission, self._fault_result(task, error)
                if suspects:
                    suspects.extend(running.values())
                    return
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _fill(
        self, executor: Executor, waiting: deque[Task], running: dict[Future[Result], Task], watcher: Watcher
    ) -> None:
        while waiting and len(running) < max(self.jobs, 1):
            task = waiting[0]
            try:
                running[executor.submit(self.grade, task.submission, task.rubric)] = task
            except BrokenExecutor:
                return
            waiting.popleft()
            watcher.started(task.submission)

    def _grade_alone(self, task: Task, watcher: Watcher) -> Result:
        executor = self.make(min(self.jobs, 1))
        try:
            (future,) = _finished([executor.submit(self.grade, task.submission, task.rubric)], watcher)
            return future.result()
        except BrokenExecutor:
            return fault_result(task.submission, task.rubric, DIED_TWICE, self.isolation)
        except Exception as error:  # noqa: BLE001 - a worker's bug must not stop the class
            return self._fault_result(task, error)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _fault_result(self, task: Task, error: BaseException) -> Result:
        return fault_result(task.submission, task.rubric, f"{type(error).__name__}: {error}", self.isolation)


def _finished(running: Collection[Future[Result]], watcher: Watcher) -> Collection[Future[Result]]:
    """Wait until some of `running` are done, and return these."""
    while not (done := wait(running, WATCH_SECONDS, FIRST_COMPLETED).done):
        watcher.waiting()
    return done
