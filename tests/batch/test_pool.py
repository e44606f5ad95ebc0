"""Every submission gets its result when workers die, and no student loses points through another's submission."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.batch import worker
from grader.batch.pool import Pool, Task, executor_of
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from tests.batch.fakes import Recorder, dying, raising, right, submission
from tests.fixture_folders import SLOW
from tests.sandbox.isolations import FULL, LEVELS, Machine

MAKERS = [executor_of, ThreadPoolExecutor]


def grade_all(pool: Pool, rubric: Rubric, texts: dict[str, str], watcher: Recorder | None = None) -> dict[str, Result]:
    """Grade one submission per name and return the results by name."""
    tasks = [Task(submission(name, text), rubric) for name, text in texts.items()]
    return {one.id: result for one, result in pool.grade_all(tasks, watcher or Recorder())}


@pytest.mark.parametrize("make", MAKERS)
def test_everybody_is_graded_whatever_the_number_of_workers(
    make: Callable[[int], Executor], default_rubric: Rubric
) -> None:
    """Seven submissions on three workers, on processes and on any other executor; each is announced once."""
    names = [f"student-{number}" for number in range(7)]
    watcher = Recorder()

    results = grade_all(Pool(3, make, right), default_rubric, dict.fromkeys(names, "x"), watcher)

    assert names == sorted(results) == sorted(watcher.begun) == sorted(watcher.done)
    assert {"graded"} == {result.status for result in results.values()}


def test_more_workers_than_submissions_are_no_trouble(default_rubric: Rubric) -> None:
    """One submission with twenty workers."""
    assert {"alone"} == set(grade_all(Pool(20, ThreadPoolExecutor, right), default_rubric, {"alone": "x"}))


def test_without_workers_this_process_grades(default_rubric: Rubric) -> None:
    """Everybody, and a bug of ours is a fault of its submission alone; Ctrl-C is no such bug."""

    def in_this_process(one: Submission, rubric: Rubric) -> Result:
        assert os.getpid() == marker
        return raising(one, rubric)

    def interrupted(*_: object) -> Result:
        raise KeyboardInterrupt

    marker = os.getpid()

    results = grade_all(Pool(0, grade=in_this_process), default_rubric, {"a": "x", "b": "raise"})

    assert {"a": "graded", "b": "harness_fault"} == {name: result.status for name, result in results.items()}
    with pytest.raises(KeyboardInterrupt):
        grade_all(Pool(0, grade=interrupted), default_rubric, {"a": "x"})


def test_nothing_to_do_starts_nothing(default_rubric: Rubric) -> None:
    """Without work no executor is made."""

    def make(jobs: int) -> Executor:
        raise AssertionError(jobs)

    assert {} == grade_all(Pool(2, make, right), default_rubric, {})


@pytest.mark.parametrize("make", MAKERS)
def test_a_bug_of_ours_is_a_harness_fault_of_that_submission_alone(
    make: Callable[[int], Executor], default_rubric: Rubric
) -> None:
    """An exception in grading yields neither a mark nor 0 points; the other submissions are graded."""
    results = grade_all(Pool(2, make, raising), default_rubric, {"a": "x", "b": "raise", "c": "x"})

    assert ("harness_fault", None) == (results["b"].status, results["b"].score)
    assert "LookupError: a bug of ours" in results["b"].fault
    assert ["graded"] * 2 == [results[name].status for name in "ac"]


@pytest.mark.parametrize("how", [pytest.param("exit", marks=SLOW), "kill"])
def test_whose_worker_dies_once_is_graded_alone(how: str, default_rubric: Rubric, tmp_path: Path) -> None:
    """The worker is replaced, and its submission is graded again with the same mark."""
    texts = {"a": "x", "b": f"{how} {tmp_path / 'died'}", "c": "x", "d": "x"}

    results = grade_all(Pool(2, executor_of, dying), default_rubric, texts)

    assert (tmp_path / "died").exists()
    assert dict.fromkeys("abcd", "graded") == {name: result.status for name, result in results.items()}


@SLOW
def test_whose_worker_dies_twice_gets_no_mark_and_harms_nobody(default_rubric: Rubric) -> None:
    """Two dead workers are a harness fault; the other submissions of the pool are graded."""
    watcher = Recorder()
    texts = {"a": "x", "b": "exit", "c": "x", "d": "x", "e": "x"}

    results = grade_all(Pool(2, executor_of, dying), default_rubric, texts, watcher)

    assert ("harness_fault", None) == (results["b"].status, results["b"].score)
    assert "died twice" in results["b"].fault
    assert ["graded"] * 4 == [results[name].status for name in "acde"]
    assert list("abcde") == sorted(watcher.done)


@pytest.mark.parametrize("text", ["exit", "raise"])
def test_who_took_the_worker_along_has_the_isolation_that_was_examined(text: str, default_rubric: Rubric) -> None:
    """A dead worker cannot report its isolation."""
    grade = dying if text == "exit" else raising

    results = grade_all(Pool(1, executor_of, grade, FULL), default_rubric, {"b": text})

    assert ("harness_fault", FULL) == (results["b"].status, results["b"].grader.isolation)


def test_a_worker_that_holds_code_back_less_than_required_gives_no_mark(
    default_rubric: Rubric, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each worker checks its own launcher, not only the coordinator."""
    monkeypatch.setattr(worker, "_launcher", lambda _allow, python: Machine(LEVELS[Level.PARTIAL], python=python))

    result = worker.grade(submission("ada"), default_rubric, Level.FULL)

    assert ("harness_fault", "isolation full is required, here it is partial") == (result.status, result.fault)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Ctrl-C cannot be held back there")
def test_ctrl_c_does_not_reach_a_worker_from_its_first_moment_on(default_rubric: Rubric) -> None:
    """Only the coordinator handles it: a worker that is just starting neither ends nor prints a traceback."""
    with executor_of(1) as executor:
        future = executor.submit(right, submission("ada"), default_rubric)
        while not future.done():
            for child in multiprocessing.active_children():
                assert child.pid is not None
                with contextlib.suppress(ProcessLookupError):  # it has ended in the meantime
                    os.kill(child.pid, signal.SIGINT)
            time.sleep(0.005)

    assert "graded" == future.result().status
