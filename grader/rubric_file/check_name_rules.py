"""The rules about the names of checks in a rubric file."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from grader.capabilities.hand_in.rules import FILE_CHECKS
from grader.model.spelling import closest, quoted
from grader.rubric_file.named_checks import full_name
from grader.rubric_file.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.spec import Assignment, CheckEntry
    from grader.rubric_file.document import Address
    from grader.rubric_file.draft import Draft


class Mention(NamedTuple):
    """The name of a check in an item of the rubric."""

    item_id: str
    written: str
    address: Address

    @property
    def check(self) -> str:
        """The name in full."""
        return full_name(self.item_id, self.written)


def known_checks(draft: Draft) -> Iterator[Problem]:
    """Report every check that the assignment does not have, with the one that was probably meant."""
    if draft.assignment is None:
        return
    known = {entry.id for entry in _entries(draft.assignment)}
    for mention in _mentions(draft):
        if mention.check not in known:
            remedy = _remedy(mention, draft.assignment)
            position = draft.document.key_position(mention.address)
            yield Problem(position, f"there is no check {quoted(mention.written)} here; {remedy}")


def demanded_files(draft: Draft) -> Iterator[Problem]:
    """Report every check of files that the section `files` does not turn on."""
    known = {entry.id for entry in FILE_CHECKS}
    for mention in _mentions(draft):
        key = mention.check.partition(".")[2]
        is_wrong = ("files", key) in draft.document.values and key not in draft.files  # that has been reported
        if mention.check in known and not draft.files.get(key) and not is_wrong:
            position = draft.document.key_position(mention.address)
            text = (
                f"the check {quoted(mention.written)} needs the key {quoted(key)} in the section 'files'; add it there"
            )
            yield Problem(position, text)


def checks_named_once(draft: Draft) -> Iterator[Problem]:
    """Report every check that is named twice: in two items, or by its short name and its full name."""
    first: dict[str, int] = {}
    for mention in _mentions(draft):
        position = draft.document.key_position(mention.address)
        if mention.check in first:
            row = first[mention.check]
            text = f"the check {quoted(mention.check)} is named twice, first in line {row}; remove one of the two"
            yield Problem(position, text)
        first.setdefault(mention.check, position.line)


def _mentions(draft: Draft) -> Iterator[Mention]:
    """Yield the name of every check in file order, except names that need the id of an item whose id is unreadable."""
    for item in draft.items:
        for written in item.checks or ():
            if item.id is not None or "." in written:
                yield Mention(item.id or "", written, (*item.address, "checks", written))


def _remedy(mention: Mention, assignment: Assignment) -> str:
    match = _closest_check(mention, assignment)
    if match is not None:
        return f"did you mean {quoted(_short_name(match, mention.item_id))}?"
    entries = _entries(assignment)
    own = [_short_name(entry.id, mention.item_id) for entry in entries if entry.function == mention.item_id]
    return f"use one of {', '.join(own)}" if own else "write it in full, as function.check"


def _closest_check(mention: Mention, assignment: Assignment) -> str | None:
    """Return the full name of the check that was probably meant."""
    function, _, bare = mention.check.rpartition(".")
    known = [entry.id for entry in _entries(assignment)]
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


def _entries(assignment: Assignment) -> tuple[CheckEntry, ...]:
    return (*assignment.checks, *FILE_CHECKS)


def _short_name(check: str, item_id: str) -> str:
    """Return the shortest name for `check` in the item called `item_id`."""
    return check.removeprefix(f"{item_id}.")
