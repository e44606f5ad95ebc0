"""What a class got wrong, by what it did: equal mistakes are one row, with the students who made them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from grader.model.result import CheckResult, Counterexample, Result
from grader.model.verdict import Verdict
from grader.reports.pages.student_links import short

PLACE = re.compile(r" at \S+:\d+\Z")
"""The line of the student's file that a message ends with: the same mistake stands on another line of every file."""
VERB = "misses "
"""What a pattern that makes a sentence with the function's name begins with."""
SILENT = {Verdict.PASS, Verdict.BLOCKED}
"""What was not judged shows no behaviour; what it builds on has a row of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One wrong behaviour."""

    key: str
    """Short and the same on every run, so that an address may name it."""
    subject: str
    """The function or the check it is about; empty where checks of several functions failed alike."""
    title: str
    """What the function does wrong, or else the message."""
    check: CheckResult
    """The first check that shows it, as the first student has it."""
    checks: tuple[str, ...]
    """The ids of all checks that show this one behaviour; several where nothing tells them apart."""
    also: tuple[Mistake, ...] = ()
    """What exactly the same students got wrong besides, in rubric order."""
    students: tuple[int, ...]
    """Who: places in what `mistakes` was given."""
    lost: Decimal | None
    """Points it cost each of them, with what is in `also`; None where that differs."""


@dataclass(slots=True)
class _Group:
    check: CheckResult
    checks: tuple[str, ...]
    lost: dict[int, Decimal] = field(default_factory=dict)


def mistakes(results: Sequence[Result]) -> list[Mistake]:
    """Return what went wrong: what most students did first, otherwise in the order of the checks."""
    groups: dict[object, _Group] = {}
    for at, result in enumerate(results):
        for key, checks in _behaviours(result):
            group = groups.setdefault(key, _Group(checks[0], tuple(check.id for check in checks)))
            group.lost[at] = sum((check.points - check.earned for check in checks), Decimal(0))
    places = _places(results)
    by_students: dict[tuple[int, ...], list[_Group]] = {}
    for group in sorted(groups.values(), key=lambda group: places[group.check.id]):
        by_students.setdefault(tuple(group.lost), []).append(group)
    # A stable sort: what equally many students did stays in the order of the checks.
    return sorted((_folded(found) for found in by_students.values()), key=lambda one: -len(one.students))


def message(check: CheckResult) -> str:
    """Return the check's message without the line of the student's file it ends with."""
    return PLACE.sub("", check.message)


def _behaviours(result: Result) -> Iterator[tuple[object, list[CheckResult]]]:
    """Yield what a student did wrong, with the checks that nothing tells apart (a failed import has all of them)."""
    alike: dict[object, list[CheckResult]] = {}
    for check in (check for line in result.criteria for check in line.checks):
        if check.verdict in SILENT:
            continue
        if check.behaviour is not None:
            yield (check.id, check.behaviour), [check]
        elif check.counterexample is not None:
            yield (check.id, check.verdict.value, message(check), *_shown(check.counterexample)), [check]
        else:
            alike.setdefault((check.verdict.value, message(check)), []).append(check)
    for said, checks in alike.items():
        yield (said, tuple(check.id for check in checks)), checks


def _shown(example: Counterexample) -> tuple[object, ...]:
    # As far as it is shown: of a large class, no more than that is kept.
    return example.board, short(example.got), example.after, example.action, example.moves


def _places(results: Sequence[Result]) -> dict[str, int]:
    """Return where each check stands in the rubric; of several rubrics, in the order they are met."""
    every = dict.fromkeys(check.id for result in results for line in result.criteria for check in line.checks)
    return {check: place for place, check in enumerate(every)}


def _folded(groups: Sequence[_Group]) -> Mistake:
    first, *rest = groups
    students = tuple(first.lost)
    costs = {sum((group.lost[at] for group in groups), Decimal(0)) for at in students}
    return _mistake(first, costs, tuple(_mistake(group, set(group.lost.values())) for group in rest))


def _mistake(group: _Group, costs: set[Decimal], also: tuple[Mistake, ...] = ()) -> Mistake:
    check = group.check
    # The students are no part of the key: an address stays right when somebody hands in later.
    shown = _shown(check.counterexample) if check.counterexample else ()
    named = repr((group.checks, check.behaviour, None if check.behaviour else (message(check), shown)))
    functions = {one.partition(".")[0] for one in group.checks}
    whole = check.pattern.startswith(VERB)
    subject = check.id if len(group.checks) == 1 and not whole else check.id.partition(".")[0]
    return Mistake(
        key=hashlib.sha256(named.encode("utf-8", "backslashreplace")).hexdigest()[:8],
        subject=subject if len(functions) == 1 else "",
        title=check.pattern if whole else ": ".join(filter(None, (message(check), check.pattern))),
        check=check,
        checks=group.checks,
        also=also,
        students=tuple(group.lost),
        lost=costs.pop() if len(costs) == 1 else None,
    )
