"""The rules that compare several places of a rubric file, such as sums, ids and the names of checks."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import NamedTuple

from grader.capabilities.hand_in.rules import FILE_CHECKS
from grader.capabilities.hand_in.section import handed_out_names, handed_out_problem
from grader.capabilities.lateness.rules import ITEM as LATE_ITEM
from grader.capabilities.quality.report import KIND_TITLES
from grader.model.spec import Assignment, CheckEntry
from grader.model.spelling import closest, did_you_mean, quoted
from grader.rubric_file.document import Address, Problem
from grader.rubric_file.draft import SOURCES, Draft
from grader.rubric_file.named_checks import full_name


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


SOURCE_NAMES = {key: key for key in SOURCES} | {"by_hand": "'by_hand: true'"}
"""The names in messages for the keys of `SOURCES`."""


def broken_rules(draft: Draft) -> list[Problem]:
    """Return a problem for everything that breaks one of `RULES`."""
    return [problem for rule in RULES for problem in rule(draft)]


def _known_assignment(draft: Draft) -> Iterator[Problem]:
    name = draft.assignment_id
    if name is not None and draft.assignment is None:
        known = ", ".join(draft.assignments)
        remedy = did_you_mean(name, draft.assignments, f"use one of {known}")
        yield Problem(draft.document.position(("assignment",)), f"there is no assignment {quoted(name)}; {remedy}")


def _known_sheet(draft: Draft) -> Iterator[Problem]:
    if draft.assignment is None or draft.sheet is None:
        return
    names = draft.assignment.sheet_names
    if draft.sheet not in names:
        remedy = did_you_mean(draft.sheet, names, f"use one of {', '.join(names)}")
        text = f"the assignment has no sheet {quoted(draft.sheet)}; {remedy}"
        yield Problem(draft.document.position(("sheet",)), text)


def _unique_ids(draft: Draft) -> Iterator[Problem]:
    first: dict[str, Address] = {}
    for item in draft.items:
        if item.id is None:
            continue
        address = (*item.address, "id")
        if item.id in first:
            row = draft.document.position(first[item.id]).line
            text = f"the id {quoted(item.id)} is taken already, in line {row}; choose another"
            yield Problem(draft.document.position(address), text)
        first.setdefault(item.id, address)


def _no_item_is_called_like_the_late_one(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        if item.id == LATE_ITEM and draft.has_late:
            text = f"the item with the points for late work has the id {quoted(LATE_ITEM)}; choose another"
            yield Problem(draft.document.position((*item.address, "id")), text)


def _one_source_of_points(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        position = draft.document.position(item.address)
        named = [SOURCE_NAMES[key] for key in item.sources]
        if len(named) > 1:
            text = f"{item.name} has {', '.join(named[:-1])} and {named[-1]}; keep one, or make separate items"
            yield Problem(position, text)
        # A misspelt key has been reported already; a second message that it is missing would only confuse.
        elif not named and not item.broken:
            text = f"{item.name} does not say where its points come from; add one of {', '.join(SOURCE_NAMES.values())}"
            yield Problem(position, text)


def _shares_add_up(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        shares = [share for share in (item.checks or {}).values() if share is not None]
        if item.points is None or not item.checks or len(shares) < len(item.checks):
            continue
        total = sum(shares, Decimal(0))
        if total != item.points:
            text = f"the shares of {item.name} add up to {total}, but its 'points' say {item.points}"
            yield Problem(draft.document.key_position((*item.address, "checks")), f"{text}; change one or the other")


def _readable_handed_out_files(draft: Draft) -> Iterator[Problem]:
    """Report every file that was handed out to students and cannot be read."""
    for address, name in handed_out_names(draft.files):
        problem = handed_out_problem(name, draft.folder, is_readme=address == ("readme",))
        if problem is not None:
            yield Problem(draft.document.position(("files", *address)), problem)


def _known_kinds(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        for kind, cost in item.kinds.items():
            address = (*item.address, "quality", "kinds", kind)
            if kind not in KIND_TITLES:
                remedy = did_you_mean(kind, KIND_TITLES, f"use one of {', '.join(KIND_TITLES)}")
                text = f"there is no kind of findings {quoted(kind)}; {remedy}"
                yield Problem(draft.document.key_position(address), text)
            elif cost is not None and item.points is not None and cost > item.points:
                text = f"{quoted(kind)} costs {cost}, but {item.name} has {item.points} points; lower it"
                yield Problem(draft.document.position(address), text)


def _total_is_stated(draft: Draft) -> Iterator[Problem]:
    points = [item.points for item in draft.items if not item.bonus]
    if draft.total is None or not draft.items or None in points:
        return
    total = sum((part for part in points if part is not None), Decimal(0))
    if total != draft.total:
        text = f"the items without bonus add up to {total}, but 'total' says {draft.total}; change one or the other"
        yield Problem(draft.document.position(("total",)), text)


def _known_call_limits(draft: Draft) -> Iterator[Problem]:
    if draft.assignment is None:
        return
    functions = [function.name for function in draft.assignment.module_spec.functions]
    for name in draft.call_limits:
        if name not in functions:
            remedy = did_you_mean(name, functions, f"use one of {', '.join(functions)}")
            position = draft.document.key_position(("limits", "calls", name))
            yield Problem(position, f"the assignment has no function {quoted(name)}; {remedy}")


def _imports_named_once(draft: Draft) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, name in enumerate(draft.allow_imports):
        if name is None:
            continue
        if name in seen:
            position = draft.document.position(("allow_imports", index))
            yield Problem(position, f"the module {quoted(name)} is named twice; remove one of the two")
        seen.add(name)


RULES: tuple[Callable[[Draft], Iterator[Problem]], ...] = (
    _known_assignment,
    _known_sheet,
    _unique_ids,
    _no_item_is_called_like_the_late_one,
    _one_source_of_points,
    _shares_add_up,
    known_checks,
    checks_named_once,
    demanded_files,
    _readable_handed_out_files,
    _known_kinds,
    _total_is_stated,
    _known_call_limits,
    _imports_named_once,
)
