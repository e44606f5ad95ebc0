"""
Functions that fail in one and the same way on every call: one finding, however many checks fail by it.

Such as all functions of a file in which nothing is written yet, or one that takes other parameters.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.model.counterexample import Answered, AnswerKind, Counterexample, RaisedText
from grader.model.reason import Said, reason
from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict
from grader.python_text import NO_FUNCTION
from grader.text.reasons import ALWAYS

UNWRITTEN = (reason("unwritten_functions"),)
MISSING = re.compile(r"(?:\w+\.)*(\w+)\(\) missing (\d+) required positional arguments?: (.{1,100})")
SURPLUS = re.compile(r"(?:\w+\.)*(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given")
"""Messages of Python for a TypeError."""
TAKES = {0: "takes_no_parameter", 1: "takes_one_parameter"}
MAX_CALL = 200
"""Characters of a call that is read."""


@dataclass(frozen=True, slots=True)
class WholeFault:
    """How every call of some functions fails."""

    reasons: Said
    function: str = ""
    """The function, if its failures may follow from those of another one: it is then a finding of its own."""
    has_example: bool = True
    """Whether a counterexample says more."""


def whole_faults(result: Result) -> Mapping[str, WholeFault]:
    """Return by function how all its calls fail; functions that fail alike have equal faults."""
    checks: defaultdict[str, list[CheckResult]] = defaultdict(list)
    for item in result.criteria:
        for check in item.checks:
            checks[check.function].append(check)
    found = {name: _only_answer(own) for name, own in checks.items()}
    unwritten = [name for name, answered in found.items() if answered and _is_unwritten(answered)]
    faults = {}
    for name, answered in found.items():
        why = _why(name, answered, _example(checks[name]), unwritten) if answered else ()
        if why:
            failed = {check.id for check in checks[name] if check.verdict is not Verdict.BLOCKED}
            follows = any(failed <= {*cause.checks} for cause in result.causes)
            faults[name] = WholeFault(why, name if follows else "", has_example=why != UNWRITTEN)
    none_there = _none_there(checks)
    return dict.fromkeys(checks, WholeFault(none_there)) if none_there else faults


def _none_there(checks: Mapping[str, Sequence[CheckResult]]) -> Said:
    """Return what is said once where all functions are missing for one reason, as in an empty file; else nothing."""
    every = [(name, check) for name, own in checks.items() for check in own]
    if len(checks) == 1 or any(check.verdict is not Verdict.MISSING for _, check in every):
        return ()
    instead = {check.reasons[1:] for _, check in every}
    is_said = all(check.reasons[:1] == (reason(NO_FUNCTION, function=name),) for name, check in every)
    return (reason("no_functions"), *instead.pop()) if len(instead) == 1 and is_said else ()


def _why(name: str, answered: Answered, example: Counterexample | None, unwritten: Sequence[str]) -> Said:
    if name in unwritten and len(unwritten) > 1:
        return UNWRITTEN
    if example is None or answered.raised is None:
        return ()
    always = (reason("always_raises", raised=str(answered.raised)),)
    return _parameters(name, answered.raised, example) or always


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


def _example(checks: Sequence[CheckResult]) -> Counterexample | None:
    return next((check.counterexample for check in checks if check.counterexample is not None), None)


def _parameters(name: str, raised: RaisedText, example: Counterexample) -> Said:
    """Return how many parameters the function takes, if every call fails because it is called with other ones."""
    if example.at is not None or raised.type != "TypeError":  # raised inside the function
        return ()
    given = _argument_count(example.call)
    without: Said = ()
    remedy: Said = ()
    missing, surplus = MISSING.fullmatch(raised.message), SURPLUS.fullmatch(raised.message)
    if missing and missing[1] == name and given:
        takes, without = given + int(missing[2]), (reason("called_without", names=missing[3]),)
        remedy = (reason("give_it_a_default" if missing[2] == "1" else "give_them_defaults"),)
    elif surplus and surplus[1] == name and given:
        takes = int(surplus[2])
    else:
        return ()
    code = TAKES.get(takes, "takes_parameters")
    called = reason("called_with", given=given)
    return (reason(code, takes=takes), called, *without, reason("this_call", call=example.call), *remedy)


def _argument_count(call: str) -> int:
    """Return how many arguments a call has, 0 if it is none."""
    try:
        parsed = ast.parse(call[:MAX_CALL], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    return len(parsed.args) if isinstance(parsed, ast.Call) else 0
