"""Which files of a submission are rated: the graded one, and the helper modules that it imports."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from grader.model.submission import SourceFile, Submission
from grader.quality.errors import NotRated
from grader.quality.outline import Block, Outline, read_outline

MAX_CHARACTERS = 300_000
"""Of all files that count: what one file may have by default, and a bit more."""


class CountedFile(NamedTuple):
    """A file that is rated."""

    file: SourceFile
    lines: list[str]
    outline: Outline

    def block(self, row: int) -> Block | None:
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

    Others in the folder may be the assignment's own, such as `runner.py`, or tests. A module counts as imported if
    the first part of its name stands in an import statement of a file that counts. NotRated if that cannot be known.
    """
    main, *others = submission.files
    # The standard library is searched first: a file called like one of its modules is never imported.
    helpers = [file for file in others if _module(file) not in sys.stdlib_module_names]
    _require_size([main])
    counted = [_counted(main)]
    for one in counted:  # it grows
        found = [helper for helper in helpers if _module(helper) in one.outline.imported]
        helpers = [helper for helper in helpers if helper not in found]
        _require_size([*(one.file for one in counted), *found])
        counted += [_counted(helper) for helper in found]
    return sorted(counted, key=lambda one: submission.files.index(one.file))


def _require_size(files: Sequence[SourceFile]) -> None:
    if sum(len(file.text) for file in files) > MAX_CHARACTERS:
        raise NotRated(f"the code has more than {MAX_CHARACTERS:,} characters, so it was not rated")


def _counted(file: SourceFile) -> CountedFile:
    lines = file.lines
    return CountedFile(file, lines, read_outline(lines))


def _module(file: SourceFile) -> str:
    return file.path.partition("/")[0].removesuffix(".py")
