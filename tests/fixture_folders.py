"""The fixtures: one folder per way to be right, wrong or slow, with what it must get."""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.assignments import ASSIGNMENTS
from grader.intake import read_submission
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.rubric_file import load_rubric
from tests.expectation import Expectation, read_expectation

ROOT = Path(__file__).parents[1]
EVERY = "GRADER_EVERY_FIXTURE"
"""If this variable is set, the fixtures in `fixtures/more` are graded as well, which takes minutes."""
FIXTURES = sorted(
    (
        path.parent
        for pattern in ("*/expect.yaml", *(["more/*/expect.yaml"] if EVERY in os.environ else []))
        for path in (ROOT / "fixtures").glob(pattern)
    ),
    key=lambda folder: folder.name,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One way to be right, wrong or slow, and what it must get."""

    name: str
    folder: Path
    expect: Expectation
    submission: Submission
    rubric: Rubric


@cache
def default_rubric() -> Rubric:
    """Return the root's rubric.yaml."""
    return load_rubric((ROOT / "rubric.yaml").read_bytes(), "rubric.yaml", ASSIGNMENTS)


@cache
def built_in_rubric(name: str) -> Rubric:
    """Return a rubric by the name that `--rubric` takes."""
    paths = {name: path for one in ASSIGNMENTS.values() for name, path in one.rubrics}
    return load_rubric(paths[name].read_bytes(), name, ASSIGNMENTS)


@cache
def fixtures() -> dict[str, Fixture]:
    """Return all fixtures by name."""
    return {folder.name: _fixture(folder) for folder in FIXTURES}


def _fixture(folder: Path) -> Fixture:
    expect = read_expectation(folder)
    rubric = built_in_rubric(expect.rubric) if expect.rubric else default_rubric()
    module_spec = ASSIGNMENTS[rubric.assignment].module_spec
    submission = dataclasses.replace(read_submission(folder, module_spec, rubric.limits.source_kib), id=folder.name)
    if expect.limits is not None:
        rubric = dataclasses.replace(rubric, limits=expect.limits.applied_to(rubric.limits))
    return Fixture(name=folder.name, folder=folder, expect=expect, submission=submission, rubric=rubric)
