"""Submissions for tests of code quality."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from grader.assignments.tictactoe.functions import MODULE_SPEC
from grader.capabilities.quality.assess import SourceFinding, find_all
from grader.capabilities.quality.outline import counted_files
from grader.model.rubric import RubricItem
from grader.model.submission import SourceFile, Submission

SAMPLES = Path(__file__).parent / "samples"
LINE = RubricItem(id="neat", title="Neat", points=Decimal(5), capability="quality", by_hand=True)


def submission(text: str, cells: tuple[int, ...] = (), **helpers: str) -> Submission:
    """Return a submission with `text` as `tictactoe.py` and helper modules by their names."""
    main = SourceFile(path="tictactoe.py", text=text, cells=cells)
    others = tuple(SourceFile(path=f"{name}.py", text=helper) for name, helper in helpers.items())
    return Submission(id="ada", student="Ada", main="tictactoe.py", files=(main, *others))


def found_in(text: str, cells: tuple[int, ...] = (), **helpers: str) -> list[SourceFinding]:
    """Return what is found in such a submission."""
    return find_all(counted_files(submission(text, cells, **helpers)), MODULE_SPEC)


def kinds_in(text: str, cells: tuple[int, ...] = (), **helpers: str) -> list[tuple[str, int]]:
    """Return the kinds of what is found in such a submission, with their lines."""
    return [(one.kind, one.row) for one in found_in(text, cells, **helpers)]
