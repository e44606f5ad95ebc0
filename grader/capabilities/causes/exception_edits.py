"""
The edit that ends an exception of a slip, made in all lines of a function: what stands behind it can then be asked.

The text is searched and never parsed, because hostile text can crash a parser. No edit adds or removes a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType

from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.function_lines import BOUND, MAX_LINE, PARAMETERS
from grader.model.counterexample import RaisedText
from grader.python_text import GLOBAL, NOT_CALLED, WORD, names_assigned, names_at_top_level, without_strings
from grader.text.exception_hints import LACKS, UNBOUND, UNDEFINED, meant_attribute, missing_import

INDEX = r"-?\w[\w.+ -]{0,19}(?:\[\w{1,20}\])?"
PAIR = re.compile(rf"(?P<of>\b[^\W\d]\w{{0,40}})\[(?P<row>{INDEX}),[ ]?(?P<column>{INDEX})\]")
WHOLE = re.compile(r"(?P<of>\b[^\W\d]\w{0,40})\[(?P<pair>[^\W\d]\w{0,40})\]")
IN_NUMBER = re.compile(r"\bfor (?P<name>\w{1,40}) in (?P<number>len\(\w{1,40}\)|[1-9]\d?|\w{1,40})(?= ?:)")
IN_BOARD = re.compile(r"\bfor (?P<name>\w{1,40}) in (?P<board>\w{1,40}(?:\[\w{1,40}\])?)(?= ?:)")
ADDED_LIST = re.compile(r"\.add\(\[(?P<move>[^\[\](),]{1,40},[^\[\](),]{1,40})\]\)")
BOARD_RETURNED = re.compile(r"\breturn (?P<board>(?:board|state)\w{0,20})(?=[ \t]*$)")
NUMBERED = re.compile(r"\b([^\W\d]\w{0,40})\[")
ACTIONS = re.compile(r"(?<!list\()(?<!sorted\()\bactions\((?P<board>\w{1,40})\)")
BEGUN = re.compile(r"(?P<name>\b[^\W\d]\w{0,40}) ?= ?(?P<value>\{\}|\[\]|list\(\)|dict\(\))(?=[ \t]*$)")
METHOD = re.compile(r"(?P<of>\b[^\W\d]\w{0,40})\.(?P<name>[^\W\d]\w{0,40})(?P<call>\(\))?")
FULL_STOP = re.compile(r"\.[ ]?(?P<name>[^\W\d]\w{0,40})(?=\))")
ATTRIBUTE = re.compile(r"\.[^\W\d]\w{0,40}")
GIVEN = re.compile(
    r"[ \t]+(?P<name>[^\W\d]\w{0,40})[ \t]{0,9}=[ \t]{0,9}"
    r"(?P<value>-?\d{1,6}|None|True|False|\[\]|\{\}|set\(\)|len\(\w{0,20}board\w{0,20}(?:\[0\])?\))[ \t]*$"
)
"""A value that needs no other name, or the number of rows or columns."""
LENGTH = re.compile(r"\blen\(\w{1,40}\)")
IN_ROW = re.compile(r"\[(\w{1,40})\]")
NAMED = re.compile(r"'(\w{1,40})'")
NOT_PAIR, *NOT_NUMBERS = (
    f"indices must be integers or slices, not {one}" for one in ("tuple", "list", "NoneType", "str")
)
QUOTE = "'"  # around names in Python's messages
GUESSED = 1
"""The rank of an edit that is told only if nothing is wrong with it."""
ALIKE = 0.75
"""How alike a name of the file must be to one that is not defined, from 0 to 1."""


class _Lines:
    """The lines of some functions in a text, in which a part is replaced wherever it stands."""

    def __init__(self, text: str, spans: Collection[tuple[int, int]], number: int) -> None:
        """Look at the lines `spans` of `text`; the exception was raised in line `number`."""
        self.text, self.number = text, number
        self._lines, self._masked = text.split("\n"), without_strings(text).split("\n")
        numbers = (one for first, last in spans for one in range(first, last + 1))
        self._numbers = [one for one in numbers if len(self._lines[one - 1]) <= MAX_LINE]

    @property
    def raising(self) -> str:
        """The line of the exception, without strings and comments."""
        return self._masked[self.number - 1]

    @property
    def masked(self) -> str:
        """All these lines, without strings and comments."""
        return "\n".join(self._masked[number - 1] for number in self._numbers)

    @property
    def bound(self) -> Iterator[str]:
        """The names that these lines bind, and those that the file imports."""
        for number in self._numbers:
            for defined in PARAMETERS.finditer(self._masked[number - 1]):
                yield from WORD.findall(defined[2])
            yield from BOUND.findall(self._masked[number - 1])
        for line in self._masked:
            if line.startswith(("import ", "from ")):
                yield from WORD.findall(line)

    def given_by_global(self, name: str) -> str:
        """Return the value that only a call of another function gives to a global `name`; empty if none does."""
        declared = False
        for line in self._masked:
            declared &= line[:1].isspace() or not line.strip()  # in the block of the function
            if found := GLOBAL.match(line):
                declared |= name in WORD.findall(found[1])
            given = GIVEN.match(line) if declared else None
            if given and given["name"] == name:
                return "3" if given["value"].startswith("len(") else given["value"]
        return ""

    def with_import(self, statement: str) -> Edit:
        """Return the edit that adds a statement below the text, where it changes no number of a line."""
        last = len(self._lines)
        return Edit(0, "edit_import", last, last, (self._lines[-1], statement), "", statement)

    def with_defaults(self, values: Mapping[str, str]) -> Iterator[Edit]:
        """Yield the edit that gives parameters default values, all in the head of a function: the line looked at."""
        line, names = self.raising, [one for one in WORD.findall(self.raising) if one in values]

        def given(one: re.Match[str]) -> str:
            is_bare = one[0] in values and line[one.end() :].lstrip().startswith((",", ")"))
            return f"{one[0]}={values[one[0]]}" if is_bare else one[0]

        new = WORD.sub(given, line)
        if new != line == self._lines[self.number - 1]:
            told = ", ".join(f"{one}={values[one]}" for one in names)
            yield Edit(0, "edit_part", self.number, self.number, (new,), ", ".join(names), told)

    def written(self, pattern: re.Pattern[str], old: str, new: str) -> Iterator[Edit]:
        """Yield the edit that writes `new` for each `old` that `pattern` finds."""
        return self.replaced(pattern, lambda one: new if one[0] == old else one[0])

    def replaced(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> Iterator[Edit]:
        """Yield the edit that replaces what `pattern` finds by what `new` returns, which may be the same."""
        texts: dict[int, str] = {}
        parts: dict[int, tuple[str, str]] = {}
        for number in self._numbers:
            line = self._lines[number - 1]
            for found in reversed([*pattern.finditer(self._masked[number - 1])]):
                start, end = found.span()
                is_code = line[start:end] == found[0]  # no string or comment inside
                if is_code and (part := new(found)) != found[0]:
                    text = texts.get(number, line)
                    texts[number] = text[:start] + part + text[end:]
                    parts[number] = (line[start:end], part)
        if texts:
            first = next(iter(texts))
            also = tuple((number, text) for number, text in texts.items() if number != first)
            code = "edit_part" if len({*parts.values()}) == 1 else "edit_alike"
            yield Edit(0, code, first, first, (texts[first],), *parts[first], also)


def exception_edits(text: str, spans: Collection[tuple[int, int]], raised: RaisedText, number: int) -> Iterator[Edit]:
    """
    Yield the edits that may end the exception `raised` in line `number` of `text`, the likeliest first.

    They are made in the lines `spans`.
    """
    lines = _Lines(text, spans, number)
    if 0 < number <= text.count("\n") + 1:
        for kind, part, edits in KINDS:
            if raised.type == kind and part in raised.message:
                yield from edits(lines, raised.message)


def _pairs(lines: _Lines, _message: str) -> Iterator[Edit]:
    """Yield ``board[i][j]`` for ``board[i, j]``, and ``board[move[0]][move[1]]`` for ``board[move]``."""
    boards = {one["of"] for one in PAIR.finditer(lines.raising)}
    yield from lines.replaced(
        PAIR, lambda one: f"{one['of']}[{one['row']}][{one['column']}]" if one["of"] in boards else one[0]
    )
    for whole, (board, pair) in {one[0]: one.groups() for one in WHOLE.finditer(lines.raising)}.items():
        yield from lines.written(WHOLE, whole, f"{board}[{pair}[0]][{pair}[1]]")


def _numbers_of_rows(lines: _Lines, _message: str) -> Iterator[Edit]:
    """Yield ``for i in range(3)`` for ``for i in board``, where ``i`` is a number of a row elsewhere."""
    indices = {*IN_ROW.findall(lines.masked)}
    yield from lines.replaced(
        IN_BOARD, lambda one: f"for {one['name']} in range(3)" if one["name"] in indices else one[0]
    )


def _ranges(lines: _Lines, _message: str) -> Iterator[Edit]:
    """Yield ``for i in range(len(board))`` for ``for i in len(board)``; a number that is a row's counts to 3."""
    looped = {one[0] for one in IN_NUMBER.finditer(lines.raising)}

    def in_range(one: re.Match[str]) -> str:
        is_expression = one["number"].endswith(")") or one["number"].isdecimal()
        return f"for {one['name']} in range({one['number'] if is_expression else 3})" if one[0] in looped else one[0]

    yield from lines.replaced(IN_NUMBER, in_range)


