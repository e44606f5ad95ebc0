"""The fixtures: one folder per way to be right, wrong or slow, with what it must get."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from grader.assignments import ASSIGNMENTS
from grader.intake import read_submission
from grader.model.result import Result
from grader.model.rubric import Limits, Rubric
from grader.model.submission import Submission
from grader.rubric_file import load_rubric

ROOT = Path(__file__).parents[1]
EVERY = "GRADER_EVERY_FIXTURE"
"""Set to have those in `fixtures/more` graded as well: further ways to be right or wrong, which take their time."""
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
    expect: Mapping[str, Any]
    submission: Submission
    rubric: Rubric


class Silent:
    """A watcher that looks away."""

    def started(self, submission: Submission) -> None:
        """Look away."""

    def finished(self, result: Result) -> None:
        """Look away."""


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
    expect = yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8"))
    rubric = built_in_rubric(expect["rubric"]) if "rubric" in expect else default_rubric()
    module_spec = ASSIGNMENTS[rubric.assignment].module_spec
    submission = dataclasses.replace(read_submission(folder, module_spec, rubric.limits.source_kib), id=folder.name)
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
