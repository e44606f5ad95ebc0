"""
Finds out which checks failed for one reason, and which failures follow from others.

Functions that fail in one and the same way on every call are one finding, however many checks fail by it: such as all
functions of a file in which nothing is written yet, or one that takes other parameters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from msgspec import structs

from grader.capabilities.causes.report import Cause, Finding, Findings
from grader.model.answer import Call
from grader.model.counterexample import Answered, AnswerKind, Counterexample, Question, RaisedText
from grader.model.reason import Reason, Said, reason
from grader.model.result import CANNOT_BE_IMPORTED, CheckResult, ItemResult
from grader.model.verdict import Verdict
from grader.python_text import NO_FUNCTION, function_at, has_no_code
from grader.text.mistake_sentences import EDITS
from grader.text.reasons import ALWAYS, is_mistake, main_failure

MISSING = re.compile(r"(?:\w+\.)*(\w+)\(\) missing (\d+) required positional arguments?: (.{1,100})")
SURPLUS = re.compile(r"(?:\w+\.)*(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given")
"""Messages of Python for a TypeError."""
TAKES = {0: "takes_no_parameter", 1: "takes_one_parameter"}
NO_CALLS: Mapping[str, Call] = MappingProxyType({})
NOT_AVAILABLE = re.compile(r"ImportError: (?P<name>(?P<module>\w+)(?:\.\w+)*) is not available while grading: only ")
"""What the inside raises where a module is used that was not handed in."""
FAILING = {"failing_boards", "failing_moves", "failing_here", CANNOT_BE_IMPORTED}
MORE_IS_KNOWN = frozenset({"with_right", "helper_without_code", "helper_keeps_lists", "helper_misnamed"})
MORE_IS_KNOWN |= {"and_then", "not_enough", "minimax_recursion_gives_moves"}
"""The codes of mistakes that say more than how all calls fail."""
PACKAGES = frozenset(
    {"colorama", "kivy", "matplotlib", "numba", "numpy", "pandas", "pygame", "pyglet", "rich", "scipy", "termcolor"}
)
"""Modules that a student installs, and does not hand in."""


@dataclass(frozen=True, slots=True)
class WholeFault:
    """How every call of some functions fails."""

    reasons: Said
    function: str = ""
    """The function, if its failures follow from those of another one: it is then a finding of its own."""
    has_example: bool = True
    """Whether a counterexample says more."""


def not_written(items: Iterable[ItemResult], order: Sequence[str] = (), source: str = "") -> list[str]:
    """
    Return the functions that are missing, or of which every call says that they are not written yet, in `order`.

    With the text of the graded file, a function says it only for itself: not where one that it calls says it.
    """
    by_function = _by_function(check for item in items for check in item.checks)
    found = [
        name
        for name, own in by_function.items()
        if _is_missing(own)
        or (_is_unwritten(_only_answer(own), name, source) and _is_own(own, name, source))
        or (_says_unwritten(own) and has_no_code(source, name))
    ]
    return sorted(found, key=lambda name: order.index(name) if name in order else len(order))


def _by_function(checks: Iterable[CheckResult]) -> Mapping[str, list[CheckResult]]:
    found: defaultdict[str, list[CheckResult]] = defaultdict(list)
    for check in checks:
        found[check.function].append(check)
    return found


def whole_faults(
    checks: Iterable[CheckResult],
    causes: Sequence[Cause],
    calls: Mapping[str, Call],
    missing: Mapping[str, Said],
    source: str = "",
) -> Mapping[str, WholeFault]:
    """
    Return by function how all its calls fail; functions that fail alike have equal faults.

    `calls` are those of the counterexamples, by the ids of checks. `missing` has the functions that are not written, in
    the order in which to write them, each with what is known about it.
    """
    by_function = _by_function(checks)
    named = {name: WholeFault(why, name, has_example=False) for name, why in missing.items() if why}
    if not named and (none_there := _none_there(by_function)):
        return dict.fromkeys(by_function, WholeFault(none_there))
    # What is known about a missing function by its name alone says more than that it is missing.
    plain = [name for name in missing if name not in named and not _is_hinted(by_function.get(name, ()))]
    faults = {**named}
    callers = [name for name, own in by_function.items() if _raised_in(_example(own), source) in {*plain} - {name}]
    if len(plain) > 1 or (plain and (callers or _is_empty(by_function[plain[0]], source))):
        several = reason("unwritten_functions", functions=", ".join(plain), next=plain[0])
        unwritten = several if len(plain) > 1 else reason("unwritten_function")
        faults |= dict.fromkeys(plain, WholeFault((unwritten,), has_example=False))
    for name, own in by_function.items():
        answered = None if name in faults or name in callers else _only_answer(own)
        if lacking := _not_handed_in(_example(own)) if answered else ():
            faults[name] = _same_module(faults, WholeFault(lacking))
        elif answered and (why := _why(name, answered, own, calls)):
            failed = {check.id for check in own if check.verdict is not Verdict.BLOCKED}
            follows = cause_of(failed, causes) is not None
            faults[name] = WholeFault(why, name if follows else "")
    return faults


def _is_missing(checks: Sequence[CheckResult]) -> bool:
    return all(check.verdict is Verdict.MISSING for check in checks)


def _is_empty(checks: Sequence[CheckResult], source: str) -> bool:
    """Tell whether a function that is not written is there: without a text, None may be a forgotten `return`."""
    answered = _only_answer(checks)
    return answered is not None and (bool(source) or answered.kind is not AnswerKind.NOTHING)


def _is_hinted(checks: Sequence[CheckResult]) -> bool:
    """Tell whether a missing function is known to be somewhere else, or to be called otherwise."""
    return any(check.verdict is Verdict.MISSING and len(check.reasons) > 1 for check in checks)


def _not_handed_in(check: CheckResult | None) -> Said:
    """Return that a module is missing, if `check` failed by nothing else as far as its example shows; else nothing."""
    if check is None or {each.code for each in check.reasons} - FAILING:
        return ()
    example = check.counterexample
    raised = [str(each.values["raised"]) for each in check.reasons if each.code == CANNOT_BE_IMPORTED]
    if example is not None and example.answered.raised is not None and main_failure(check.reasons) == "crashed":
        raised.append(str(example.answered.raised))
    found = NOT_AVAILABLE.match(raised[0]) if raised else None
    if found is None:
        return ()
    code = "uses_package" if found["module"] in PACKAGES else "uses_module"
    place = (example and example.at) or "the file"
    return (reason(code, place=place, name=found["name"], module=found["module"]),)


def _same_module(known: Mapping[str, WholeFault], fault: WholeFault) -> WholeFault:
    """Return the fault among `known` that the same module is missing, perhaps used in another line; else `fault`."""
    (lacking,) = fault.reasons
    same = (one for one in known.values() for each in one.reasons if each.code == lacking.code)
    return next((one for one in same if one.reasons[0].values["module"] == lacking.values["module"]), fault)


def _none_there(checks: Mapping[str, Sequence[CheckResult]]) -> Said:
    """Return what is said once where all functions are missing for one reason, as in an empty file; else nothing."""
    every = [(name, check) for name, own in checks.items() for check in own]
    if len(checks) == 1 or any(check.verdict is not Verdict.MISSING for _, check in every):
        return ()
    instead = {check.reasons[1:] for _, check in every}
    is_said = all(check.reasons[:1] == (reason(NO_FUNCTION, function=name),) for name, check in every)
    return (reason("no_functions"), *instead.pop()) if len(instead) == 1 and is_said else ()


def _why(name: str, answered: Answered, checks: Sequence[CheckResult], calls: Mapping[str, Call]) -> Said:
    check = _example(checks)
    if check is None or check.counterexample is None or answered.raised is None:
        return ()
    judged = {one.pattern for one in checks if one.verdict in {Verdict.FAIL, Verdict.ERROR}}
    if len(judged) == 1 and [each.code for each in next(iter(judged))] == ["edit_import"]:
        return next(iter(judged))  # one addition at the top of the file, perhaps for several functions
    is_named = all(map(_says_all, judged))
    always = () if is_named else (reason("always_raises", raised=str(answered.raised)),)
    return _parameters(name, answered.raised, check.counterexample, calls.get(check.id)) or always


def _says_all(pattern: Said) -> bool:
    """Tell whether a mistake is named, or what stands behind an exception: an edit alone stands beside that."""
    codes = {each.code for each in pattern}
    return is_mistake(pattern) and (codes.isdisjoint(EDITS) or not codes.isdisjoint({*MORE_IS_KNOWN, "edit_import"}))


def _raised_in(check: CheckResult | None, source: str) -> str:
    """Return the function of the sheet's file in which the exception of an example was raised; empty if not known."""
    at = check.counterexample.at if check is not None and check.counterexample is not None else None
    line = (at or "").rpartition(":")[2]
    return function_at(source, int(line)) if source and line.isdecimal() else ""


