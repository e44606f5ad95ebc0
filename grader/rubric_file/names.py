"""
The names of checks in a rubric: what they stand for, and what a name that stands for nothing was meant to be.

A bare name is a check of the function the line is called after; ``function.check`` names any function's.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from grader.rubric_file.problems import closest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.spec import Assignment
    from grader.rubric_file.document import Address
    from grader.rubric_file.draft import Draft


class Mention(NamedTuple):
    """A check's name in a line of the rubric."""

    line_id: str
    written: str
    address: Address

    @property
    def check(self) -> str:
        """The name in full."""
        return full_name(self.line_id, self.written)


def full_name(line_id: str, written: str) -> str:
    """Return ``function.check`` for a name as written in the line called `line_id`."""
    return written if "." in written else f"{line_id}.{written}"


def mentions(draft: Draft) -> Iterator[Mention]:
    """Yield every check's name in file order, but for lines whose id cannot be read."""
    for line in draft.lines:
        for written in line.checks or ():
            if line.id is not None or "." in written:
                yield Mention(line.id or "", written, (*line.address, "checks", written))


def meant(mention: Mention, assignment: Assignment) -> str | None:
    """Return the full name of the check that was probably meant."""
    function, _, bare = mention.check.rpartition(".")
    known = [entry.id for entry in assignment.catalogue]
    # The right check under the wrong function first, then a slip in the check's name, nearest function first.
    elsewhere = [check for check in known if check.endswith(f".{bare}")]
    if elsewhere:
        return difflib.get_close_matches(mention.check, elsewhere, n=1, cutoff=0)[0]
    own = [check for check in known if check.startswith(f"{function}.")]
    for options in (own, known):
        match = closest(bare, [check.partition(".")[2] for check in options])
        if match is not None:
            return next(check for check in options if check.endswith(f".{match}"))
    return None


def shortest(check: str, line_id: str) -> str:
    """Return how `check` may be written in the line called `line_id`."""
    return check.removeprefix(f"{line_id}.")
