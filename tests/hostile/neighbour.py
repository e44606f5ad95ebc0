"""An ordinary submission that is graded next to the attacks, which must not change its result."""

from __future__ import annotations

from grader.model.submission import SourceFile, Submission
from tests.hostile.corpus import MODULE

SOURCE = """LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def utility(board):
    cells = [*board[0], *board[1], *board[2]]
    for a, b, c in LINES:
        if cells[a] is not None and cells[a] == cells[b] == cells[c]:
            return 1 if cells[a] == "X" else -1
    return 0
"""
"""Right and quick to prove: all points of one line, none of the others."""


def neighbour_id(attack: str) -> str:
    """Return the id of the submission that is graded after `attack`."""
    return f"next-to-{attack}"


def neighbour(attack: str) -> Submission:
    """Return the submission that is graded after `attack`; no two have the same text, like those of a class."""
    name = neighbour_id(attack)
    source = SourceFile(path=f"{MODULE}.py", text=f"# {name}\n{SOURCE}")
    return Submission(id=name, student=name, main=source.path, files=(source,))
