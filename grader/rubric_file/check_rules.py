"""Which checks the lines of a rubric name: each one there is, once, and none there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.rubric_file.names import meant, mentions, shortest
from grader.rubric_file.problems import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.spec import Assignment
    from grader.rubric_file.draft import Draft
    from grader.rubric_file.names import Mention


def known(draft: Draft) -> Iterator[Problem]:
    """Every check a line names is one the assignment has."""
    if draft.assignment is None:
        return
    catalogue = {entry.id for entry in draft.assignment.catalogue}
    for mention in mentions(draft):
        if mention.check not in catalogue:
            remedy = _remedy(mention, draft.assignment)
            place = draft.document.key_place(mention.address)
            yield Problem(place, f"there is no check {quoted(mention.written)} here; {remedy}")


def _remedy(mention: Mention, assignment: Assignment) -> str:
    match = meant(mention, assignment)
    if match is not None:
        return f"did you mean {quoted(shortest(match, mention.line_id))}?"
    own = [shortest(entry.id, mention.line_id) for entry in assignment.catalogue if entry.function == mention.line_id]
    return f"use one of {', '.join(own)}" if own else "write it in full, as function.check"


def named_once(draft: Draft) -> Iterator[Problem]:
    """No check is named twice, neither in two lines nor under both of its spellings."""
    first: dict[str, int] = {}
    for mention in mentions(draft):
        place = draft.document.key_place(mention.address)
        if mention.check in first:
            where = first[mention.check]
            text = f"the check {quoted(mention.check)} is named twice, first in line {where}; remove one of the two"
            yield Problem(place, text)
        first.setdefault(mention.check, place.line)


def all_used(draft: Draft) -> Iterator[Problem]:
    """No check of the assignment is forgotten; one that costs nothing says so with 0 points."""
    # Where a line's checks or its id cannot be read, nobody can say what is left over.
    readable = all(line.id is not None and (line.checks or line.by_hand) for line in draft.lines)
    if draft.assignment is None or not draft.lines or not readable:
        return
    known_ids = {entry.id for entry in draft.assignment.catalogue}
    used = {mention.check for mention in mentions(draft)}
    strangers = [mention for mention in mentions(draft) if mention.check not in known_ids]
    # A name that stands for nothing has been reported; what it was meant to be is not reported once more.
    slips = {(meant(mention, draft.assignment) or "").rpartition(".")[2] for mention in strangers}
    homes = {line.id: (*line.address, "checks") for line in reversed(draft.lines) if line.checks}
    for entry in draft.assignment.catalogue:
        if entry.id not in used and entry.id.partition(".")[2] not in slips:
            place = draft.document.key_place(homes.get(entry.function, ("criteria",)))
            yield Problem(place, f"no line uses the check '{entry.id}'; add it, with 0 points if it shall cost nothing")
