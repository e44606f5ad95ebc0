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

from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict

NOTHING = frozenset({"None", "raised NotImplementedError"})
"""What every call of a function gives that is not written yet."""
UNWRITTEN = "functions are not written yet, it seems: calls return None or raise NotImplementedError"
NO_FUNCTION = "the file has no function {}"
"""How the message for a missing function begins."""
NONE_THERE = "the file has none of the functions that are asked for"
RAISED = "raised "
MISSING = re.compile(r"raised TypeError: (?:\w+\.)*(\w+)\(\) missing (\d+) required positional arguments?: (.{1,100})")
SURPLUS = re.compile(
    r"raised TypeError: (?:\w+\.)*(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given"
)
MAX_CALL = 200
"""Characters of a call that is read."""


@dataclass(frozen=True, slots=True)
class WholeFault:
    """How every call of some functions fails."""

    message: str
    function: str = ""
    """The function, if its failures may follow from those of another one: it is then a finding of its own."""
    has_example: bool = True
    """Whether a counterexample says more."""


def whole_faults(result: Result) -> Mapping[str, WholeFault]:
    """Return by function how all its calls fail; functions that fail alike have equal faults."""
    checks: defaultdict[str, list[CheckResult]] = defaultdict(list)
    for criterion in result.criteria:
        for check in criterion.checks:
            checks[check.function].append(check)
    found = {name: _only_answer(own) for name, own in checks.items()}
    unwritten = [name for name, got in found.items() if got in NOTHING]
    faults = {}
    for name, got in found.items():
        message = _message(name, got, _example(checks[name]), unwritten) if got else ""
        if message:
            failed = {check.id for check in checks[name] if check.verdict is not Verdict.BLOCKED}
            follows = any(failed <= {*cause.checks} for cause in result.causes)
            faults[name] = WholeFault(message, name if follows else "", has_example=message != UNWRITTEN)
    none_there = _none_there(checks)
    return dict.fromkeys(checks, WholeFault(none_there)) if none_there else faults


def _none_there(checks: Mapping[str, Sequence[CheckResult]]) -> str:
    """Return what is said once where all functions are missing for one reason, as in an empty file; else nothing."""
    every = [(name, check) for name, own in checks.items() for check in own]
    if len(checks) == 1 or any(check.verdict is not Verdict.MISSING for _, check in every):
        return ""
    reasons = {check.message.removeprefix(NO_FUNCTION.format(name)) for name, check in every}
    if len(reasons) != 1 or not all(check.message.startswith(NO_FUNCTION.format(name)) for name, check in every):
        return ""
    return NONE_THERE + reasons.pop()


def _message(name: str, got: str, example: Counterexample | None, unwritten: Sequence[str]) -> str:
    if name in unwritten and len(unwritten) > 1:
        return UNWRITTEN
    if example is None or not got.startswith(RAISED):
        return ""
    return _parameters(name, got, example) or f"fails on every call, here with {got.removeprefix(RAISED)}"


def _only_answer(checks: Sequence[CheckResult]) -> str:
    """Return what every call gives, as far as the counterexamples show it; empty if the calls differ."""
    if any(check.verdict is Verdict.PASS for check in checks):
        return ""
    judged = [check for check in checks if check.verdict in {Verdict.FAIL, Verdict.ERROR}]
    texts = {check.counterexample.got if check.counterexample else "" for check in judged}
    others = any(check.verdict not in {Verdict.FAIL, Verdict.ERROR, Verdict.BLOCKED} for check in checks)
    if others or len(texts) != 1 or not all(map(_is_everywhere, judged)):
        return ""
    (got,) = texts
    return got if got in NOTHING or got.startswith(RAISED) else ""


def _is_everywhere(check: CheckResult) -> bool:
    """Tell whether no call was right."""
    return check.wrong == check.of if check.of is not None else "on every board" in check.message


def _example(checks: Sequence[CheckResult]) -> Counterexample | None:
    return next((check.counterexample for check in checks if check.counterexample is not None), None)


def _parameters(name: str, got: str, example: Counterexample) -> str:
    """Return how many parameters the function takes, if every call fails because it is called with other ones."""
    if example.at is not None:  # raised inside the function
        return ""
    given = _argument_count(example.call)
    missing, surplus = MISSING.fullmatch(got), SURPLUS.fullmatch(got)
    if missing and missing[1] == name and given:
        takes, without = given + int(missing[2]), f", without {missing[3]}"
        remedy = "; give it a default" if missing[2] == "1" else "; give them defaults"
    elif surplus and surplus[1] == name and given:
        takes, without, remedy = int(surplus[2]), "", ""
    else:
        return ""
    parameters = "1 parameter" if takes == 1 else f"{takes or 'no'} parameters"
    return f"takes {parameters}; it is called with {given}{without}: {example.call}{remedy}"


def _argument_count(call: str) -> int:
    """Return how many arguments a call has, 0 if it is none."""
    try:
        parsed = ast.parse(call[:MAX_CALL], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    return len(parsed.args) if isinstance(parsed, ast.Call) else 0
