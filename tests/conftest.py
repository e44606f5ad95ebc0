"""What several tests share: the default rubric, the fixtures, and their results, graded once."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from grader.batch.pool import Pool
from grader.model.result import Result
from grader.model.rubric import Rubric
from tests import fixture_folders
from tests.apart import Apart
from tests.fixture_folders import FIXTURES, ROOT, Fixture, Silent

__all__ = ["FIXTURES", "ROOT", "Fixture", "Silent"]

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


@pytest.fixture(scope="session", autouse=True)
def apart(wanted: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart | None]:
    """Begin with the grading before the first test, where this system can."""
    begun = None
    if len(wanted) >= WORTH_IT and hasattr(os, "fork"):
        begun = Apart(tmp_path_factory.mktemp("apart"), wanted)
    yield begun
    if begun is not None:
        begun.stop()


@pytest.fixture(scope="session")
def graded(wanted: list[str], apart: Apart | None, fixtures: dict[str, Fixture]) -> dict[str, Result]:
    """Return the result of every fixture that a collected test asks for, graded by the project's own pool."""
    if apart is not None:
        return apart.results()
    work = [(fixtures[name].submission, fixtures[name].rubric) for name in wanted]
    return {submission.id: result for submission, result in Pool(os.cpu_count() or 1).grade_all(work, Silent())}