def _is_own(checks: Sequence[CheckResult], name: str, source: str) -> bool:
    """Tell whether the exception of an example was not raised in another function."""
    return _raised_in(_example(checks), source) in {"", name}


def _is_unwritten(answered: Answered | None, name: str, source: str) -> bool:
    """Tell whether it is what every call of a function gives that is not written yet; its text may say otherwise."""
    if answered is None or answered.kind is not AnswerKind.NOTHING:
        return answered is not None and str(answered.raised) == "NotImplementedError"
    return has_no_code(source, name)


def _says_unwritten(checks: Sequence[CheckResult]) -> bool:
    """Tell whether all examples say it; where helpers fail, too, not every board is asked."""
    shown = [check.counterexample for check in checks if check.counterexample is not None]
    passes = any(check.verdict is Verdict.PASS for check in checks)
    return bool(shown) and not passes and all(str(one.answered.raised) == "NotImplementedError" for one in shown)


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


NOT_FAILED = frozenset({Verdict.PASS, Verdict.PENDING})


def judged(
    items: Sequence[ItemResult],
    causes: tuple[Cause, ...] = (),
    calls: Mapping[str, Call] = NO_CALLS,
    missing: Mapping[str, Said] | None = None,
    source: str = "",
) -> Findings:
    """
    Return what failed in `items`; `calls` are those of the counterexamples, by the ids of checks.

    `missing` is as in `whole_faults`; without it nothing is known but what the items say. `source` is the text of the
    graded file, if it is known in which function an exception was raised.

    So a failed import is one finding and not one per check, a missing function is one, and so are functions that fail
    alike on every call.
    """
    checks = [check for item in items for check in item.checks]
    known = dict.fromkeys(not_written(items), ()) if missing is None else missing
    faults = whole_faults(checks, causes, calls, known, source)
    return Findings(causes=causes, findings=tuple(_with_consequences(_alike(checks, faults, causes, source), causes)))


