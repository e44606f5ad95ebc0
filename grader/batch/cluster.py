"""
Grades on the workers of a Dask cluster. The workers compute, and only this process writes.

Dask runs tasks in threads of a process that gets no signals and may start no other with `multiprocessing`. So each
thread of a Dask worker has a child process that grades, like a worker of `executor_of`. A dead child is replaced once.
The scheduler gives the task of a dead Dask worker to another worker once. A task that the scheduler gives up is
submitted again if it was not begun on two workers: it only waited on one that died.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from grader.batch import worker
from grader.batch.node import Node, this_node
from grader.batch.pool import DIED_TWICE
from grader.errors import UserError
from grader.marking.mark import fault_result
from grader.model.isolation import Isolation
from grader.model.sanitize import sanitize
from grader.model.submission import Submission
from grader.pytest_plugin import TRUSTED_FOLDER
from grader.sandbox.launching.interpreter import Interpreter
from grader.sandbox.launching.launcher import launcher
from grader.version import __version__

P = ParamSpec("P")
T = TypeVar("T")
LOCAL = "local:"
WAIT_SECONDS = 60
"""Wall-clock seconds to wait for the first worker."""
LOOK_SECONDS = 1
MAX_BEGINS = 2
"""Begins of a task that Dask has given up, after which the task counts as what ended its workers."""
MAX_SENDS = 5
"""Submissions of one task: the event of its begin may be lost with a worker that ends at once."""
_own = threading.local()  # child of each thread of a Dask worker


class About(NamedTuple):
    """The facts about a Dask worker. All but the processor must be equal everywhere."""

    version: str
    python: str
    isolation: Isolation
    node: Node

    @property
    def way(self) -> str:
        """The facts that results depend on, for people."""
        return f"grader {self.version}, Python {self.python}, isolation {self.isolation.level.value}"


class Cluster(NamedTuple):
    client: Any
    about: tuple[About, ...]  # one for each worker
    threads: int

    def executor(self, _jobs: int) -> Executor:
        return _Submitter(self.client)


@contextlib.contextmanager
def connected(address: str, python: Interpreter) -> Iterator[Cluster]:
    """Connect to a scheduler, or start ``local:N`` workers (UserError if that fails, or if workers differ)."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UserError("--cluster needs Dask: pip install distributed, on every machine") from None
    with contextlib.ExitStack() as stack:
        try:
            place: Any = address
            if address.startswith(LOCAL):
                number = int(address.removeprefix(LOCAL))
                place = LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None)
                stack.enter_context(place)
            client = stack.enter_context(Client(place, timeout=WAIT_SECONDS, set_as_default=False))
            client.wait_for_workers(1, timeout=WAIT_SECONDS)
            client.run_on_scheduler(_allow_one_failure)
            found: dict[str, About] = client.run(about, python)
        except Exception as error:  # such as that of a machine that lacks the grader, or has an older one
            told = sanitize(str(error) or type(error).__name__)
            problem = f"{told}; the scheduler and its workers must run, all with the same grader"
            raise UserError(f"--cluster {sanitize(address)}: {problem}") from error
        ways = {name: one.way for name, one in found.items()}
        if len(set(ways.values())) > 1:
            lines = "; ".join(f"{sanitize(name)}: {way}" for name, way in ways.items())
            raise UserError(f"--cluster {sanitize(address)}: its workers would not give the same results: {lines}")
        yield Cluster(client, tuple(found.values()), sum(client.nthreads().values()))


def _allow_one_failure(dask_scheduler: Any) -> None:  # noqa: ANN401 - of Dask
    dask_scheduler.allowed_failures = 1


