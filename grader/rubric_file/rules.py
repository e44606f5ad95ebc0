"""What only shows when several places of a rubric file are compared."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from grader.rubric_file import check_rules
from grader.rubric_file.problems import Problem, did_you_mean, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.rubric_file.document import Address
    from grader.rubric_file.draft import Draft


def _known_assignment(draft: Draft) -> Iterator[Problem]:
    name = draft.assignment_id
    if name is not None and draft.assignment is None:
        known = ", ".join(draft.assignments)
        remedy = did_you_mean(name, draft.assignments, f"use one of {known}")
        yield Problem(draft.document.place(("assignment",)), f"there is no assignment {quoted(name)}; {remedy}")


def _unique_ids(draft: Draft) -> Iterator[Problem]:
    first: dict[str, Address] = {}
    for line in draft.lines:
        if line.id is None:
            continue
        address = (*line.address, "id")
        if line.id in first:
            where = draft.document.place(first[line.id]).line
            text = f"the id {quoted(line.id)} is taken already, in line {where}; choose another"
            yield Problem(draft.document.place(address), text)
        first.setdefault(line.id, address)


def _either_checks_or_by_hand(draft: Draft) -> Iterator[Problem]:
    for line in draft.lines:
        place = draft.document.place(line.address)
        if line.checks and line.by_hand:
            yield Problem(place, f"{line.name} has checks and 'by_hand: true'; remove one, or make two lines of it")
        # A misspelt key is reported as such; saying that the key is missing too would only confuse.
        elif not line.checks and not line.by_hand and not line.broken:
            yield Problem(place, f"{line.name} has neither checks nor 'by_hand: true'; add one of them")


def _shares_add_up(draft: Draft) -> Iterator[Problem]:
    for line in draft.lines:
        shares = [share for share in (line.checks or {}).values() if share is not None]
        if line.points is None or not line.checks or len(shares) < len(line.checks):
            continue
        total = sum(shares, Decimal(0))
        if total != line.points:
            text = f"the shares of {line.name} add up to {total}, but its 'points' say {line.points}"
            yield Problem(draft.document.key_place((*line.address, "checks")), f"{text}; change one or the other")


def _total_is_stated(draft: Draft) -> Iterator[Problem]:
    points = [line.points for line in draft.lines if not line.bonus]
    if draft.total is None or not draft.lines or None in points:
        return
    total = sum((part for part in points if part is not None), Decimal(0))
    if total != draft.total:
        text = f"the lines without bonus add up to {total}, but 'total' says {draft.total}; change one or the other"
        yield Problem(draft.document.place(("total",)), text)


def _known_call_limits(draft: Draft) -> Iterator[Problem]:
    if draft.assignment is None:
        return
    functions = [shape.name for shape in draft.assignment.module_spec.functions]
    for name in draft.call_limits:
        if name not in functions:
            remedy = did_you_mean(name, functions, f"use one of {', '.join(functions)}")
            place = draft.document.key_place(("limits", "calls", name))
            yield Problem(place, f"the assignment has no function {quoted(name)}; {remedy}")


def _imports_named_once(draft: Draft) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, name in enumerate(draft.allow_imports):
        if name is None:
            continue
        if name in seen:
            place = draft.document.place(("allow_imports", index))
            yield Problem(place, f"the module {quoted(name)} is named twice; remove one of the two")
        seen.add(name)


RULES: tuple[Callable[[Draft], Iterator[Problem]], ...] = (
    _known_assignment,
    _unique_ids,
    _either_checks_or_by_hand,
    _shares_add_up,
    check_rules.known,
    check_rules.named_once,
    check_rules.all_used,
    _total_is_stated,
    _known_call_limits,
    _imports_named_once,
)


def broken_rules(draft: Draft) -> list[Problem]:
    """Return every rule the file breaks."""
    return [problem for rule in RULES for problem in rule(draft)]
