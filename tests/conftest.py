"""What several tests share: the tree's own folders, the default rubric, every fixture graded once."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.assignments import ASSIGNMENTS
from grader.batch.pool import Pool
from grader.intake import read_submission
from grader.model.result import Result
from grader.model.rubric import Limits, Rubric
from grader.model.submission import Submission
from grader.rubric_file import load_rubric

ROOT = Path(__file__).parent.parent
FIXTURES = sorted(path.parent for path in (ROOT / "fixtures").glob("*/expect.yaml"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One way to be right, wrong or slow, and what it must get."""

    name: str
    expect: Mapping[str, Any]
    submission: Submission
    rubric: Rubric


class Silent:
    """A watcher that looks away."""

    def started(self, submission: Submission) -> None:
        """Look away."""

    def finished(self, result: Result) -> None:
        """Look away."""


@pytest.fixture(scope="session")
def default_rubric() -> Rubric:
    """Return the root's rubric.yaml."""
    return load_rubric((ROOT / "rubric.yaml").read_bytes(), "rubric.yaml", ASSIGNMENTS)


@pytest.fixture(scope="session")
def fixtures(default_rubric: Rubric) -> dict[str, Fixture]:
    """All fixtures by name."""
    return {folder.name: _fixture(folder, default_rubric) for folder in FIXTURES}


@pytest.fixture(scope="session")
def graded(fixtures: dict[str, Fixture], request: pytest.FixtureRequest) -> dict[str, Result]:
    """Return the result of every fixture that a collected test asks for, graded by the project's own pool."""
    wanted = {item.callspec.params.get("fixture_name") for item in request.session.items if hasattr(item, "callspec")}
    # The long ones first, so that no worker is left alone with one at the end.
    chosen = sorted(
        (one for one in fixtures.values() if one.name in wanted),
        key=lambda one: "limits" not in one.expect and not one.expect.get("slow"),
    )
    work = [(one.submission, one.rubric) for one in chosen]
    return {submission.id: result for submission, result in Pool(os.cpu_count() or 1).grade_all(work, Silent())}


def _fixture(folder: Path, rubric: Rubric) -> Fixture:
    expect = yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8"))
    submission = dataclasses.replace(read_submission(folder, "tictactoe", rubric.limits.source_kib), id=folder.name)
    limits = expect.get("limits", {})
    own = Limits(
        import_seconds=limits.get("import", rubric.limits.import_seconds),
        call_seconds=limits.get("call", rubric.limits.call_seconds),
        function_seconds=tuple(limits.get("calls", dict(rubric.limits.function_seconds)).items()),
        submission_seconds=limits.get("submission", rubric.limits.submission_seconds),
        memory_mib=limits.get("memory_mib", rubric.limits.memory_mib),
    )
    return Fixture(
        name=folder.name, expect=expect, submission=submission, rubric=dataclasses.replace(rubric, limits=own)
    )
