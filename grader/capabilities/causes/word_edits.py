"""Edits of the words of one line: one that is meant for another, or stands in another place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.function_lines import FIRST_ARGUMENT, OF_BOARDS, SHOWN, FunctionLines
from grader.capabilities.causes.replacements import EITHER, OTHER_WORDS, PAIR, STOPS, exchanged_pairs, replacements
from grader.missing_functions import likeness
from grader.python_text import WORD

MAX_NAMES = 9
"""Names that one name may stand for by mistake: the nearest ones."""
INDICES = ("0", "1", "2")
OTHER_SIDE = {"0": "2", "2": "0"}
"""By index: the one that is two away."""
IN_INDEX = re.compile(r"(?<=\[)\w{1,20}(?=\])|(?<=[\[(]2 - )\w{1,20}(?=[\]),])|(?<=, )\w{1,20}(?=\))")
ZERO = re.compile(r"(?:(?<=[=!]= )|(?<=[=!]=)|(?<=\bis ))(?:0|\"0\"|'0')(?![\w.])|(?:\"0\"|'0')(?=:)")
"""The digit in place of the letter O, also as a key of a dictionary."""
SMALL = re.compile(r"(?<!\w)(?:\"[xo]\"|'[xo]')")
"""A small letter in place of X or O."""
NO_MARK = re.compile(r"(?:(?<== )|(?<===))(?:\"[ ]?\"|'[ ]?')")
"""A text in place of EMPTY."""
AND_OR = {"and": re.compile(r"\band\b"), "or": re.compile(r"\bor\b")}
CONDITION = re.compile(r"[ \t]*(?:if|elif|while)\b[ \t]*(?P<condition>[^\s:][^\n]{0,200}):[ \t]*$")
ASSERTED = re.compile(r"[ \t]*(?P<word>assert)[ \t]?(?P<pair>\([^\n]{1,200}\))[ \t]*$")
"""A test and a text in brackets: a pair, which is always true."""
BEFORE_MOVE = frozenset(
    {"actions", "player", "result", "terminal", "utility", "winner", "deepcopy", "len", "list", "tuple"}
)
"""Functions that are rightly called with the board before a move."""
OTHER_FUNCTIONS = {"player": "winner", "winner": "player"}
"""Functions of which one is called for the other: both return X or O."""
IN_ROWS = re.compile(
    r"\b(?P<counted>\w+)\.count\((?:X|O|EMPTY|None)\)|\b(?:X|O|EMPTY|None) (?:not )?in (?P<searched>\w+)\b(?![.\[(])"
)
"""A search for a mark that is right in a row and wrong in a board."""
ARGUMENT = re.compile(r"(?<=, )(?P<name>[^\W\d]\w{0,40})(?=[,)])")
CALLED = re.compile(r"(?<![\w.])[^\W\d]\w{0,40}\(")
ASSIGNS = re.compile(r"[ \t]*[-+*/]?=(?!=)")
ADDS = re.compile(r"[ \t]*[-+*/]=")
CHOSEN = re.compile(r"(?<=[=n] )([\w.]{1,40}) if [^\n]{1,80} else ([\w.]{1,40})[ \t]*$")
"""One of two values."""
WRAPPED = re.compile(r"\b(?P<call>sorted|abs|reversed)\((?P<inside>(?:[^()\n]|\([^()\n]{0,60}\)){1,120})\)")
"""A call that may be too much around its argument."""
COMPARED = re.compile(r"[ \t]*(?:if|elif)[ \t](?P<all>\w{1,40} [<>] \w{1,40}):[ \t]*$")
"""A value that is compared with the best one."""
UNPACKED = re.compile(r"[ \t]*\w{1,40}, (?P<last>[^\W\d]\w{0,40}) = \w{1,40}\(")
"""What a search inside returns, in two variables of which the second may be the one of the loop."""
MARKED = re.compile(r"\[\w{1,20}\]\[\w{1,20}\](?= = )")
BELOW = re.compile(r"(?<=range\()-1(?=, ?3\))|(?<![\w)\] ])-1(?= <=? )|(?<= )-1(?= <=? \w)")
"""A lower bound of rows and columns that is one too low."""
ALIKE = 0.8
"""How like a misspelt name is to the one that is meant."""


WON = re.compile(r"(?<=== )-?1(?=:?[ \t]*$)")
"""The value of a win, which is another one for each player."""
OF_LEAF = re.compile(r"(?<=\breturn )utility\(\w{1,40}\)[ \t]*$")
"""The value of a finished game."""
SIGN_NAMES = frozenset({"color", "colour", "sign", "side", "turn", "perspective", "multiplier"})


class WordEdits:
    """The edits of words in the lines of one function."""

    def __init__(self, function: FunctionLines) -> None:
        self._of = function

    def parts(self) -> Iterator[Edit]:
        """Yield edits of one part of a line."""
        for number in self._of.numbers:
            line = self._of.masked[number - 1]
            yield from self._alone(number, line)
            yield from self._called(number, line)
            yield from self._replaced(number, line)
            for zero in ZERO.finditer(self._of.lines[number - 1]):
                if not STOPS.search(line[: zero.start()].rstrip()):
                    yield self._of.part(0, number, *zero.span(), "O")
            for small in SMALL.finditer(self._of.lines[number - 1]):
                yield self._of.part(0, number, *small.span(), small[0][1].upper())
            for text in NO_MARK.finditer(self._of.lines[number - 1]):
                yield self._of.part(0, number, *text.span(), "EMPTY")
            if tested := CONDITION.match(line):
                start, end = tested.span("condition")
                yield self._of.part(3, number, start, end, f"not ({self._of.lines[number - 1][start:end]})")
            if asserted := ASSERTED.match(line):
                start, end = asserted.span("pair")
                inside = self._of.lines[number - 1][start + 1 : end - 1].strip()
                yield self._of.part(0, number, asserted.end("word"), end, f" {inside}")
            yield from self._signs(number, line)
            yield from self._swapped(number, line)
            yield from self._other_names(number, line)
            yield from self._turned(number, line)
            yield from self._everywhere(number, line)
            yield from self._misspelt(number, line)
            yield from self._other_indices(number, line)
            yield from self._moved(number, line)

    def _replaced(self, number: int, line: str) -> Iterator[Edit]:
        for rank, span, new in replacements(line):
            edit, old = self._of.part(rank, number, *span, new), line[slice(*span)]
            if new == f"{old} != EMPTY":
                edit = edit._replace(code="edit_at_colon", old_part="", new_part="!= EMPTY")
            if (either := EITHER.match(line, span[0])) and either[0] == old:
                edit = edit._replace(code="edit_exchanged", old_part=either["a"], new_part=either["b"])
            # A comparison may be meant in several lines, whatever stands around it: one `and`, or all of a line.
            compares = "and" in old and new == old.replace("and", "==")
            yield edit._replace(token=("and", "==" if old == "and" else "== ")) if compares else edit

    def _alone(self, number: int, line: str) -> Iterator[Edit]:
        """Yield a part of a value for the whole, the cell of the action for another one, and other lower bounds."""
        for chosen in CHOSEN.finditer(line):
            for one in chosen.groups():
                yield self._of.part(0, number, *chosen.span(), one)
        for wrapped in WRAPPED.finditer(line):
            inside = self._of.lines[number - 1][slice(*wrapped.span("inside"))]
            edit = self._of.part(0, number, *wrapped.span(), inside)
            yield edit._replace(code="edit_left_out", old_part=wrapped["call"], new_part="")
        if (new := BELOW.sub("0", line)) != line == self._of.lines[number - 1]:
            yield Edit(0, "edit_part", number, number, (new,), "-1", "0")
        for cell in MARKED.finditer(line) if self._of.action else ():
            yield self._of.part(1, number, *cell.span(), f"[{self._of.action}[0]][{self._of.action}[1]]")

    def _signs(self, number: int, line: str) -> Iterator[Edit]:
        """Yield values with the sign of the player who moves."""
        for won in WON.finditer(line) if self._of.parameter else ():
            values = ("1", "-1") if won[0] == "1" else ("-1", "1")
            new = "({1} if player({0}) == X else {2})".format(self._of.parameter, *values)
            yield self._of.part(1, number, *won.span(), new)
        for leaf in OF_LEAF.finditer(line):
            for name in SIGN_NAMES.intersection(self._of.names):
                yield self._of.part(1, number, *leaf.span(), f"{name} * {leaf[0]}")

    def _swapped(self, number: int, line: str) -> Iterator[Edit]:
        """Yield the lines with row and column, or `and` and `or`, exchanged in all places, where there are several."""
        for word, pattern in AND_OR.items():
            if len(pattern.findall(line)) > 1:
                other = OTHER_WORDS[word][0]
                new = pattern.sub(other, self._of.lines[number - 1])
                yield Edit(1, "edit_part", number, number, (new,), word, other)
        new, count = exchanged_pairs(line)
        if count > 1 and line == self._of.lines[number - 1]:
            yield self._of.part(2, number, 0, len(line), new)
            for pair in [*PAIR.finditer(line)][1:-1]:  # the first ones may be right
                yield self._of.part(2, number, pair.start(), len(line), exchanged_pairs(line[pair.start() :])[0])
        end = self._of.end(number)
        if count and end > number:
            block = tuple(exchanged_pairs(one)[0] for one in self._of.lines[number - 1 : end])
            yield Edit(2, "edit_swapped", number, end, block, self._of.lines[number - 1].strip()[:SHOWN])

    def _called(self, number: int, line: str) -> Iterator[Edit]:
        """Yield calls where a function of the file stands without one, and calls of the other one of two."""
        for found in WORD.finditer(line):
            is_called = line[found.end() : found.end() + 1] == "("
            if found[0] in self._of.functions and not is_called:
                call = f"{found[0]}({self._of.parameter})"
                yield self._of.part(0, number, *found.span(), call)
                if line.count(f" {found[0]} ") > 1 and line == self._of.lines[number - 1]:
                    new = line.replace(f" {found[0]} ", f" {call} ")
                    yield Edit(0, "edit_part", number, number, (new,), found[0], call)
            other = OTHER_FUNCTIONS.get(found[0], "") if is_called else ""
            # What is written into a cell is a mark: no winner is meant.
            if other in self._of.functions and "] = " not in line:
                yield self._of.part(1 if other == "winner" else 3, number, *found.span(), other)

    def _other_names(self, number: int, line: str) -> Iterator[Edit]:
        is_test = line.lstrip().startswith(("if", "elif", "while"))
        # Nothing is added to itself; a list that holds itself never ends.
        start = WORD.search(line)
        added_to = start[0] if start is not None and ADDS.match(line, start.end()) else ""
        for found in WORD.finditer(line):
            is_searched = is_test and line[: found.start()].endswith(("in ", "len("))
            is_board = line[: found.start()].endswith(OF_BOARDS)
            adds = ADDS.match(line, found.end()) is not None
            is_bound = not adds and ASSIGNS.match(line, found.end()) is not None
            is_called = line[found.end() : found.end() + 1] == "("
            in_cell = line[: found.start()].endswith("] = ") and found.end() == len(line)
            for name in self._nearest(found[0]) if found[0] in self._of.names and not (is_searched or is_bound) else ():
                beside = line[found.end() :].startswith((f", {name}", f"] = {name}"))  # no value is its own key
                is_twice = beside or line[: found.start()].endswith((f"{name}, ", f"[{name}] = "))
                if is_twice or (name in self._of.functions) != is_called:
                    continue
                if in_cell if name in self._of.boards else is_board:
                    continue
                if name in self._of.counters if adds else name != added_to:
                    # It may be meant in several lines, whatever stands around it. A test of another may be no test.
                    edit = self._of.part(2 if is_test or in_cell else 0, number, *found.span(), name)
                    yield edit._replace(token=(found[0], name))

    def _turned(self, number: int, line: str) -> Iterator[Edit]:
        """Yield `not` before an argument that says whose turn it is, and a comparison that depends on it."""
        if (compared := COMPARED.match(line)) is not None:
            for flag in self._of.flags:
                yield self._of.part(2, number, *compared.span("all"), f"({compared['all']}) == {flag}")
        for found in ARGUMENT.finditer(line):
            if found["name"] in self._of.flags:
                edit = self._of.part(0, number, *found.span("name"), f"not {found['name']}")
                yield edit._replace(code="edit_line")

    def _everywhere(self, number: int, line: str) -> Iterator[Edit]:
        """Yield another name in all places of a line where one stands in several; it may be a copy of a line above."""
        is_copy = any(self._of.masked[above - 1] == line for above in self._of.numbers if above < number)
        for old, count in Counter(WORD.findall(line)).items():
            for name in self._nearest(old) if count > 1 and old in self._of.names else ():
                places = [found.span() for found in WORD.finditer(line) if found[0] == old]
                new = self._of.lines[number - 1]
                for start, end in reversed(places):
                    new = new[:start] + name + new[end:]
                start, end = places[0][0], places[-1][1]
                yield self._of.part(1 if is_copy else 2, number, start, end, new[start : len(new) - len(line) + end])

    def _misspelt(self, number: int, line: str) -> Iterator[Edit]:
        """Yield a name that is meant where one like it is bound and stands nowhere else, or is called and not bound."""
        for found in WORD.finditer(line):
            is_bound = ASSIGNS.match(line, found.end()) and found[0] in self._of.names and self._of.words[found[0]] == 1
            is_unknown = found[0] not in self._of.names and CALLED.match(line, found.start())
            is_added_to = ADDS.match(line, found.end()) and found[0] not in self._of.names
            others = self._nearest(found[0]) if is_bound else self._of.functions if is_unknown else ()
            others = self._of.names if is_added_to else others
            for name in others:
                if likeness(name, found[0]) > ALIKE:
                    yield self._of.part(0, number, *found.span(), name)

    def _other_indices(self, number: int, line: str) -> Iterator[Edit]:
        """Yield numbers in place of loop variables in an index, and the other way round; and the other side."""
        variables = self._of.loop_variables(number)
        for found in IN_INDEX.finditer(line):
            of_number = [*variables, *OTHER_SIDE.get(found[0], ())] if found[0] in INDICES else ()
            others = INDICES if found[0] in variables else of_number
            for other in others:
                yield self._of.part(2, number, *found.span(), other)

    def _moved(self, number: int, line: str) -> Iterator[Edit]:
        """Yield the board after the move of a loop for the board before it, and another name than the move's."""
        unpacked = UNPACKED.match(line)
        if unpacked is not None and unpacked["last"] in self._of.loop_variables(number):
            yield self._of.part(0, number, *unpacked.span("last"), "_")
        variables = [name for name in self._of.loop_variables(number) if name != self._of.parameter]
        for found in FIRST_ARGUMENT.finditer(line) if self._of.parameter else ():
            if found["given"] == self._of.parameter and found["called"] not in BEFORE_MOVE:
                for name in variables:
                    yield self._of.part(2, number, *found.span("given"), f"result({self._of.parameter}, {name})")

    def _nearest(self, name: str) -> Sequence[str]:
        at = self._of.names.index(name)
        others = sorted(range(len(self._of.names)), key=lambda place: abs(place - at))
        return [self._of.names[place] for place in others[1 : MAX_NAMES + 1]]

    def in_rows(self) -> Iterator[Edit]:
        """Yield that a list of rows is searched for a mark."""
        found = [(number, IN_ROWS.sub(_of_cells, self._of.masked[number - 1])) for number in self._of.numbers]
        changed = [
            (number, new) for number, new in found if new != self._of.masked[number - 1] == self._of.lines[number - 1]
        ]
        for number, new in changed[:1]:
            old = IN_ROWS.search(self._of.lines[number - 1])
            yield Edit(0, "edit_cells", number, number, (new,), old[0] if old else "", "", tuple(changed[1:]))


def _of_cells(found: re.Match[str]) -> str:
    rows = found["counted"] or found["searched"]
    return found[0].replace(rows, f"sum(map(list, {rows}), [])", 1)