def _three(lines: _Lines, _message: str) -> Iterator[Edit]:
    """Yield ``range(3)`` for ``range(len(i))``, where ``i`` is the number of a row."""
    for length in dict.fromkeys(LENGTH.findall(lines.raising)):
        yield from lines.written(LENGTH, length, "3")


def _tuples(lines: _Lines, _message: str) -> Iterator[Edit]:
    yield from lines.replaced(ADDED_LIST, lambda one: f".add(({one['move']}))")


def _values_of_boards(lines: _Lines, _message: str) -> Iterator[Edit]:
    """Yield the value of a finished board for the board itself, which is compared with a number."""
    yield from lines.replaced(BOARD_RETURNED, lambda one: f"return utility({one['board']})")


def _lists_of_actions(lines: _Lines, _message: str) -> Iterator[Edit]:
    """Yield ``list(actions(board))`` for ``actions(board)``, of which one by its number is asked for: in this line."""
    numbered = {*NUMBERED.findall(lines.raising)}

    def is_meant(one: re.Match[str]) -> bool:
        kept = BOUND.match(one.string)
        return one.string.startswith("[", one.end()) or (kept is not None and kept[1] in numbered)

    meant = [*lines.replaced(ACTIONS, lambda one: f"list({one[0]})" if is_meant(one) else one[0])]
    yield from meant or lines.replaced(ACTIONS, lambda one: f"list({one[0]})")


