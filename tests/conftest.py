"""What several tests share: the default rubric, the fixtures, and their results, graded once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch.pool import Pool, Task
from grader.model.result import Result
from grader.model.rubric import Rubric
from tests import fixture_folders
from tests.background_grading import Apart, Elsewhere
from tests.fixture_folders import FIXTURES, ROOT, Fixture, Silent

__all__ = ["FIXTURES", "ROOT", "Fixture", "Silent"]

BEGUN = pytest.StashKey[Apart]()
FOLDER = "GRADER_GRADED_APART"
"""Where the processes that run the tests find what is graded beside them."""
WORTH_IT = 4
"""So many fixtures are graded beside the tests; fewer while they are waited for."""


@pytest.fixture(scope="session")
def default_rubric() -> Rubric:
    """Return the root's rubric.yaml."""
    return fixture_folders.default_rubric()


@pytest.fixture(scope="session")
def fixtures() -> dict[str, Fixture]:
    """All fixtures by name."""
    return fixture_folders.fixtures()


@pytest.fixture(scope="session")
def wanted(request: pytest.FixtureRequest) -> list[str]:
    """Name the fixtures that collected tests ask for."""
    asked = {item.callspec.params.get("fixture_name") for item in request.session.items if hasattr(item, "callspec")}
    return [folder.name for folder in FIXTURES if folder.name in asked]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin with the grading of all fixtures before the processes that run the tests do, if all tests are to run."""
    runs_none = session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput")
    if runs_none and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS and hasattr(os, "fork"):
        folder = Path(tempfile.mkdtemp(prefix="apart-"))
        session.stash[BEGUN] = Apart(folder, [one.name for one in FIXTURES])
        os.environ[FOLDER] = str(folder)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End what was begun."""
    begun = session.stash.get(BEGUN, None)
    if begun is not None:
        begun.stop()
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def apart(
    request: pytest.FixtureRequest, wanted: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Apart | Elsewhere | None]:
    """Begin with the grading before the first test, where this system can, or know where it was begun."""
    if FOLDER in os.environ:
        yield Elsewhere(Path(os.environ[FOLDER]), wanted)
        return
    begun = None
    # Of several processes only the one that asks for results grades.
    if len(wanted) >= WORTH_IT and hasattr(os, "fork") and not hasattr(request.config, "workerinput"):
        begun = Apart(tmp_path_factory.mktemp("apart"), wanted)
    yield begun
    if begun is not None:
        begun.stop()


@pytest.fixture(scope="session")
def graded(wanted: list[str], apart: Apart | Elsewhere | None, fixtures: dict[str, Fixture]) -> dict[str, Result]:
    """Return the result of every fixture that a collected test asks for, graded by the project's own pool."""
    if apart is not None:
        return apart.results()
    work = [Task(fixtures[name].submission, fixtures[name].rubric) for name in wanted]
    return {submission.id: result for submission, result in Pool(os.cpu_count() or 1).grade_all(work, Silent())}
