"""The fixtures: one folder per way to be right, wrong or slow, with what it must get."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from grader.assignments import ASSIGNMENTS
from grader.intake.one_submission import read_submission
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.rubric_file import load_rubric
from tests.expectation import Expectation, read_expectation

ROOT = Path(__file__).parents[1]
EVERY = "GRADER_EVERY_FIXTURE"
"""If this variable is set, the fixtures in `fixtures/more` are graded as well, which takes minutes."""
SLOW = pytest.mark.skipif(EVERY not in os.environ, reason=f"takes seconds: set {EVERY} to run it")
"""Of a test that all of `.ci/run` runs, and README's command leaves out."""
Case = TypeVar("Case")


def sampled(cases: Iterable[Case], every: int) -> list[Case]:
    """Return all cases for `.ci/run`, and each so many-th for README's command."""
    return list(cases)[:: 1 if EVERY in os.environ else every]


def _folders(*patterns: str) -> list[Path]:
    found = (path.parent for pattern in patterns for path in (ROOT / "fixtures").glob(f"{pattern}/expect.yaml"))
    return sorted(found, key=lambda folder: folder.name)


ALL_FIXTURES = _folders("*", "more/*")
FIXTURES = ALL_FIXTURES if EVERY in os.environ else _folders("*")
"""Those that this run grades."""


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
def own_rubric(name: str) -> Rubric:
    """Return a rubric that only fixtures use, from `fixtures/rubrics`, where the files lie that were handed out."""
    folder = ROOT / "fixtures" / "rubrics" / name
    return load_rubric((folder / "rubric.yaml").read_bytes(), name, ASSIGNMENTS, folder=folder)


def rubric_called(name: str | None) -> Rubric:
    """Return the rubric that an `expect.yaml` names."""
    if name is None:
        return default_rubric()
    return own_rubric(name) if (ROOT / "fixtures" / "rubrics" / name).is_dir() else built_in_rubric(name)


@cache
def fixtures() -> dict[str, Fixture]:
    """Return all fixtures by name."""
    return {folder.name: fixture_in(folder) for folder in FIXTURES}


def folder_called(name: str) -> Path:
    """Return the folder of any fixture, also of one that this run does not grade."""
    (folder,) = (folder for folder in ALL_FIXTURES if folder.name == name)
    return folder


def fixture_in(folder: Path) -> Fixture:
    """Return the fixture of a folder."""
    expect = read_expectation(folder)
    rubric = rubric_called(expect.rubric)
    module_spec = ASSIGNMENTS[rubric.assignment].module_spec
    submission = read_submission(folder, module_spec, rubric.limits.source_kib, rubric.wanted_files)
    submission = dataclasses.replace(submission, id=folder.name)
    if expect.limits is not None:
        rubric = dataclasses.replace(rubric, limits=expect.limits.applied_to(rubric.limits))
    return Fixture(name=folder.name, folder=folder, expect=expect, submission=submission, rubric=rubric)
