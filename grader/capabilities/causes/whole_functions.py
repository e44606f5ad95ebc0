"""
Functions that fail in one and the same way on every call: one finding, however many checks fail by it.

Such as all functions of a file in which nothing is written yet, or one that takes other parameters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from grader.capabilities.causes.report import Cause
from grader.model.answer import Call
from grader.model.counterexample import Answered, AnswerKind, Counterexample, RaisedText
from grader.model.reason import Reason, Said, reason
from grader.model.result import CheckResult
from grader.model.verdict import Verdict
from grader.python_text import NO_FUNCTION
from grader.text.reasons import ALWAYS

UNWRITTEN = (reason("unwritten_functions"),)
MISSING = re.compile(r"(?:\w+\.)*(\w+)\(\) missing (\d+) required positional arguments?: (.{1,100})")
SURPLUS = re.compile(r"(?:\w+\.)*(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given")
"""Messages of Python for a TypeError."""
TAKES = {0: "takes_no_parameter", 1: "takes_one_parameter"}
NO_CALLS: Mapping[str, Call] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class WholeFault:
    """How every call of some functions fails."""

    reasons: Said
    function: str = ""
    """The function, if its failures may follow from those of another one: it is then a finding of its own."""
    has_example: bool = True
    """Whether a counterexample says more."""


def whole_faults(
    checks: Iterable[CheckResult], causes: Sequence[Cause], calls: Mapping[str, Call]
) -> Mapping[str, WholeFault]:
    """
    Return by function how all its calls fail; functions that fail alike have equal faults.

    `calls` are those of the counterexamples, by the ids of checks.
    """
    by_function: defaultdict[str, list[CheckResult]] = defaultdict(list)
    for check in checks:
        by_function[check.function].append(check)
    if none_there := _none_there(by_function):
        return dict.fromkeys(by_function, WholeFault(none_there))
    found = {name: _only_answer(own) for name, own in by_function.items()}
    unwritten = [name for name, answered in found.items() if answered and _is_unwritten(answered)]
    faults = {}
    for name, answered in found.items():
        own = by_function[name]
        if answered and (why := _why(name, answered, _example(own), calls, unwritten)):
            failed = {check.id for check in own if check.verdict is not Verdict.BLOCKED}
            follows = any(failed <= {*cause.checks} for cause in causes)
            faults[name] = WholeFault(why, name if follows else "", has_example=why != UNWRITTEN)
    return faults


def _none_there(checks: Mapping[str, Sequence[CheckResult]]) -> Said:
    """Return what is said once where all functions are missing for one reason, as in an empty file; else nothing."""
    every = [(name, check) for name, own in checks.items() for check in own]
    if len(checks) == 1 or any(check.verdict is not Verdict.MISSING for _, check in every):
        return ()
    instead = {check.reasons[1:] for _, check in every}
    is_said = all(check.reasons[:1] == (reason(NO_FUNCTION, function=name),) for name, check in every)
    return (reason("no_functions"), *instead.pop()) if len(instead) == 1 and is_said else ()


def _why(
    name: str, answered: Answered, check: CheckResult | None, calls: Mapping[str, Call], unwritten: Sequence[str]
) -> Said:
    if name in unwritten and len(unwritten) > 1:
        return UNWRITTEN
    if check is None or check.counterexample is None or answered.raised is None:
        return ()
    always = (reason("always_raises", raised=str(answered.raised)),)
    return _parameters(name, answered.raised, check.counterexample, calls.get(check.id)) or always


def _is_unwritten(answered: Answered) -> bool:
    """Tell whether it is what every call of a function gives that is not written yet."""
    return answered.kind is AnswerKind.NOTHING or str(answered.raised) == "NotImplementedError"


def _only_answer(checks: Sequence[CheckResult]) -> Answered | None:
    """Return what every call gives, as far as the counterexamples show it; None if the calls differ."""
    if any(check.verdict is Verdict.PASS for check in checks):
        return None
    judged = [check for check in checks if check.verdict in {Verdict.FAIL, Verdict.ERROR}]
    answers = {check.counterexample.answered if check.counterexample else None for check in judged}
    others = any(check.verdict not in {Verdict.FAIL, Verdict.ERROR, Verdict.BLOCKED} for check in checks)
    if others or len(answers) != 1 or not all(map(_is_everywhere, judged)):
        return None
    (answered,) = answers
    return answered if answered and answered.kind in {AnswerKind.NOTHING, AnswerKind.RAISED} else None


def _is_everywhere(check: CheckResult) -> bool:
    """Tell whether no call was right."""
    return check.wrong == check.of if check.of is not None else any(each.code in ALWAYS for each in check.reasons)


def _example(checks: Sequence[CheckResult]) -> CheckResult | None:
    return next((check for check in checks if check.counterexample is not None), None)


def _parameters(name: str, raised: RaisedText, example: Counterexample, call: Call | None) -> Said:
    """Return how many parameters the function takes, if every call fails because it is called with other ones."""
    if call is None or example.at is not None or raised.type != "TypeError":  # raised inside the function
        return ()
    given = 1 + len(call.extra)
    missing, surplus = MISSING.fullmatch(raised.message), SURPLUS.fullmatch(raised.message)
    called = reason("called_with", given=given)
    this_call = reason("this_call", call=example.call)
    if missing and missing[1] == name:
        remedy = reason("give_it_a_default" if missing[2] == "1" else "give_them_defaults")
        return (_takes(given + int(missing[2])), called, reason("called_without", names=missing[3]), this_call, remedy)
    return (_takes(int(surplus[2])), called, this_call) if surplus and surplus[1] == name else ()


def _takes(count: int) -> Reason:
    return reason(TAKES.get(count, "takes_parameters"), takes=count)