def _defined_names(lines: _Lines, message: str) -> Iterator[Edit]:
    """Yield the missing import; or the name of the file that is like the one that is not defined."""
    if statement := missing_import("NameError", message):
        yield lines.with_import(statement)
        return
    undefined = UNDEFINED.match(message)
    name = undefined[1] if undefined else ""
    if value := lines.given_by_global(name):
        yield lines.with_import(f"{name} = {value}")
        return
    known = dict.fromkeys([*lines.bound, *sorted(names_at_top_level(lines.text)), *sorted(names_assigned(lines.text))])
    same = [one for one in known if one.casefold().replace("_", "") == name.casefold().replace("_", "")]
    for meant in same[:1]:
        yield from lines.written(WORD, name, meant)
    alike, bound = get_close_matches(name, known, n=1, cutoff=ALIKE), lines.bound if name.islower() else ()
    for meant in dict.fromkeys([*alike, *bound]) if not same else ():
        for edit in lines.written(WORD, name, meant):
            yield edit._replace(rank=GUESSED)


def _other_variable(lines: _Lines, message: str) -> Iterator[Edit]:
    """Yield another name for a variable that has the name of a function, which is called here."""
    found = UNBOUND.search(message)
    if found is not None and found[1] in names_at_top_level(lines.text):
        yield from lines.written(NOT_CALLED, found[1], OTHER_VARIABLE.get(found[1], f"{found[1]}_here"))


