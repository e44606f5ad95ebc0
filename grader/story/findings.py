"""The findings as they are told: failed checks of one reason, their cost, their consequences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

from grader.capabilities.causes.report import Cause, Finding, Findings
from grader.model.counterexample import RaisedText
from grader.model.reason import Said, reason
from grader.model.result import CheckResult, ItemResult, Result
from grader.model.verdict import Verdict
from grader.text.number_text import decimal_text, join_words, points_text
from grader.text.reasons import ASIDES, EDITS_THERE, THERE, UNWRITTEN, is_mistake, tells

EVERYTHING = "every function"
NAME_IS_GONE = "name_is_gone"
SAYS_LITTLE = frozenset({"winner_without_line", "keeps_state"})
"""Mistakes that may be the same fault as another mistake of the function."""


class FailedCheck(NamedTuple):
    item: ItemResult
    check: CheckResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFinding:
    """One or more failed checks with the same reason, and the findings below them."""

    title: str
    lost: Decimal
    """The points that all members cost, without items whose points a person gave as a whole."""
    check: CheckResult
    """The first member, for the common facts: verdict, reasons, counterexample, command."""
    sheet: str
    """The sentence of the assignment sheet for all members; empty if they have different sentences."""
    members: tuple[FailedCheck, ...]
    cause: Cause | None = None
    """The evidence for `following`."""
    following: tuple[ToldFinding, ...] = ()
    unjudged: tuple[ToldFinding, ...] = ()

    @property
    def function(self) -> str:
        """The function of all members; empty for several functions."""
        functions = {check.function for _, check in self.members}
        return next(iter(functions)) if len(functions) == 1 else ""

    @property
    def folded(self) -> tuple[ToldFinding, ...]:
        return (*self.unjudged, *self.following)

    @property
    def changed(self) -> bool:
        """Whether a person changed the points of a member or of its item."""
        return any(item.manual is not None or check.manual is not None for item, check in self.members)

    @property
    def costs(self) -> bool:
        """
        Whether points are lost, here or below.

        A person who marked a whole item did not say which check lost the points.
        """
        own = self.lost > 0 or any(item.manual and item.earned < item.points for item, _ in self.members)
        return own or any(one.costs for one in self.folded)

    @property
    def worth(self) -> Decimal:
        return sum((one.worth for one in self.folded), self.lost)

    @property
    def failures(self) -> int:
        return sum(len(one.members) for one in self.following if one.check.verdict is not Verdict.BLOCKED)

    @property
    def cost_text(self) -> str:
        """Such as ``4 points lost``; a change by a person is mentioned without the reason."""
        if self.changed:
            return "; ".join([*([f"{points_text(self.lost)} lost"] if self.lost else []), "points changed by hand"])
        if not self.lost:
            return "costs nothing"
        items = {item.id: item for item, _ in self.members}.values()
        all_lost = sum(map(lost_on, items), Decimal(0))
        if all_lost <= self.lost:
            return f"{points_text(self.lost)} lost"
        on = "" if self.function and len(items) == 1 else f" on {join_words([item.title for item in items])}"
        return f"{decimal_text(self.lost)} of the {points_text(all_lost)} lost{on}"


def lost_on(item: ItemResult) -> Decimal:
    """Return the lost points of an item: none before the item is marked, and none of a bonus."""
    return Decimal(0) if item.bonus or item.verdict is Verdict.PENDING else max(item.points - item.earned, Decimal(0))


def findings(result: Result) -> list[ToldFinding]:
    """Return the findings in the order of the rubric, consequences below their cause."""
    found = result.found_as(Findings)
    failed = {check.id: FailedCheck(item, check) for item in result.criteria for check in item.checks}
    return _costliest_first(list(_told(found.findings, failed))) if found else []


def _costliest_first(found: list[ToldFinding]) -> list[ToldFinding]:
    """Return the findings with consequences below the costliest one of the functions that they follow from."""
    for place, lead in enumerate(found):
        functions = {lead.function, *(lead.cause.functions if lead.cause else ())}
        judged = (at for at, one in enumerate(found) if not one.folded and one.check.verdict is not Verdict.BLOCKED)
        own = [at for at in judged if found[at].function in functions and not _is_vaguer(found[at], lead)]
        at = max(own, key=lambda at: (_is_vaguer(lead, found[at]), _weight(found[at])), default=place)
        if lead.folded and lead.function and (_is_vaguer(lead, found[at]) or _weight(lead) < _weight(found[at])):
            unjudged = lead.unjudged if found[at].function == lead.function else ()
            found[at] = replace(found[at], cause=lead.cause, following=lead.following, unjudged=unjudged)
            found[place] = replace(lead, cause=None, following=(), unjudged=() if unjudged else lead.unjudged)
    return found


def _weight(found: ToldFinding) -> tuple[Decimal, bool, float]:
    """Return the points that a finding costs by itself; then whether it has a name, and the part of wrong answers."""
    check = found.check
    share = check.wrong / check.of if check.wrong and check.of else 0.0
    return found.lost, tells(check.pattern), share


def _is_vaguer(found: ToldFinding, other: ToldFinding) -> bool:
    """Tell whether `other` names a mistake of the same function that `found` may be a consequence of."""
    is_named = is_mistake(other.check.pattern) and not _says_little(other)
    return found.function == other.function and _says_little(found) and is_named


def _says_little(found: ToldFinding) -> bool:
    return any(each.code in SAYS_LITTLE for each in found.check.pattern)


def fix_first(found: Sequence[ToldFinding]) -> ToldFinding | None:
    """
    Return the first finding to correct: the one that costs most, with its consequences; then the first one.

    A function whose name is overwritten in the file comes before all: others fail where they call it. An exception that
    another function raises comes before a mistake that shows only without it.
    """
    costing = [one for one in found if one.costs]
    gone = next((one for one in costing if any(each.code == NAME_IS_GONE for each in one.check.reasons)), None)
    first = max(costing or found, key=lambda one: (one.worth, one.failures), default=None)
    return gone or (first and _raised_below(first, costing)) or first


def _raised_below(found: ToldFinding, costing: Sequence[ToldFinding]) -> ToldFinding | None:
    """Return the finding of another function that is the exception which keeps `found`, a mistake, from showing."""
    if not is_mistake(found.check.pattern) or not _raised_at(found):
        return None
    others = [one for one in costing if one.function != found.function and not is_mistake(one.check.pattern)]
    return next((one for one in others if _raised_at(one) == _raised_at(found)), None)


def fix_next(result: Result, found: Sequence[ToldFinding], first: ToldFinding) -> list[ToldFinding]:
    """
    Return other faults that follow from none, one for each other function.

    Known mistakes, exceptions and functions that are not written come first, then the costliest. A function has several
    faults only if all are known mistakes, or if one stays when the others are mended. A check that was not judged has a
    fault if its mistake is known. Exceptions raised in the same line are the same fault.
    """
    judged = result.found_as(Findings)
    following = {check for cause in judged.causes for check in cause.checks} if judged else set()
    unjudged = [one for lead in found for one in (lead, *lead.folded) if one.check.verdict is Verdict.BLOCKED]
    others = [one for one in found if one is not first and one.costs and one.check.verdict is not Verdict.BLOCKED]
    staying = (one for one in unjudged if not {member.check.id for member in one.members} <= following)
    others += [one for one in staying if is_mistake(one.check.pattern)]
    # The function in which an exception is raised stands before those that call it.
    known_before = ((one, (first, *others[:at])) for at, one in enumerate(others))
    others = [one for one, before in known_before if all(_is_other_fault(one, known) for known in before)]
    told = {first.function or first.check.function: [first.check.pattern]}
    chosen: list[ToldFinding] = []
    for one in sorted(others, key=lambda one: (not _is_clear(one), -one.worth)):
        own, known = one.check.pattern, told.setdefault(one.function or one.check.function, [])
        says_more = not (_is_told(own, known) or _says_little(one))
        stays = any(each.code == "with_right" for each in own)  # whatever else is wrong
        if not known or (says_more and (stays or all(map(is_mistake, (own, *known))))):
            known.append(own)
            chosen.append(one)
        elif (at := _only_edit(chosen, own)) is not None:
            chosen[at] = one
    return chosen


def _only_edit(chosen: Sequence[ToldFinding], pattern: Said) -> int | None:
    """Return the place of the finding that is told by an edit alone, if `pattern` names a mistake with that edit."""
    edits = {each for each in pattern if each.code in EDITS_THERE}
    alone = (at for at, one in enumerate(chosen) if edits and edits == {*_edits(_sentences(one.check.pattern))})
    return next(alone, None) if _sentences(pattern) else None


def _is_other_fault(found: ToldFinding, known: ToldFinding) -> bool:
    is_named = is_mistake(found.check.pattern) or is_mistake(known.check.pattern)
    return is_named or not _raised_at(found) or _raised_at(found) != _raised_at(known)


def _is_told(pattern: Said, known: Iterable[Said]) -> bool:
    """Tell whether the sentences of a pattern are among the known ones, or its edit is one of theirs."""
    told, edits = _sentences(pattern), {*_edits(pattern)}
    return any(told == _sentences(one) or (edits and edits <= {*_edits(one)}) for one in known)


def _edits(pattern: Said) -> Said:
    """Return the edits of a pattern, all as edits that tell where a mistake is."""
    there = (each if each.code in EDITS_THERE else reason(f"{each.code}{THERE}", **each.values) for each in pattern)
    return tuple(each for each in there if each.code in EDITS_THERE)


def _sentences(pattern: Said) -> Said:
    """Return what is said of a mistake, without what is known beside it."""
    return tuple(each for each in pattern if each.code not in ASIDES)


def _is_clear(found: ToldFinding) -> bool:
    unwritten = any(each.code in UNWRITTEN for each in found.check.reasons)
    return unwritten or is_mistake(found.check.pattern) or _raised_at(found) is not None


def _raised_at(found: ToldFinding) -> tuple[str, RaisedText] | None:
    """Return the line and the exception, None if no exception was raised in a line of the file."""
    example = found.check.counterexample
    if example is None or not example.at or example.answered.raised is None:
        return None
    return example.at, example.answered.raised


def passing_with_right(result: Result, cause: Cause) -> set[str]:
    """Return the checks that pass with right functions of `cause`: their own, and those that follow."""
    found = result.found_as(Findings)
    causes = found.causes if found else ()
    followed = {check for one in causes if {*one.functions} <= {*cause.functions} for check in one.checks}
    return {
        check.id
        for item in result.criteria
        if item.manual is None and not item.by_hand and not item.bonus
        for check in item.checks
        if check.function in cause.functions or check.id in followed
    }


def _told(found: Iterable[Finding], failed: Mapping[str, FailedCheck]) -> Iterator[ToldFinding]:
    for one in found:
        members = tuple(failed[check] for check in one.checks if check in failed)  # somebody may have edited the file
        if members:
            yield _with_facts(one, members, failed)


def _with_facts(found: Finding, members: tuple[FailedCheck, ...], failed: Mapping[str, FailedCheck]) -> ToldFinding:
    first = members[0].check
    if found.whole:
        first = replace(first, reasons=found.whole, pattern=_edits(first.pattern), wrong=None, of=None)
    elif is_mistake(first.pattern) and len(members) > 1:
        first = replace(first, reasons=(), wrong=None, of=None)  # the numbers of one check do not fit all
    if not found.has_example:
        first = replace(first, counterexample=None, reproduce=None, excerpt=(), lines_run=())
    sheets = {check.sheet for _, check in members}
    # The sheet's sentence explains neither a failed import nor a check that was not judged.
    explains = len(sheets) == 1 and (first.verdict is Verdict.FAIL or first.counterexample is not None)
    everything = len(members) == len(failed) and len({item.id for item, _ in members}) > 1
    return ToldFinding(
        title=EVERYTHING if everything else "; ".join(_titles(members)),
        lost=sum((check.points - check.earned for item, check in members if item.manual is None), Decimal(0)),
        check=first,
        sheet=first.sheet if explains else "",
        members=members,
        cause=found.cause,
        following=tuple(_told(found.following, failed)),
        unjudged=tuple(_told(found.unjudged, failed)),
    )


def _titles(members: Iterable[FailedCheck]) -> Iterator[str]:
    by_item: dict[str, list[FailedCheck]] = {}
    for member in members:
        by_item.setdefault(member.item.id, []).append(member)
    for name, failed in by_item.items():
        everything = len(failed) == len(failed[0].item.checks) > 1
        # A rubric may count a check in the item of another function. The student must look at the check's function.
        function = failed[0].check.function
        yield name if everything else f"{function}: {', '.join(check.title for _, check in failed)}"
