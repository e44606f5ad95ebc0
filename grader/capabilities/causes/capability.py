"""What failed for one reason as a capability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.capabilities.capability import Capability, Graded
from grader.capabilities.causes.report import CarryForward, Cause, Findings, OwnMistake
from grader.capabilities.rubric_draft import RubricKey, no_item_is_called, points_or_percent
from grader.model.counterexample import Question
from grader.model.reason import Said, reason
from grader.model.result import CheckResult, ItemResult, Result
from grader.model.rubric import Rubric, points_of
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.text.mistake_sentences import GUESSES
from grader.text.reasons import ASIDES, never_ends, tells

SAYS_MORE = frozenset(
    {
        "edit_outward",
        "keeps_state",
        "with_right",
        "relied_on",
        "minimax_none_when_lost",
        "minimax_value_in_first_call",
        "result_no_check",
        "result_shallow_copy",
    }
)
"""Codes of what is told in the place of the mistake that the answers name."""


def with_own(items: tuple[ItemResult, ...], own: Sequence[OwnMistake]) -> tuple[ItemResult, ...]:
    """Return the items with the mistakes that were found afterwards, or with what was found out about them."""
    for one in own:
        items = tuple(replace(item, checks=tuple(_told(check, one) for check in item.checks)) for item in items)
    return items


def _told(check: CheckResult, own: OwnMistake) -> CheckResult:
    is_aside = all(each.code in ASIDES for each in own.mistake)
    is_guess = not GUESSES.isdisjoint(each.code for each in check.pattern)
    if is_aside:
        fits = tells(check.pattern) or check.verdict is Verdict.TIMEOUT
    else:
        # State explains whatever was named, and right helpers may show another mistake than wrong ones.
        says_more = not SAYS_MORE.isdisjoint(each.code for each in own.mistake)
        fits = is_guess or says_more or not tells(check.pattern)
    if check.id not in own.checks or not fits:
        return check
    adds = is_aside or own.mistake[0] in check.pattern
    pattern = tuple(dict.fromkeys((*check.pattern, *own.mistake))) if adds else own.mistake
    return check if {*own.mistake} <= {*check.pattern} else replace(check, pattern=pattern)


def _seen_in_search(items: tuple[ItemResult, ...], search: str) -> Iterator[OwnMistake]:
    """Yield the mistake of `search` that watching its calls proves, if wrong moves have no name yet."""
    for mistake in (item.found.mistake() for item in items if item.found is not None):
        if mistake and (checks := _unnamed_moves(items, search)):
            yield OwnMistake(checks=checks, mistake=mistake)


def _unnamed_moves(items: tuple[ItemResult, ...], search: str) -> tuple[str, ...]:
    """Return the checks of `search` that fail by wrong moves without a name."""
    return tuple(
        check.id
        for item in items
        for check in item.checks
        if check.function == search and check.verdict is Verdict.FAIL and not check.pattern
        if (example := check.counterexample) and example.wanted.question is Question.MOVE
        if example.answered.raised is None and not never_ends(example)
    )


def _settled(submission: Submission, module_spec: ModuleSpec, items: tuple[ItemResult, ...]) -> Iterator[OwnMistake]:
    """Yield the mistakes of `items` of which the text of the file says more than the answers."""
    from grader.capabilities.causes.text_ties import helper_at_fault, settled_by_text

    for check in (check for item in items for check in item.checks):
        settled = settled_by_text(submission, module_spec, check.function, check.pattern)
        settled = settled or helper_at_fault(submission, module_spec, check)
        if settled != check.pattern:
            yield OwnMistake(checks=(check.id,), mistake=settled)


def _searching_nowhere(
    submission: Submission, module_spec: ModuleSpec, items: tuple[ItemResult, ...], causes: Sequence[Cause]
) -> Iterator[OwnMistake]:
    """Yield that nothing searches, if wrong moves that follow from nothing have no other name."""
    from grader.capabilities.causes.text_ties import searches_nothing

    following = {check for cause in causes for check in cause.checks}
    moves = tuple(check for check in _unnamed_moves(items, module_spec.search) if check not in following)
    if moves and searches_nothing(submission, module_spec):
        yield OwnMistake(checks=moves, mistake=(reason("minimax_no_recursion"),))


class Causes(Capability[Findings]):
    """Failed checks are told once for each reason, and consequences under their cause; a rubric may give these back."""

    name = "causes"
    section_key = "carry_forward"
    payload = Findings

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts."""
        return RubricKey(
            points_or_percent("the total", "report", "off"),
            "What becomes of points that were lost only because another function is wrong. report, as without the key:"
            " reports say what the mark would be with a right one. Points, or a part such as '10 %': so many are given"
            " back at most, as an item of its own. off: nothing.",
            (no_item_is_called(self.section_key, self.section_key),),
        )

    def section(self, fields: Any, total: Decimal, folder: Path | None) -> CarryForward:  # noqa: ANN401 - the value
        """Read the value."""
        is_word = fields in {"report", "off"}
        return CarryForward(on=fields != "off", most=Decimal(0) if is_word else points_of(fields, total))

    def judge(self, items: tuple[ItemResult, ...], graded: Graded) -> Findings:
        """Ask again with right functions for wrong ones, and find out what failed for one reason."""
        from grader.capabilities.causes.judge import judged, not_written

        verdicts = [graded.outcomes[one.id].verdict for one in graded.assignment.checks if one.id in graded.outcomes]
        if all(verdict is Verdict.PASS for verdict in verdicts):
            return judged(items, missing={})
        from grader.capabilities.causes.behind_exceptions import enough_edits
        from grader.capabilities.causes.followed import NOTHING, find_causes
        from grader.capabilities.causes.other_names import other_names
        from grader.capabilities.causes.own_failures import failed_alone
        from grader.capabilities.causes.restored import restorable
        from grader.capabilities.changed_file import only_evidence

        student, spec = graded.student, graded.assignment
        terms = graded.rubric.section(CarryForward) or CarryForward()
        calls = {name: one.shown.call for name, one in graded.outcomes.items() if one.shown is not None}
        in_full = bool(terms.most)
        causes, own = find_causes(student, spec, graded.outcomes, in_full=in_full) if terms.on else NOTHING
        own = (*own, *_seen_in_search(items, spec.module_spec.search))
        own = (*own, *_settled(student.submission, spec.module_spec, with_own(items, own)))
        if terms.on and student.failure is None:
            failed = failed_alone(student.submission, spec, with_own(items, own), causes)
            own = (*own, *only_evidence("edits", lambda: enough_edits(student, spec, failed), own[:0]))
        own = (*own, *_searching_nowhere(student.submission, spec.module_spec, with_own(items, own), causes))
        text = "" if student.submission.in_notebook else student.submission.files[0].text
        missing = not_written(items, [one.name for one in spec.module_spec.functions], text)
        nowhere: Mapping[str, Said] = {}
        named = only_evidence("other names", lambda: other_names(student, spec, missing), nowhere)
        findings = judged(with_own(items, own), causes, calls, {name: named.get(name, ()) for name in missing}, text)
        return replace(findings, own=own, restorable=restorable(graded, causes) if terms.most else ())

    def compact(self, found: Findings) -> Findings | None:
        """Return the findings about packages that are not available: whoever grades the class may allow them."""
        lacking = tuple(one for one in found.findings if any(each.code == "uses_package" for each in one.whole))
        return Findings(findings=lacking) if lacking else None

    def complete(self, result: Result, rubric: Rubric) -> Result:
        """Give back the points that the rubric says."""
        terms, found = rubric.section(CarryForward), result.found_as(Findings)
        if found is not None and found.own:
            result = replace(result, criteria=with_own(result.criteria, found.own))
        if terms is None and result.item_of(self.name) is None:
            return result
        from grader.capabilities.computed_item import given_back, lost_before_marks, with_item

        if terms is None or found is None:
            return with_item(result, self.name, None)
        points = min(terms.most, lost_before_marks(result, found.restorable))
        item = given_back(self.section_key, self.name, "Carried forward", points, "carried_forward")
        return with_item(result, self.name, item)
