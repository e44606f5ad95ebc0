"""A class on the workers of a Dask cluster: the same results, whatever dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch.cluster import Cluster, connected, in_child
from grader.batch.pool import DIED_TWICE, Pool, Task
from grader.errors import UserError
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.sandbox.launching.interpreter import OWN
from tests.batch.fakes import Recorder, dying, raising, right, submission
from tests.fixture_folders import ROOT

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.filterwarnings("default")  # those of Dask are its own


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Return two workers on this machine, which can import the tests."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with connected("local:2", OWN) as found:
        yield found


def test_a_submission_that_kills_what_grades_it_is_a_fault_and_no_other_is(
    cluster: Cluster, tmp_path: Path, default_rubric: Rubric
) -> None:
    """One that kills once is graded again; a bug of ours is one submission's fault."""
    texts = {"ada": "right", "bob": "kill", "kim": f"kill {tmp_path / 'once'}", "lee": "right", "uma": "wrong"}
    tasks = [Task(submission(name, text), default_rubric) for name, text in texts.items()]
    watcher = Recorder()

    found = {one.submission.id: one.result for one in Pool(3, cluster.executor, dying).grade_all(tasks, watcher)}

    assert sorted(texts) == sorted(found) == sorted(watcher.done)
    assert {"bob": DIED_TWICE} == {name: result.fault for name, result in found.items() if result.fault}
    assert found["lee"].score == right(submission("lee", "right"), default_rubric).score
    bug = [Task(submission("ada", "raise"), default_rubric)]
    (fault,) = (one.result.fault for one in Pool(3, cluster.executor, raising).grade_all(bug, watcher))
    assert fault == "RuntimeError: LookupError: a bug of ours"
    assert {"graded"} == {one.status for one in found.values() if not one.fault}


def test_an_address_that_is_none_is_refused() -> None:
    """In one line."""
    with pytest.raises(UserError, match="--cluster local:many"), connected("local:many", OWN):
        pass


def test_a_child_is_used_again(default_rubric: Rubric, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second to start."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    results: list[Result] = [in_child(right, submission(name), default_rubric) for name in ("ada", "bob")]

    assert ["ada", "bob"] == [one.submission.id for one in results]
