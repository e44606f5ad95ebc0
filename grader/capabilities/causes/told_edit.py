"""How an edit is told, so that a student can make it without seeing more of the line."""

from __future__ import annotations

from collections.abc import Sequence

from grader.capabilities.causes.edit import Edit
from grader.model.reason import Reason, reason
from grader.model.sanitize import sanitize
from grader.text.reasons import THERE

MAX_SHOWN, MAX_NAMED = 60, 24
"""Characters of a statement, and of one that is only named: what to do with it must be seen on a screen."""
MAX_BOTH = 44
"""Characters of what is written and of what it replaces, if both are told."""
WRITTEN = frozenset({"edit_part", "edit_alike", "edit_line", "edit_added", "edit_added_above", "edit_added_outside"})
"""Edits of which all is told that is written."""


def told_edit(edit: Edit, place: str, *, is_mistake_named: bool) -> Reason:
    """Return what is to be done at `place`; if the mistake is named, only where it is."""
    code = edit.code
    most = MAX_SHOWN if code in WRITTEN else MAX_NAMED
    old, new = sanitize(edit.old_part.strip(), most), sanitize(edit.new_part.strip(), MAX_SHOWN)
    if code == "edit_part" and len(old) + len(new) > MAX_BOTH:
        # A part alone may be taken for the whole line.
        code, whole = "edit_line", edit.new[0].strip()
        new = new if edit.also or len(whole) > MAX_BOTH else sanitize(whole, MAX_SHOWN)
    return reason(f"{code}{THERE}" if is_mistake_named else code, place=place, old=old, new=new)


def told_together(first: Edit, second: Edit, *, in_search: bool) -> Sequence[Edit]:
    """Return two edits as they are told: those of one statement of a search as its text after both; else none."""
    if {*first.lines}.isdisjoint(second.lines):
        return [first, second]
    whole = second.new[0].strip()
    in_one_line = [*first.lines] == [*second.lines] == [second.first] and len(second.new) == 1
    if not (in_search and in_one_line and len(whole) <= MAX_SHOWN):
        return []
    return [second._replace(code="edit_line", new_part=whole)]