def cause_of(checks: Collection[str], causes: Iterable[Cause]) -> Cause | None:
    """Return the cause that all of `checks` follow from; of several, the one that needs most functions to be right."""
    found = [cause for cause in causes if not {*cause.checks}.isdisjoint(checks)]
    if not {*checks} <= {check for cause in found for check in cause.checks}:
        return None
    return max(found, key=lambda cause: len(cause.functions), default=None)


class _Alike:
    """Checks that failed for one reason."""

    def __init__(
        self, checks: Sequence[CheckResult], fault: WholeFault | None, *, has_example: bool, source: str
    ) -> None:
        self.ids = tuple(check.id for check in checks)
        example = _example(checks)
        self.raised_in, shown = _raised_in(example, source), example and example.counterexample
        self.raised_at = shown and (shown.at, shown.answered.raised)
        self.functions = {check.function for check in checks}
        self.function = checks[0].function if len(self.functions) == 1 else ""
        self.is_blocked = checks[0].verdict is Verdict.BLOCKED and not is_mistake(checks[0].pattern)
        whole = () if fault is None else fault.reasons
        self.finding = Finding(checks=self.ids, whole=whole, has_example=has_example)

    def cause(self, causes: Iterable[Cause]) -> Cause | None:
        """Return the cause that all the checks follow from."""
        return cause_of(self.ids, causes)