class _Submitter(Executor):
    """Its shutdown does nothing: the context manager `connected` closes the cluster."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - of Dask
        self._client = client
        self._begins: list[int] = []  # how often workers have begun each task
        self._topic = f"grader-{client.id}"
        client.subscribe_topic(self._topic, self._begun)

    def _begun(self, event: tuple[float, int]) -> None:
        self._begins[event[1]] += 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call of `worker.grade`; a child of a Dask worker makes the call."""
        future: Future[T] = Future()
        self._begins.append(0)
        self._send(len(self._begins) - 1, (partial(fn, **kwargs), *args), future, MAX_SENDS)
        return future

    def _send(self, number: int, call: tuple[Any, ...], ours: Future[Any], sends: int) -> None:
        theirs = self._client.submit(_task, self._topic, number, *call, pure=False)
        theirs.add_done_callback(lambda done: self._copy(done, number, call, ours, sends - 1))

    def _copy(self, theirs: Any, number: int, call: tuple[Any, ...], ours: Future[Any], sends: int) -> None:  # noqa: ANN401
        """Put what became of a task into `ours`: a fault if it ended two workers, none if the scheduler is gone."""
        from distributed import KilledWorker

        try:
            ours.set_result(theirs.result())  # waits again if the result was lost with its worker
        except KilledWorker:
            if self._begins[number] >= MAX_BEGINS or not sends:
                ours.set_result(fault_result(call[1], call[2], DIED_TWICE, None))
            else:  # Dask counts the end of a worker also against tasks that only waited there
                self._send(number, call, ours, sends)
        except Exception as error:  # noqa: BLE001 - without an outcome `ours` would wait for ever
            gone = ConnectionError("the scheduler of the cluster is gone; run the same command to go on")
            ours.set_exception(error if theirs.status == "error" else gone)


def _task(topic: str, number: int, *call: Any) -> Any:  # noqa: ANN401 - what the call returns
    """Tell the coordinator that this Dask worker begins a task, and make its call."""
    from distributed import get_worker

    get_worker().log_event(topic, number)
    return in_child(*call)


def about(python: Interpreter) -> About:
    """Return the facts about this Dask worker, as its children would find them."""
    found: About = in_child(_about, python)
    return found


def _about(python: Interpreter) -> About:
    with contextlib.closing(launcher(python=python)) as opened:
        return About(__version__, opened.isolation.python, opened.isolation, this_node())


def in_child(function: Callable[..., Any], *args: Any) -> Any:  # noqa: ANN401 - what the function takes and returns
    """Return the result of `function` in the child of this thread; a fault if the child dies twice."""
    for _ in range(2):
        child: Any = getattr(_own, "child", None) or _started()
        try:
            pickle.dump((function, args), child.stdin)
            child.stdin.flush()
            ended, value = pickle.load(child.stdout)  # noqa: S301 - what our own child wrote
        except (EOFError, OSError, pickle.UnpicklingError):
            child.kill()
            child.wait()
            _own.child = None
        else:
            if ended:
                return value
            raise value
    if isinstance(args[0], Submission):
        return fault_result(args[0], args[1], DIED_TWICE, None)
    raise RuntimeError(DIED_TWICE)


def _started() -> Any:  # noqa: ANN401 - a `Popen`, as `_own` keeps it
    _own.child = subprocess.Popen(  # noqa: S603 - our own module
        [sys.executable, "-m", __name__], cwd=TRUSTED_FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    return _own.child


def main() -> None:
    """Answer the calls on standard input until the input ends."""
    worker.prepare()
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    calls = sys.stdin.buffer
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # printed text must not mix with the answers
        while True:
            try:
                function, args = pickle.load(calls)  # noqa: S301 - from the process that started this one
            except EOFError:
                return
            try:
                found = True, function(*args)
            except Exception as error:  # noqa: BLE001 - a bug of ours is one submission's fault, not the child's end
                found = False, RuntimeError(f"{type(error).__name__}: {error}")
            pickle.dump(found, answers)
            answers.flush()


def _end_with(parent: int) -> None:
    """End this process after its Dask worker was killed, because nobody will receive a result."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
