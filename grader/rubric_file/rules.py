"""The rules that compare several places of a rubric file, such as sums, ids and names of checks."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal

from grader.capabilities.registry import CAPABILITIES
from grader.capabilities.rubric_draft import Draft, Mention, Rule
from grader.model.sanitize import closest, did_you_mean, quoted
from grader.model.spec import Assignment, CheckEntry
from grader.rubric_file.shape import KEYS, SOURCES
from grader.yaml_document import TRUE_OR_FALSE, Problem, TextPosition


def _known_checks(draft: Draft) -> Iterator[Problem]:
    if draft.assignment is None:
        return
    known = {entry.id for entry in _entries(draft.assignment)}
    for mention in draft.mentions:
        if mention.check not in known:
            remedy = _remedy(mention, draft.assignment)
            position = draft.document.key_position(mention.address)
            yield Problem(position, f"there is no check {quoted(mention.written)} here; {remedy}")


def _checks_named_once(draft: Draft) -> Iterator[Problem]:
    """Report every check that is named twice: in two items, or by its short and its full name."""
    named = ((one.check, draft.document.key_position(one.address)) for one in draft.mentions)
    for check, position, row in _again(named):
        yield Problem(position, f"the check {quoted(check)} is named twice, first in line {row}; remove one of the two")


def _again(named: Iterable[tuple[str, TextPosition]]) -> Iterator[tuple[str, TextPosition, int]]:
    """Yield each name that has stood before, with its position and the line where it stood first."""
    first: dict[str, int] = {}
    for name, position in named:
        if name in first:
            yield name, position, first[name]
        first.setdefault(name, position.line)


def _remedy(mention: Mention, assignment: Assignment) -> str:
    match, prefix = _closest_check(mention, assignment), f"{mention.item_id}."
    if match is not None:
        return f"did you mean {quoted(match.removeprefix(prefix))}?"
    own = [one.id.removeprefix(prefix) for one in _entries(assignment) if one.function == mention.item_id]
    return f"use one of {', '.join(own)}" if own else "write it in full, as function.check"


def _closest_check(mention: Mention, assignment: Assignment) -> str | None:
    function, _, bare = mention.check.rpartition(".")
    known = [entry.id for entry in _entries(assignment)]
    # First the right check under a wrong function, then a slip in the check's name, nearest function first.
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
    return (*assignment.checks, *(entry for one in CAPABILITIES for entry in one.checks))


SOURCE_NAMES = {key: f"'{key}: true'" if key in KEYS and KEYS[key].kind is TRUE_OR_FALSE else key for key in SOURCES}


def _known_assignment(draft: Draft) -> Iterator[Problem]:
    name = draft.fields.get("assignment")
    if name is not None and draft.assignment is None:
        yield _unknown(draft.document.position(("assignment",)), "there is no assignment", name, draft.assignments)


def _known_sheet(draft: Draft) -> Iterator[Problem]:
    sheet = draft.fields.get("sheet")
    names = draft.assignment.sheet_names if draft.assignment is not None else ()
    if sheet and names and sheet not in names:
        yield _unknown(draft.document.position(("sheet",)), "the assignment has no sheet", sheet, names)


def _unknown(position: TextPosition, text: str, name: str, known: Collection[str]) -> Problem:
    remedy = did_you_mean(name, known, f"use one of {', '.join(known)}")
    return Problem(position, f"{text} {quoted(name)}; {remedy}")


def _unique_ids(draft: Draft) -> Iterator[Problem]:
    ids = ((one.id, draft.document.position((*one.address, "id"))) for one in draft.items if one.id is not None)
    for name, position, row in _again(ids):
        yield Problem(position, f"the id {quoted(name)} is taken already, in line {row}; choose another")


def _one_source_of_points(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        position = draft.document.position(item.address)
        named = [SOURCE_NAMES[key] for key in item.sources]
        if len(named) > 1:
            text = f"{item.name} has {', '.join(named[:-1])} and {named[-1]}; keep one, or make separate items"
            yield Problem(position, text)
        # A misspelt key is already reported. A message about a missing key would confuse.
        elif not named and not item.broken:
            text = f"{item.name} does not say where its points come from; add one of {', '.join(SOURCE_NAMES.values())}"
            yield Problem(position, text)


def _shares_add_up(draft: Draft) -> Iterator[Problem]:
    for item in draft.items:
        shares = [share for share in item.checks.values() if share is not None]
        if item.points is None or not item.checks or len(shares) < len(item.checks):
            continue
        total = sum(shares, Decimal(0))
        if total != item.points:
            text = f"the shares of {item.name} add up to {total}, but its 'points' say {item.points}"
            yield Problem(draft.document.key_position((*item.address, "checks")), f"{text}; change one or the other")


def _total_is_stated(draft: Draft) -> Iterator[Problem]:
    points = [item.points for item in draft.items if not item.fields.get("bonus")]
    stated = draft.fields.get("total")
    if stated is None or not draft.items or None in points:
        return
    total = sum((part for part in points if part is not None), Decimal(0))
    if total != stated:
        text = f"the items without bonus add up to {total}, but 'total' says {stated}; change one or the other"
        yield Problem(draft.document.position(("total",)), text)


def _known_call_limits(draft: Draft) -> Iterator[Problem]:
    limits = draft.fields.get("limits")
    if draft.assignment is None or limits is None:
        return
    functions = [function.name for function in draft.assignment.module_spec.functions]
    for name in limits.get("calls") or ():
        if name not in functions:
            position = draft.document.key_position(("limits", "calls", name))
            yield _unknown(position, "the assignment has no function", name, functions)


def _imports_named_once(draft: Draft) -> Iterator[Problem]:
    modules = enumerate(draft.fields.get("allow_imports") or ())
    named = ((name, draft.document.position(("allow_imports", at))) for at, name in modules if name is not None)
    for name, position, _row in _again(named):
        yield Problem(position, f"the module {quoted(name)} is named twice; remove one of the two")


RULES: tuple[Rule, ...] = (
    _known_assignment,
    _known_sheet,
    _unique_ids,
    _one_source_of_points,
    _shares_add_up,
    _known_checks,
    _checks_named_once,
    _total_is_stated,
    _known_call_limits,
    _imports_named_once,
    *(rule for key in KEYS.values() for rule in key.rules),
)