def _alike(
    checks: Sequence[CheckResult], faults: Mapping[str, WholeFault], causes: Sequence[Cause], source: str
) -> list[_Alike]:
    """Return the failed checks, those that failed for one reason together."""
    groups: dict[object, list[CheckResult]] = {}
    for check in checks:
        if check.verdict not in NOT_FAILED:
            groups.setdefault(_fault(check, faults) or _key(check, causes), []).append(check)
    functions = {check.function for check in checks}
    found = []
    for key, members in groups.items():
        fault = key if isinstance(key, WholeFault) else None
        shows = not _shows_helper(members[0], functions, source) if fault is None else fault.has_example
        found.append(_Alike(members, fault, has_example=shows, source=source))
    return found


def _shows_helper(check: CheckResult, functions: Collection[str], source: str) -> bool:
    """Tell whether the example is an exception of another function, though the mistake stays with a right one."""
    stays = any(each.code == "with_right" for each in check.pattern)
    return stays and _raised_in(check, source) in {*functions} - {check.function}


def _fault(check: CheckResult, faults: Mapping[str, WholeFault]) -> WholeFault | None:
    """Return how all calls of the function of `check` fail, but where more is known of it."""
    if any(each.code in MORE_IS_KNOWN for each in check.pattern):
        return None
    lacking = _not_handed_in(check)
    return faults.get(check.function) or (_same_module(faults, WholeFault(lacking)) if lacking else None)


def _key(check: CheckResult, causes: Sequence[Cause]) -> object:
    """Return what is equal for checks that failed for the same reason, such as one mistake of a function."""
    if is_mistake(check.pattern):
        return (check.function, check.pattern, check.verdict is Verdict.BLOCKED)
    example = check.counterexample
    if check.verdict is Verdict.FAIL and example is not None and example.wanted.question is Question.MOVE:
        return (check.function, cause_of({check.id}, causes))  # without a name nothing else tells wrong moves apart
    return (check.verdict, check.reasons, check.pattern, check.counterexample, check.reproduce, check.difference)


def _with_consequences(found: Sequence[_Alike], causes: Sequence[Cause]) -> list[Finding]:
    """Return all findings, each once; what follows from one is part of it."""
    above: dict[int, int] = {}
    """By the place of a finding that is a consequence: that of the finding that it follows from."""
    causes_of: dict[int, Cause] = {}
    for place, one in enumerate(found):
        cause = one.cause(causes)
        lead = _first(found, one.function if cause is None else cause.functions[0], causes)
        if cause is None and one.finding.whole:
            lead = next((at for at, other in enumerate(found) if _raises_for(other, one)), None)
        if (cause or one.is_blocked or one.finding.whole) and lead is not None and _top(lead, above) != place:
            above[place] = lead
            if cause is not None:
                known = causes_of.setdefault(lead, cause)
                causes_of[lead] = max(known, cause, key=lambda one: len(one.functions))
    below: dict[int, list[_Alike]] = {place: [] for place in range(len(found)) if place not in above}
    for place in sorted(above):
        below[_top(place, above)].append(found[place])
    return [_finding(found[place], folded, causes_of.get(place)) for place, folded in below.items()]


def _raises_for(one: _Alike, caller: _Alike) -> bool:
    """Tell whether all calls of `caller` come to the exception by which its helper `one` fails by itself."""
    is_same = one.raised_at is not None and one.raised_at == caller.raised_at
    return is_same and one.function == caller.raised_in != caller.function


def _top(place: int, above: Mapping[int, int]) -> int:
    """Return the place of the finding at the top; `above` has no circles."""
    while place in above:
        place = above[place]
    return place


def _finding(lead: _Alike, folded: Iterable[_Alike], cause: Cause | None) -> Finding:
    unjudged: list[Finding] = []
    following: list[Finding] = []
    for one in folded:
        (unjudged if one.is_blocked and one.function == lead.function else following).append(one.finding)
    return structs.replace(lead.finding, cause=cause, following=tuple(following), unjudged=tuple(unjudged))


def _first(found: Sequence[_Alike], function: str, causes: Sequence[Cause]) -> int | None:
    """Return the place of the first finding about `function`, preferably of one that follows from nothing."""
    places = [place for place, one in enumerate(found) if not one.is_blocked and function in one.functions]
    return next((place for place in places if found[place].cause(causes) is None), next(iter(places), None))
