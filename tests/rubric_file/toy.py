"""A small assignment and a small rubric file, to edit one thing at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from grader.assignments import ASSIGNMENTS
from grader.errors import UserError
from grader.model.rubric import Rubric
from grader.model.spec import Assignment, CheckEntry, FunctionSpec, ModuleSpec
from grader.rubric_file import load_rubric

ROOT = Path(__file__).parents[2]
DEFAULT = ROOT / "rubric.yaml"
BUILT_IN = [path for assignment in ASSIGNMENTS.values() for _, path in assignment.rubrics]
PROPERTY = settings(deadline=None, derandomize=True, database=None, max_examples=80)

TOY = Assignment(
    id="toy",
    title="Two functions",
    module_spec=ModuleSpec(
        module="toy",
        functions=(FunctionSpec(name="turn", parameters=1), FunctionSpec(name="minimax", parameters=1)),
        marks=(),
    ),
    catalogue=tuple(
        CheckEntry(id=check, title=check, sheet="") for check in ("turn.first", "turn.later", "minimax.legal_move")
    ),
    checks=ROOT,
    rubrics=(),
)

# Short, so that lines and columns can be counted by eye.
SMALL = """\
title: Small
assignment: toy
total: 10
criteria:
  - id: turn
    title: turn(board)
    points: 6
    checks: {first: 2, later: 4}
  - id: minimax
    title: minimax(board)
    points: 3
    checks: {legal_move: 3}
  - id: style
    title: Style
    points: 1
    by_hand: true
"""


def load(text: str | bytes) -> Rubric:
    """Load a rubric for the toy assignment."""
    return load_rubric(text if isinstance(text, bytes) else text.encode(), "r.yaml", {"toy": TOY})


def problems_of(text: str | bytes) -> list[str]:
    """Return what is said about a file that is refused, without the file's name."""
    with pytest.raises(UserError) as refusal:
        load(text)
    lines = str(refusal.value).split("\n")
    assert all(line.startswith("r.yaml:") for line in lines)
    return [line.removeprefix("r.yaml:") for line in lines]


def edited(*edits: tuple[str, str]) -> str:
    """Return the small rubric with the first occurrence of each old text replaced."""
    text = SMALL
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return text
