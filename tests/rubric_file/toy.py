"""A small assignment and a small rubric file, to edit one thing at a time."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from grader.assignments import ASSIGNMENTS
from grader.errors import UserError
from grader.model.rubric import Rubric
from grader.model.spec import Assignment, CheckEntry, FunctionSpec, ModuleSpec, Sheet
from grader.rubric_file import load_rubric

ROOT = Path(__file__).parents[2]
DEFAULT = ROOT / "rubric.yaml"
BUILT_IN = [path for assignment in ASSIGNMENTS.values() for _, path in assignment.rubrics]
PROPERTY = settings(max_examples=80)

TOY = Assignment(
    id="toy",
    title="Two functions",
    module_spec=ModuleSpec(
        module="toy",
        functions=(FunctionSpec(name="turn", parameters=1), FunctionSpec(name="minimax", parameters=1)),
        cells=(),
    ),
    checks=tuple(CheckEntry(id=check, title=check) for check in ("turn.first", "turn.later", "minimax.legal_move")),
    sheets=(Sheet("playground", {"turn.first": "X begins."}), Sheet("classroom", {})),
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
    """Return the problems of a file that is refused, without the file's name."""
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


@st.composite
def rubric_lines(draw: st.DrawFn, names: list[str]) -> list[dict[str, Decimal]]:
    """Return the checks called `names`, shuffled over some lines, each with points."""
    checks = draw(st.permutations(names))
    size = draw(st.integers(1, len(checks)))
    points = st.decimals(0, 100, places=2, allow_nan=False, allow_infinity=False)
    return [{check: draw(points) for check in checks[start : start + size]} for start in range(0, len(checks), size)]


def written(lines: list[dict[str, Decimal]]) -> str:
    """Return the rubric file with these lines, and one by hand before them."""
    total = 1 + sum(sum(line.values()) for line in lines)
    text = f"title: Any\nassignment: tictactoe\ntotal: {total}\ncriteria:\n"
    text += "  - {id: by_hand, title: By hand, points: 1, by_hand: true}\n"
    for index, line in enumerate(lines):
        shares = ", ".join(f"{check}: {points}" for check, points in line.items())
        text += f"  - {{id: l{index}, title: Line, points: {sum(line.values())}, checks: {{{shares}}}}}\n"
    return text
