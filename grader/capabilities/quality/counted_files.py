"""Which files of a submission are rated: the graded one, and the helper modules that it imports."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from grader.capabilities.quality.outline import CodeBlock, Outline, read_outline
from grader.capabilities.quality.ruff_process import NotRated
from grader.model.submission import SourceFile, Submission
from grader.python_text import own_modules_used

MAX_CHARACTERS = 300_000
"""Of all files that count: what one file may have by default, and a bit more."""


class CountedFile(NamedTuple):
    """A file that is rated."""

    file: SourceFile
    lines: list[str]
    outline: Outline

    def block(self, row: int) -> CodeBlock | None:
        """Return the function or class at the top level in which a line stands."""
        index = bisect_right(self.outline.blocks, row, key=lambda block: block.first)
        if not index or self.outline.blocks[index - 1].last < row:
            return None
        return self.outline.blocks[index - 1]

    def has_comment(self, first: int, last: int) -> bool:
        """Return whether a comment stands in these lines, or right above them and their decorators."""
        while first > 1 and self.lines[first - 2].lstrip().startswith("@"):
            first -= 1
        return any(row in self.outline.comments for row in range(first - 1, last + 1))


def counted_files(submission: Submission) -> list[CountedFile]:
    """
    Return the graded file and the helper modules that it imports, or that these import.

    Others in the folder may be the assignment's own, such as `runner.py`, or tests. NotRated if the text is too long,
    or no Python.
    """
    used = own_modules_used(submission)
    files = [file for file in submission.files if file is submission.files[0] or file in used]
    if sum(len(file.text) for file in files) > MAX_CHARACTERS:
        raise NotRated(f"the code has more than {MAX_CHARACTERS:,} characters, so it was not rated")
    return [_counted(file) for file in files]


def _counted(file: SourceFile) -> CountedFile:
    lines = file.lines
    return CountedFile(file, lines, read_outline(lines))
