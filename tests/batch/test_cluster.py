"""A class on the workers of a Dask cluster: the same results, whatever dies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any

import pytest

from grader.batch.cluster import Cluster, _Submitter, connected, in_child
from grader.batch.pool import DIED_TWICE, Pool, Task
from grader.errors import UserError
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.sandbox.launching.interpreter import OWN
from tests.batch.fakes import Recorder, dying, raising, right, submission
from tests.fixture_folders import ROOT, SLOW

KilledWorker = pytest.importorskip("distributed", reason="the extra `cluster` is not installed").KilledWorker
pytestmark = pytest.mark.filterwarnings("default")  # those of Dask are its own


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Return two workers on this machine, which can import the tests."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with connected("local:2", OWN) as found:
        yield found


@SLOW
def test_a_submission_that_kills_what_grades_it_is_a_fault_and_no_other_is(
    cluster: Cluster, tmp_path: Path, default_rubric: Rubric
) -> None:
    """One that kills once is graded again; a bug of ours is one submission's fault."""
    texts = {"ada": "right", "bob": "kill", "kim": f"kill {tmp_path / 'once'}", "lee": "right", "uma": "wrong"}
    tasks = [Task(submission(name, text), default_rubric) for name, text in texts.items()]
    watcher = Recorder()

    found = {one.id: result for one, result in Pool(3, cluster.executor, dying).grade_all(tasks, watcher)}

    assert sorted(texts) == sorted(found) == sorted(watcher.done)
    assert {"bob": DIED_TWICE} == {name: result.fault for name, result in found.items() if result.fault}
    assert found["lee"].score == right(submission("lee", "right"), default_rubric).score
    bug = [Task(submission("ada", "raise"), default_rubric)]
    (fault,) = (result.fault for _, result in Pool(3, cluster.executor, raising).grade_all(bug, watcher))
    assert fault == "RuntimeError: LookupError: a bug of ours"
    assert {"graded"} == {one.status for one in found.values() if not one.fault}


def test_an_address_that_is_none_is_refused() -> None:
    """In one line."""
    with pytest.raises(UserError, match="--cluster local:many"), connected("local:many", OWN):
        pass


def test_machines_without_the_grader_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler or a worker raises what it cannot import; that is no bug of ours."""

    def raising(*_args: object, **_words: object) -> None:
        raise ModuleNotFoundError("No module named 'grader'")

    monkeypatch.setattr("distributed.Client", raising)
    remedy = "No module named 'grader'; .* the same grader"
    with pytest.raises(UserError, match=remedy), connected("tcp://head:8786", OWN):
        pass


def test_a_child_is_used_again(default_rubric: Rubric, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second to start."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    results: list[Result] = [in_child(right, submission(name), default_rubric) for name in ("ada", "bob")]

    assert ["ada", "bob"] == [one.submission.id for one in results]


class OfDask:
    """A future of Dask as it tells that it is done: its status may be outdated by then."""

    def __init__(self, status: str, outcome: str | Exception) -> None:
        """Give or raise `outcome` when it is asked."""
        self.status, self._outcome = status, outcome

    def add_done_callback(self, function: Callable[[OfDask], None]) -> None:
        """Call at once."""
        function(self)

    def exception(self) -> Exception | None:
        """Return what `result` raises."""
        return self._outcome if isinstance(self._outcome, Exception) else None

    def result(self) -> str:
        """Return the outcome; Dask waits here until what was lost with its worker is computed again."""
        self.status = "finished"
        if isinstance(self._outcome, Exception):
            self.status = "cancelled" if isinstance(self._outcome, CancelledError) else "error"
            raise self._outcome
        return self._outcome


class Client:
    """A client of Dask whose tasks have these outcomes; each outcome follows the begins of its task."""

    def __init__(self, status: str, *outcomes: tuple[int, str | Exception]) -> None:
        """Begin with no topic."""
        self.id, self._status, self._left = "client", status, iter(outcomes)
        self._heard: Callable[[Any], None] = print

    def subscribe_topic(self, _topic: str, handler: Callable[[Any], None]) -> None:
        """Tell `handler` which tasks begin."""
        self._heard = handler

    def submit(self, _function: object, _topic: str, number: int, *_args: object, **_words: object) -> OfDask:
        """Return a future that is done."""
        begins, outcome = next(self._left)
        for _ in range(begins):
            self._heard((0.0, number))
        return OfDask(self._status, outcome)


@pytest.mark.parametrize("status", ["finished", "lost", "pending"])
def test_a_submission_is_a_fault_only_if_it_was_running_when_its_worker_died_twice(
    status: str, default_rubric: Rubric
) -> None:
    """Dask gives up also what only waited; what is lost with its worker is computed again, and waited for."""

    def outcome(*of_tasks: tuple[int, str | Exception]) -> Future[Any]:
        return _Submitter(Client(status, *of_tasks)).submit(right, submission("ada"), default_rubric)

    died = KilledWorker("ada", None, 1)
    assert "a result" == outcome((1, "a result")).result(timeout=0)
    assert "a result" == outcome((0, died), (1, died), (0, died), (1, "a result")).result(timeout=0)
    assert DIED_TWICE == outcome((0, died), (1, died), (1, died)).result(timeout=0).fault
    assert DIED_TWICE == outcome((2, died)).result(timeout=0).fault
    with pytest.raises(ConnectionError, match="run the same command to go on"):
        outcome((0, CancelledError())).result(timeout=0)
    with pytest.raises(LookupError):
        outcome((1, LookupError())).result(timeout=0)
