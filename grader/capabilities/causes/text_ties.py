"""Between causes with the same answers the text of the file decides; it is searched, never parsed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from grader.capabilities.causes.word_edits import ALIKE
from grader.missing_functions import likeness
from grader.model.reason import Reason, Said, reason
from grader.model.result import CheckResult
from grader.model.sanitize import sanitize
from grader.model.source import find_location
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile, Submission
from grader.python_text import (
    WORD,
    definitions_in,
    function_at,
    has_no_code,
    reached_from,
    top_level_statements,
    without_strings,
)
from grader.text.exception_hints import UNDEFINED

AHEAD = frozenset({"minimax_depth_limit", "minimax_zero_or_two_moves"})
"""Searches that end too early, or that look so."""
SETTLED = AHEAD | {"minimax_none", "minimax_first_action", "minimax_gives_up_when_lost", "minimax_value_when_over"}
SETTLED |= {"result_writes_into_board", "result_catches_its_exception"}
"""Mistakes of which the text says more than the answers."""
COPIED = re.compile(
    r"[ \t]=[ \t]{0,9}(?:(?:copy\.copy|copy|list)\((?P<given>\w{1,40})\)|(?P<own>\w{1,40})(?:\[:\]|\.copy\(\)))[ \t]*$",
    re.MULTILINE,
)
"""A copy of a list, such as the list of rows."""
WRITTEN = re.compile(r"\][ \t]{0,9}=(?!=)")
FROM_LOSS = re.compile(r"(?<![=<>!+*/%-])[=:][ \t]{0,9}[(\[]?(?:None,[ \t]?)?-?[12]\b(?!\.[1-9])")
"""A value that begins with that of a loss, or near it."""
FROM_ZERO = re.compile(
    r"(?<![\w.])(?!(?:[ijk]|row|col|column|count\w*|index|idx|depth)\b)[^\W\d]\w{0,40}[ \t]{0,9}=[ \t]{0,9}0\b(?!\.\d)"
)
"""A value that begins with 0, and no index or counter by its name."""
OWN_SEARCH = re.compile(r"^[ \t]+(?:def|class|while)\b|\blambda\b", re.MULTILINE)
"""What may search although no function at the top level calls itself."""
DEFINED = re.compile(r"^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|^(\w+)[ \t]{0,9}=(?!=)", re.MULTILINE)


VALUE = re.compile(r"\b(?:utility|winner)\b")
"""Functions that tell how a game ended, in whatever module."""
OTHER_KEY = re.compile(r"[\w)\]]\[|\{|\bnot in\b|\bif \w+ in\b|\.add\b")
"""What a list does not fit either: a key, or a set."""
UNHASHABLE = "unhashable type: 'list'"
UNFIT = {"NoneType": "helper_without_code", UNHASHABLE: "helper_keeps_lists"}
"""By what Python says of a value: what is wrong with the helper that gave or got it."""
MOVE_COMPARED = re.compile(
    r"between instances of (?:'(?:tuple|NoneType)' and '(?:int|float)'|'(?:int|float)' and '(?:tuple|NoneType)')"
)
"""What Python says of a move, or none, that is compared with a value."""
MOVE_USED = re.compile(r"'(?:tuple|NoneType)'(?! object is not subscriptable)")
PAIR_RETURNED = re.compile(r"\breturn\b[^\n]{0,200},")
CACHED = re.compile(r"@(?:functools\.)?(?:lru_)?cache\b")
CALLED = re.compile(r"(?<![\w.])([^\W\d]\w{0,40})\(")
RETURNED = re.compile(r"^(?P<space>[ \t]+)return[ \t]+(?P<name>[^\W\d]\w{0,40})[ \t]*$", re.MULTILINE)
SET = re.compile(r"^[ \t]*([^\W\d]\w{0,40})[ \t]{0,9}=(?!=)", re.MULTILINE)
SHARED = re.compile(r"^[ \t]+(?:nonlocal|global)[ \t]+(\w[\w, \t]{0,200})", re.MULTILINE)


def settled_by_text(submission: Submission, module_spec: ModuleSpec, function: str, pattern: Said) -> Said:
    """
    Return `pattern` with what the text says of a search that ends too early, of a copy, or of one and the same answer.

    Nothing calls itself or begins at 0, or a variable is set that is another one than the returned one. A search that
    names no value of a finished game finds all moves alike.
    """
    codes = {each.code for each in pattern} & SETTLED
    text = _Reached(submission, module_spec, function) if codes else None
    if text is None or not text.own:
        return pattern
    if "minimax_none" in codes:
        why = _own_variable(submission.files[0], function)
        why = why or (reason("minimax_loses_its_move") if text.is_recursive else None)
        return tuple(why if why and each.code == "minimax_none" else each for each in pattern)
    settled = _settled_by(codes, text)
    return tuple(reason(settled) if settled and each.code in codes else each for each in pattern)


def searches_nothing(submission: Submission, module_spec: ModuleSpec) -> bool:
    """Tell whether nothing in the files looks further ahead than a loop does, also where answers are made before."""
    text = _Reached(submission, module_spec, module_spec.search)
    return bool(text.own) and not (text.searches or text.has_recursion)


class _Reached:
    """The text of a function, and of all that it uses beside the functions of the assignment."""

    def __init__(self, submission: Submission, module_spec: ModuleSpec, function: str) -> None:
        texts, asked = _definitions(submission), {one.name for one in module_spec.functions}
        uses = {name: set(WORD.findall(text)) for name, text in texts.items()}
        reached = texts.keys() & (reached_from(function, uses) | {function})
        self.own = (
            [texts[name] for name in reached if name == function or name not in asked] if function in texts else []
        )
        self.is_recursive = any(name in reached_from(name, uses) for name in reached)
        self.has_recursion = any(name in reached_from(name, uses) for name in uses)
        """Whether any function of the files calls itself, also one that makes the answers before the first call."""
        self.searches = self.is_recursive or any(map(OWN_SEARCH.search, self.own))
        own = uses.get(function, set())
        self.picks = [texts[function]] if "for" in own else self.own
        """What picks the move."""
        self.is_asked_deeper = function in own and "," in texts[function].partition(")")[0]
        """Whether it calls itself with further arguments."""


def _settled_by(codes: Collection[str], text: _Reached) -> str:
    """Return the mistake of a function that one of `codes` names, as its `text` says; empty if it says no more."""
    says = {
        "result_writes_into_board": ("result_shallow_copy", any(map(_copies_rows_alone, text.own))),
        "result_catches_its_exception": ("result_no_check", not any("except" in one for one in text.own)),
        "minimax_value_when_over": ("minimax_value_in_first_call", text.is_asked_deeper),
        "minimax_gives_up_when_lost": ("minimax_none_when_lost", not any(map(FROM_LOSS.search, text.picks))),
        "minimax_first_action": ("minimax_never_values", text.searches and not any(map(VALUE.search, text.own))),
    }
    for code, (settled, is_so) in says.items():
        if code in codes:
            return settled if is_so else ""
    if not text.searches:
        return "minimax_no_recursion"
    return "" if any(map(FROM_ZERO.search, text.own)) else "minimax_depth_limit"


def _copies_rows_alone(text: str) -> bool:
    """Tell whether a function copies the list of its first parameter, and no row, before it writes."""
    board = WORD.search(text)
    copied, written = COPIED.search(text), WRITTEN.search(text)
    is_first = copied is not None and (written is None or copied.start() < written.start())
    of_board = copied is not None and board is not None and board[0] in copied.groups()
    return is_first and of_board and " for " not in text and "deepcopy" not in text


def helper_at_fault(submission: Submission, module_spec: ModuleSpec, check: CheckResult) -> Said:
    """Return what is wrong with what is called in the line of a NameError or a TypeError; or nothing."""
    example = check.counterexample
    raised = example.answered.raised if example is not None else None
    found = find_location(submission, module_spec.module, (example and example.at) or "") if raised else None
    if raised is None or found is None or function_at(found.file.text, found.line) != check.function:
        return ()
    asked = {one.name for one in module_spec.functions}
    if raised.type == "NameError":
        return _misnamed(found.file.text, asked, check.function, raised.message)
    if raised.type != "TypeError":
        return ()
    if check.function == module_spec.search and _uses_own_moves(
        found.file.text, check.function, found.line, raised.message
    ):
        return (reason("minimax_recursion_gives_moves", function=check.function),)
    return _unfit(found.file.text, asked, found.line, raised.message)


def _uses_own_moves(text: str, search: str, number: int, message: str) -> bool:
    """Tell whether the search takes what its own calls return, which is a move or None, for a value."""
    lines = without_strings(text).split("\n")
    own = [one.line for one in definitions_in(text) if (one.name, one.within) == (search, "")]
    body = _body(text, search)
    # With further parameters, or in pairs, it may return values too.
    if not own or "," in lines[own[0] - 1] or PAIR_RETURNED.search(body):
        return False
    used_in = body if MOVE_COMPARED.search(message) else lines[number - 1] if MOVE_USED.search(message) else ""
    return search in CALLED.findall(used_in)


def _misnamed(text: str, asked: Collection[str], function: str, message: str) -> Said:
    """Return the helper that is meant by a name that is not defined, and that `function` calls by no other name."""
    called = UNDEFINED.match(message)
    known = [one for one in definitions_in(text) if not one.within]
    calls = {*CALLED.findall(_body(text, function))}
    if called is None or called[1] not in calls:
        return ()
    alike = [(likeness(called[1], one.name), one) for one in known if one.name not in {*asked, *calls, function}]
    likest, meant = max(alike, key=lambda pair: pair[0], default=(0, None))
    if meant is None or likest <= ALIKE:
        return ()
    return (reason("helper_misnamed", name=sanitize(meant.name), line=meant.line, called=called[1]),)


def _body(text: str, function: str) -> str:
    """Return what is indented below the first `function` at the top level."""
    lines = without_strings(text).split("\n")
    own = (one.line for one in definitions_in(text) if (one.name, one.within) == (function, ""))
    return next((_block(lines, number) for number in own), "")


def _unfit(text: str, asked: Collection[str], number: int, message: str) -> Said:
    """Return which helper, called in line `number`, has no code or keeps answers by lists."""
    kind = next((one for one in UNFIT if one in message), "")
    lines = without_strings(text).split("\n")
    line = lines[number - 1]
    called = {*CALLED.findall(line)}.difference(asked) if kind else ()
    for one in definitions_in(text):
        if one.name in called and not one.within:
            is_cached = one.line > 1 and CACHED.match(lines[one.line - 2]) is not None
            takes_no_list = is_cached and OTHER_KEY.search(line) is None
            if takes_no_list if kind == UNHASHABLE else has_no_code(text, one.name):
                return (reason(UNFIT[kind], name=sanitize(one.name), line=one.line),)
    return ()


def _own_variable(file: SourceFile, function: str) -> Reason | None:
    """Return why None is returned: another function sets a variable of its own in place of the returned one."""
    lines = without_strings(file.text).split("\n")
    known, own = definitions_in(file.text), _body(file.text, function)
    outside = {*SET.findall("\n".join(line for line in lines if not line[:1].isspace()))}
    for name in dict.fromkeys(_returned(own)):
        for one in known:
            is_inner = one.container == function and name in SET.findall(own)
            block = _block(lines, one.line) if is_inner or (not one.within and name in outside) else ""
            declared = {word for names in SHARED.findall(block) for word in WORD.findall(names)}
            if one.name != function and name in {*SET.findall(block)} - declared:
                kind = "nonlocal" if is_inner else "global"
                return reason("minimax_own_variable", kind=kind, name=sanitize(name), line=one.line)
    return None


def _returned(block: str) -> Sequence[str]:
    """Return the names that a function returns at the end of its block, and not what an inner function returns."""
    found = [(len(one["space"].expandtabs()), one["name"]) for one in RETURNED.finditer(block)]
    return [name for indent, name in found if indent == min(found)[0]]


def _block(lines: Sequence[str], number: int) -> str:
    """Return what is indented below the line `number`."""
    indent = len(lines[number - 1]) - len(lines[number - 1].lstrip())
    below = takewhile(lambda line: not line.strip() or len(line) - len(line.lstrip()) > indent, lines[number:])
    return "\n".join(below)


def _definitions(submission: Submission) -> dict[str, str]:
    """Return what all files define at their top level, functions, classes and variables: the text behind each name."""
    found = {}
    for file in submission.files:
        for one in top_level_statements(file.text):
            text = "\n".join(file.lines[one.first - 1 : one.last])
            if (defined := DEFINED.search(text)) is not None:
                found[defined[1] or defined[2]] = without_strings(text[defined.end() :])
    return found
