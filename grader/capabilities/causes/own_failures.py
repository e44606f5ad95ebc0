"""The failures of one function that have one reason and follow from no other function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grader.assignments.exhaustive.checks import BoardCheck, GradingSpec
from grader.capabilities.causes.report import Cause
from grader.model.reason import Said
from grader.model.result import ItemResult
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.python_text import functions_used
from grader.text.mistake_sentences import GUESSES
from grader.text.reasons import tells

UNCLEAR = frozenset({"keeps_state", "minimax_adds_values", "minimax_depth_limit", "minimax_zero_or_two_moves"})
UNCLEAR |= {"minimax_memo_key", "minimax_memo_bounds", "minimax_no_recursion"}
"""Known mistakes that most edits only work around, but for values that begin anew in each call."""
IN_TEST = frozenset({"minimax_cuts_too_early", "player_counts_one_mark"})
"""Those that are in a test: any other edit works around them."""
WRITES = {"terminal_empty_line_counts": "EMPTY", "actions_row_column_swapped": ", "}
"""By known mistake: what an edit writes that mends it as its sentence says, such as a pair."""


class Failed(NamedTuple):
    """Failed checks of one function, which fail for one reason."""

    function: str
    checks: tuple[BoardCheck, ...]
    ids: tuple[str, ...]
    """Those of `checks`, and of failed checks of its games."""
    is_named: bool
    """Whether the mistake is known."""
    right: frozenset[str]
    """Functions that it uses, and that are replaced by right ones."""
    others: Mapping[str, int | None]
    """Failed checks of the function that fail for another reason, with the number of wrong answers if it is known."""
    writes: str = ""
    """What each edit writes that can mend the known mistake; empty for anything."""
    in_test: bool = False
    """Whether the known mistake is in a test."""
    only: str = ""
    """The code of the only edits that are tried, if others would only work around the fault."""


def failed_alone(
    submission: Submission, spec: GradingSpec, items: Iterable[ItemResult], causes: Sequence[Cause]
) -> Sequence[Failed]:
    """Return the failed checks of `items` that follow from no other function, those of one mistake together."""
    functions = {one.name for one in spec.module_spec.functions if not one.prints}
    rows = {one.id: one for one in spec.checks}
    asked = {name for name, one in rows.items() if one.function in functions}
    checks = [check for item in items for check in item.checks]
    slow = {one.name for one in spec.module_spec.functions if one.slow}
    hanging = [check for check in checks if check.verdict is Verdict.TIMEOUT and check.function not in slow]
    endless = {check.id for check in hanging if any("never_ends" in each.values for each in check.reasons)}
    failed = [
        check
        for check in checks
        if check.verdict in {Verdict.FAIL, Verdict.ERROR}
        or check.id in endless
        or (check.verdict is Verdict.BLOCKED and tells(check.pattern))
    ]
    following = {check for cause in causes for check in cause.checks}
    wrong, used = {check.function for check in failed}, functions_used(submission)
    found: dict[tuple[str, Said], list[str]] = {}
    for check in failed:
        if check.id in asked and check.id not in following:
            mistake = check.pattern if tells(check.pattern) else ()
            found.setdefault((check.function, mistake), []).append(check.id)
    failures = []
    for (name, mistake), ids in found.items():
        right = frozenset(used.get(name, frozenset()) & wrong - {name})
        beside = [one for one in failed if one.function == name and isinstance(rows[one.id], BoardCheck)]
        others = {check.id: check.wrong for check in beside if check.id not in ids}
        if on_boards := tuple(row for one in ids if isinstance(row := rows[one], BoardCheck)):
            is_named = bool(mistake) and GUESSES.isdisjoint(each.code for each in mistake)
            only = "edit_outward" if not endless.isdisjoint(ids) else ""
            only = "edit_anew" if any(each.code in UNCLEAR for each in mistake) else only
            writes = next((WRITES[each.code] for each in mistake if each.code in WRITES), "")
            in_test = any(each.code in IN_TEST for each in mistake)
            is_named |= bool(only)
            failures.append(Failed(name, on_boards, tuple(ids), is_named, right, others, writes, in_test, only))
    return failures
