"""The failures of one function that have one reason and follow from no other function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from grader.assignments.exhaustive.checks import BoardCheck, GradingSpec, wrong_beyond_type
from grader.capabilities.causes.report import Cause
from grader.model.answer import Answer
from grader.model.counterexample import RaisedText
from grader.model.reason import Reason, Said, reason
from grader.model.result import CheckResult, ItemResult
from grader.model.sanitize import sanitize
from grader.model.source import readable_location
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.python_text import WORD, definitions_in, functions_used
from grader.sandbox.student import Student
from grader.text.exception_hints import LACKS_ARGUMENTS, missing_import
from grader.text.mistake_sentences import GUESSES
from grader.text.reasons import main_failure, tells

UNCLEAR = frozenset({"keeps_state", "minimax_adds_values", "minimax_depth_limit", "minimax_zero_or_two_moves"})
UNCLEAR |= {"minimax_memo_key", "minimax_memo_bounds", "minimax_no_recursion"}
"""Known mistakes that most edits only work around, but for values that begin anew in each call."""
IN_TEST = frozenset({"minimax_cuts_too_early", "player_counts_one_mark"})
"""Those that are in a test: any other edit works around them."""
OF_A_SLIP = frozenset({"AttributeError", "IndexError", "KeyError", "NameError", "TypeError", "UnboundLocalError"})
"""Exceptions of which most are not raised on purpose."""
MOST = 0.75
"""The part of a check's wrong calls from which on it fails by exceptions."""
MAX_RAISED = 80
"""Characters of an exception that is told as a mistake."""
WRITES = {"terminal_empty_line_counts": "EMPTY", "actions_row_column_swapped": ", "}
"""By known mistake: what an edit writes that mends it as its sentence says, such as a pair."""


class Failed(NamedTuple):
    """Failed checks of one function, which fail for one reason."""

    function: str = ""
    checks: tuple[BoardCheck, ...] = ()
    ids: tuple[str, ...] = ()
    """Those of `checks`, and of failed checks of its games."""
    is_named: bool = False
    """Whether the mistake is known."""
    right: frozenset[str] = frozenset()
    """Functions that it uses, and that are replaced by right ones."""
    others: Mapping[str, int | None] = MappingProxyType({})
    """Failed checks of the function that fail for another reason, with the number of wrong answers if it is known."""
    writes: str = ""
    """What each edit writes that can mend the known mistake; empty for anything."""
    in_test: bool = False
    """Whether the known mistake is in a test."""
    only: str = ""
    """The code of the only edits that are tried, if others would only work around the fault."""
    crashes: bool = False
    """Whether most of its wrong calls raise exceptions."""
    passing: frozenset[str] = frozenset()
    """Functions that pass all their checks: an edit of a helper that they use as well must not change that."""


class RaisedAt(NamedTuple):
    """An exception, and its place in the graded file, such as ``tictactoe.py:97``."""

    raised: RaisedText
    place: str

    @property
    def line(self) -> int:
        """The number of the line; 0 for another place, such as a notebook's cell."""
        number = self.place.rpartition(":")[2]
        return int(number) if number.isdecimal() else 0

    def is_slip(self, module: str, before: SourceFile, after: SourceFile) -> bool:
        """Tell whether its line in `module` has the same number `before` and `after` an edit, and raises no refusal."""
        old, new = ([*islice(file.lines, max(self.line - 1, 0), self.line)] for file in (before, after))
        is_own = self.place in {f"{name}:{self.line}" for name in (f"{module}.py", before.path)}
        is_same = is_own and bool(old) and old == new
        return is_same and self.raised.type in OF_A_SLIP and "raise" not in WORD.findall(old[0])

    @property
    def lacks_import(self) -> bool:
        """Whether a well-known import ends it."""
        return missing_import(self.raised.type, self.raised.message) != ""

    @property
    def told(self) -> Reason:
        """The exception as a mistake."""
        return reason("raises_itself", raised=sanitize(str(self.raised), MAX_RAISED), place=self.place)


def raised_at(answer: Answer, student: Student) -> RaisedAt | None:
    """
    Return the exception of an answer that `student` gave, with its place; None if none was raised.

    Where an argument is missing in the call itself, the place is that of the function.
    """
    if answer.raised is None:
        return None
    raised, place = RaisedText(type=answer.raised.type, message=answer.raised.message), student.place(answer) or ""
    if not place and (lacks := LACKS_ARGUMENTS.match(raised.message)):
        known = definitions_in(student.submission.files[0].text)
        lines = [one.line for one in known if (one.name, one.within) == (lacks[1], "")]
        module = student.module_spec.module
        place = (lines and readable_location(student.submission, module, f"{module}.py:{lines[-1]}")) or ""
    return RaisedAt(raised, place)


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
    not_right = {check.function for check in checks if check.verdict is not Verdict.PASS}
    passing = frozenset({check.function for check in checks} & functions - not_right)
    wrong, used = wrong_beyond_type(rows[check.id] for check in failed if check.id in rows), functions_used(submission)
    found: dict[tuple[str, Said], list[str]] = {}
    for check in failed:
        if check.id in asked and check.id not in following:
            mistake = check.pattern if tells(check.pattern) else ()
            found.setdefault((check.function, mistake), []).append(check.id)
    failures = []
    for (name, mistake), ids in found.items():
        if on_boards := tuple(row for one in ids if isinstance(row := rows[one], BoardCheck)):
            right = frozenset(used.get(name, frozenset()) & wrong - {name})
            beside = [one for one in failed if one.function == name and isinstance(rows[one.id], BoardCheck)]
            others = {check.id: check.wrong for check in beside if check.id not in ids}
            others |= {check.id: None for check in checks if check.function == name and _is_unjudged(check)}
            crashes = all(map(_crashes, [check for check in failed if check.id in ids]))
            known = _known(mistake, crashes=crashes, is_endless=not endless.isdisjoint(ids))
            known = known._replace(function=name, checks=on_boards, ids=tuple(ids))
            failures.append(known._replace(right=right, others=others, passing=passing))
    return failures


def _is_unjudged(check: CheckResult) -> bool:
    return check.verdict is Verdict.BLOCKED and not tells(check.pattern)


def _crashes(check: CheckResult) -> bool:
    """Tell whether `check` fails by exceptions, as far as can be seen."""
    raised = check.counterexample and check.counterexample.answered.raised
    return raised is not None or main_failure(check.reasons, MOST) == "crashed"


def _known(mistake: Said, *, crashes: bool, is_endless: bool) -> Failed:
    """Return what is known of failures by their `mistake`, or by how they fail if that has no name."""
    codes = {each.code for each in mistake}
    only = "edit_anew" if codes & UNCLEAR else "edit_outward" if is_endless else ""
    crashes = "raises_itself" in codes or (crashes and not mistake)
    is_named = not crashes and ((bool(mistake) and codes.isdisjoint(GUESSES)) or bool(only))
    writes = next((WRITES[each.code] for each in mistake if each.code in WRITES), "")
    return Failed(is_named=is_named, writes=writes, in_test=not codes.isdisjoint(IN_TEST), only=only, crashes=crashes)