def _collections(lines: _Lines, message: str) -> Iterator[Edit]:
    """Yield another collection, or the method of this one; or no method of a text, where there is None."""
    lacks = LACKS.search(message)
    if lacks is None:
        return
    kind, name = lacks["type"], lacks["name"]
    owners = {one["of"] for one in METHOD.finditer(lines.raising) if one["name"] == name}
    if begun := OTHER_COLLECTION.get((kind, name)):
        yield from lines.replaced(BEGUN, lambda one: f"{one['name']} = {begun}" if one["name"] in owners else one[0])
    meant = OTHER_METHOD.get((kind, name)) or meant_attribute(message)
    if name == "deepcopy":
        called = name if name in {*lines.bound} else f"copy.{name}"
        yield from lines.replaced(METHOD, lambda one: f"{called}({one['of']})" if one["name"] == name else one[0])
    elif (kind, name) == ("int", "count"):
        yield from _counted_rows(lines, owners)
    elif kind == "list" and name in {*lines.bound}:
        yield from lines.replaced(FULL_STOP, lambda one: f", {name}" if one["name"] == name else one[0])
    elif kind == "NoneType":
        yield from lines.replaced(METHOD, lambda one: one["of"] if one["name"] == name and one["call"] else one[0])
    elif meant:
        yield from lines.written(ATTRIBUTE, f".{name}", f".{meant}")


def _counted_rows(lines: _Lines, owners: Collection[str]) -> Iterator[Edit]:
    """Yield a count in the row of a loop for one in the number that it is added to."""
    for row in dict.fromkeys(one["name"] for one in IN_BOARD.finditer(lines.masked)):
        for owner in owners:
            yield from lines.written(METHOD, f"{owner}.count", f"{row}.count")


def _defaults(lines: _Lines, message: str) -> Iterator[Edit]:
    """Yield default values for the parameters without an argument, if all have one that is usual."""
    names = NAMED.findall(message)
    if DEFAULTS.keys() >= {*names}:
        yield from lines.with_defaults({name: DEFAULTS[name] for name in names})


def _in_module(lines: _Lines, message: str) -> Iterator[Edit]:
    if meant := meant_attribute(message):
        yield from lines.written(ATTRIBUTE, f".{message.rsplit(QUOTE, 2)[-2]}", f".{meant}")


OTHER_VARIABLE: Mapping[str, str] = MappingProxyType(
    {"actions": "moves", "player": "turn", "winner": "won", "result": "after", "terminal": "over", "utility": "worth"}
)
"""By function: a name for what it returns."""
OTHER_COLLECTION: Mapping[tuple[str, str], str] = MappingProxyType(
    {("dict", "add"): "set()", ("list", "add"): "set()", ("dict", "append"): "[]"}
)
OTHER_METHOD: Mapping[tuple[str, str], str] = MappingProxyType({("list", "add"): "append", ("set", "append"): "add"})
DEFAULTS: Mapping[str, str] = MappingProxyType(
    {"alpha": "float('-inf')", "beta": "float('inf')", **dict.fromkeys(("depth", "level", "ply"), "0")}
)
"""By parameter of a search: its value in the first call."""
KINDS: Sequence[tuple[str, str, Callable[[_Lines, str], Iterator[Edit]]]] = (
    ("TypeError", NOT_PAIR, _pairs),
    *(("TypeError", part, _numbers_of_rows) for part in NOT_NUMBERS),
    ("TypeError", "'int' object is not iterable", _ranges),
    ("TypeError", "object of type 'int' has no len()", _three),
    ("TypeError", "unhashable type: 'list'", _tuples),
    ("TypeError", "'set' object is not subscriptable", _lists_of_actions),
    ("TypeError", "between instances of 'list' and '", _values_of_boards),
    ("TypeError", "required positional argument", _defaults),
    ("NameError", "is not defined", _defined_names),
    ("UnboundLocalError", "local variable '", _other_variable),
    ("AttributeError", "object has no attribute", _collections),
    ("AttributeError", "module '", _in_module),
)
"""By the type of an exception and a part of its message: the edits."""
