"""
Small corrections of a Python function, as a tutor would try them: one word or sign, or one statement moved or left out.

The text is searched and never parsed, because hostile text can crash a parser. An edit may give text that is no Python.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from grader.capabilities.causes.edit import Edit, with_repeated
from grader.capabilities.causes.replacements import OTHER_WORDS, PAIR, exchanged_pairs, replacements
from grader.capabilities.causes.told_part import told_part, words_around
from grader.missing_functions import likeness
from grader.python_text import WORD, without_strings

MAX_EDITS = 1000
MAX_NAMES = 9
"""Names that one name may stand for by mistake: the nearest ones."""
INDICES = ("0", "1", "2")
IN_INDEX = re.compile(r"(?<=\[)\w{1,20}(?=\])|(?<=[\[(]2 - )\w{1,20}(?=[\]),])|(?<=, )\w{1,20}(?=\))")
CELL = r"\w{1,20}\[[\w.\[\]]{1,20}\]\[[\w.\[\]]{1,20}\]"
UNDO = re.compile(rf"[ \t]*(?P<undo>{CELL} = (?:EMPTY|None))[ \t]*$")
LOOPS = ("for", "while")
LEAVES = ("return", "break", "continue")
"""How lines begin that leave a loop, or a round of it."""
ZERO = re.compile(r"(?<=[=!]= )(?:0|\"0\"|'0')(?![\w.])|(?<=\bis )(?:0|\"0\"|'0')(?![\w.])")
"""The digit in place of the letter O."""
SMALL = re.compile(r"(?<!\w)(?:\"[xo]\"|'[xo]')")
"""A small letter in place of X or O."""
NO_MARK = re.compile(r"(?<== )(?:\"[ ]?\"|'[ ]?')")
"""A text in place of EMPTY."""
AND_OR = {"and": re.compile(r"\band\b"), "or": re.compile(r"\bor\b")}
CONDITION = re.compile(r"[ \t]*(?:if|elif|while)\b[ \t]*(?P<condition>[^\s:][^\n]{0,200}):[ \t]*$")
FIRST_ARGUMENT = re.compile(r"(?<![\w.])(?P<called>\w{1,40})\((?P<given>\w{1,40})(?=[,)])")
BEFORE_MOVE = frozenset(
    {"actions", "player", "result", "terminal", "utility", "winner", "deepcopy", "len", "list", "tuple"}
)
"""Functions that are rightly called with the board before a move."""
OTHER_FUNCTIONS = {"player": "winner", "winner": "player"}
"""Functions of which one is called for the other: both return X or O."""
FOR_NAMES = re.compile(r"\bfor[ \t]+([\w, ()]{1,40}?)[ \t]+in\b")
BEGINS = re.compile(
    r"[ \t]*[^\W\d]\w{0,40}[ \t]{0,9}=[ \t]{0,9}"
    r"(?:set\(\)|list\(\)|\[\]|\{\}|-?\d{1,6}|-?(?:math\.)?inf|None|True|False)[ \t]*$"
)
"""What begins anew in each round of a loop if it stands in it."""
MOVE = re.compile(
    rf"[ \t]*(?P<cell>{CELL})[ \t]{{0,9}}=[ \t]{{0,9}}(?!EMPTY|None)[\w.]{{1,20}}(?:\(\w{{0,20}}\))?[ \t]*$"
)
"""A mark that is written into a board."""
IS_MARK = re.compile(r"[ \t]*if[ \t]+(?P<cell>[\w.\[\] +-]{1,40})[ \t](?P<sign>==|is)[ \t](?P<mark>[XO])[ \t]*:[ \t]*$")
OPPOSITE = re.compile(r"(?P<start>[ \t]*(?P<name>[^\W\d]\w{0,40})[ \t]{0,9}=[ \t]{0,9})(?P<number>-?\d)[ \t]*$")
COMPARED = re.compile(r"[ \t]*if[ \t(]*(?P<new>[^\W\d]\w*)[ \t]*[<>]=?[ \t]*(?P<kept>[^\W\d]\w*)[ \t)]*:[ \t]*$")
IN_ROWS = re.compile(
    r"\b(?P<counted>\w+)\.count\((?:X|O|EMPTY|None)\)|\b(?:X|O|EMPTY|None) (?:not )?in (?P<searched>\w+)\b(?![.\[(])"
)
"""A search for a mark that is right in a row and wrong in a board."""
BOUND = re.compile(r"(?:^[ \t]*|,[ \t]*|\bfor[ \t]+)([^\W\d]\w*)[ \t]*(?==(?!=)|,|in\b|[ \t]in\b)")
PARAMETERS = re.compile(r"def[ \t]+(\w+)[ \t]*\(([^()]{0,200})\)")
CALLED = re.compile(r"(?<![\w.])[^\W\d]\w{0,40}\(")
ASSIGNS = re.compile(r"[ \t]*[-+*/]?=(?!=)")
ADDS = re.compile(r"[ \t]*[-+*/]=")
BLOCK = re.compile(r"(?:if|elif|else|for|while|with|try|except)\b")
SHOWN = 60
"""Characters of a line that are shown."""
ALIKE = 0.8
"""How like a misspelt name is to the one that is meant."""
MAX_LINE = 300
"""Characters of a line that is edited."""


def edits(text: str, spans: Collection[tuple[int, int]]) -> list[Edit]:
    """Return the edits in the lines `spans` of `text`, each span one function; the likeliest first, at most 1000."""
    lines, masked = text.split("\n"), without_strings(text).split("\n")
    found: list[Edit] = []
    names = _names([masked[number - 1] for first, last in spans for number in range(first, last + 1)])
    for first, last in spans:
        function = _Function(lines, masked, first + 1, last, names)
        found += (*function.undone(), *function.in_rows(), *function.starts(), *function.parts(), *function.moves())
        found += function.additions()
    return sorted(with_repeated(found), key=lambda one: one.rank)[:MAX_EDITS]


def _names(masked: Sequence[str]) -> Sequence[str]:
    """Return the names that these lines bind, functions included, in the order of their first place."""
    found: dict[str, None] = {}
    for line in masked:
        for defined in PARAMETERS.finditer(line):
            found |= dict.fromkeys([defined[1], *WORD.findall(defined[2])])
        found |= dict.fromkeys(BOUND.findall(line))
    return tuple(name for name in found if name not in OTHER_WORDS)


class _Function:
    """The body of one function, lines `first` to `last`."""

    def __init__(
        self, lines: Sequence[str], masked: Sequence[str], first: int, last: int, names: Sequence[str]
    ) -> None:
        self._lines, self._masked, self._names = lines, masked, names
        heads = [one for one in (PARAMETERS.search(line) for line in masked) if one]
        self._functions = {one[1] for one in heads}
        parameters = (
            WORD.search(one[2]) for one in heads if one.start() < 1 and one.string in masked[first - 2 : last]
        )
        self._parameter = next((one[0] for one in parameters if one), "")
        self._numbers = [
            number
            for number in range(first, last + 1)
            if masked[number - 1].strip() and len(lines[number - 1]) <= MAX_LINE
        ]
        begun = [masked[number - 1] for number in self._numbers if masked[number - 1].rstrip()[-1:].isdecimal()]
        self._counters = {name for line in begun for name in BOUND.findall(line)}
        """Names that begin at a number."""
        self._words = Counter(word for number in self._numbers for word in WORD.findall(masked[number - 1]))

    def parts(self) -> Iterator[Edit]:
        """Yield edits of one part of a line."""
        for number in self._numbers:
            line = self._masked[number - 1]
            yield from self._called(number, line)
            for rank, span, new in replacements(line):
                edit = self._part(rank, number, *span, new)
                # A comparison may be meant in several lines, whatever stands around it.
                yield edit._replace(token=("and", "==")) if new == "==" and line[slice(*span)] == "and" else edit
            for zero in ZERO.finditer(self._lines[number - 1]):
                yield self._part(0, number, *zero.span(), "O")
            for small in SMALL.finditer(self._lines[number - 1]):
                yield self._part(0, number, *small.span(), small[0][1].upper())
            for text in NO_MARK.finditer(self._lines[number - 1]):
                yield self._part(0, number, *text.span(), "EMPTY")
            if tested := CONDITION.match(line):
                start, end = tested.span("condition")
                yield self._part(3, number, start, end, f"not ({self._lines[number - 1][start:end]})")
            yield from self._swapped(number, line)
            yield from self._other_names(number, line)
            yield from self._everywhere(number, line)
            yield from self._misspelt(number, line)
            yield from self._other_indices(number, line)
            yield from self._moved(number, line)

    def _swapped(self, number: int, line: str) -> Iterator[Edit]:
        """Yield the lines with row and column, or `and` and `or`, exchanged in all places, where there are several."""
        for word, pattern in AND_OR.items():
            if len(pattern.findall(line)) > 1:
                other = OTHER_WORDS[word][0]
                new = pattern.sub(other, self._lines[number - 1])
                yield Edit(1, "edit_part", number, number, (new,), word, other)
        new, count = exchanged_pairs(line)
        if count > 1 and line == self._lines[number - 1]:
            yield self._part(2, number, 0, len(line), new)
            end = self._end(number)
            for pair in [*PAIR.finditer(line)][1:-1]:  # the first ones may be right
                yield self._part(2, number, pair.start(), len(line), exchanged_pairs(line[pair.start() :])[0])
            block = tuple(exchanged_pairs(one)[0] for one in self._lines[number - 1 : end])
            if end > number:
                yield Edit(2, "edit_swapped", number, end, block, line.strip()[:SHOWN])

    def _called(self, number: int, line: str) -> Iterator[Edit]:
        """Yield calls where a function of the file stands without one, and calls of the other one of two."""
        for found in WORD.finditer(line):
            is_called = line[found.end() : found.end() + 1] == "("
            if found[0] in self._functions and not is_called:
                yield self._part(0, number, *found.span(), f"{found[0]}({self._parameter})")
            other = OTHER_FUNCTIONS.get(found[0], "") if is_called else ""
            # What is written into a cell is a mark: no winner is meant.
            if other in self._functions and "] = " not in line:
                yield self._part(0, number, *found.span(), other)

    def _other_names(self, number: int, line: str) -> Iterator[Edit]:
        is_test = line.lstrip().startswith(("if", "elif", "while"))
        # Nothing is added to itself; a list that holds itself never ends.
        start = WORD.search(line)
        added_to = start[0] if start is not None and ADDS.match(line, start.end()) else ""
        for found in WORD.finditer(line):
            is_searched = is_test and line[: found.start()].endswith(("in ", "len("))
            adds = ADDS.match(line, found.end()) is not None
            is_bound = not adds and ASSIGNS.match(line, found.end()) is not None
            for name in self._nearest(found[0]) if found[0] in self._names and not (is_searched or is_bound) else ():
                # A name may be meant in several lines, whatever stands around it. A test of another one may be no test.
                if name in self._counters if adds else name != added_to:
                    edit = self._part(2 if is_test else 0, number, *found.span(), name)
                    yield edit._replace(token=(found[0], name))

    def _everywhere(self, number: int, line: str) -> Iterator[Edit]:
        """Yield another name in all places of a line where one stands in several; it may be a copy of a line above."""
        is_copy = any(self._masked[above - 1] == line for above in self._numbers if above < number)
        for old, count in Counter(WORD.findall(line)).items():
            for name in self._nearest(old) if count > 1 and old in self._names else ():
                places = [found.span() for found in WORD.finditer(line) if found[0] == old]
                new = self._lines[number - 1]
                for start, end in reversed(places):
                    new = new[:start] + name + new[end:]
                start, end = places[0][0], places[-1][1]
                yield self._part(1 if is_copy else 2, number, start, end, new[start : len(new) - len(line) + end])

    def _misspelt(self, number: int, line: str) -> Iterator[Edit]:
        """Yield a name that is meant where one like it is bound and stands nowhere else, or is called and not bound."""
        for found in WORD.finditer(line):
            is_bound = ASSIGNS.match(line, found.end()) and found[0] in self._names and self._words[found[0]] == 1
            is_unknown = found[0] not in self._names and CALLED.match(line, found.start())
            others = self._nearest(found[0]) if is_bound else self._functions if is_unknown else ()
            for name in others:
                if likeness(name, found[0]) > ALIKE:
                    yield self._part(0, number, *found.span(), name)

    def _other_indices(self, number: int, line: str) -> Iterator[Edit]:
        """Yield numbers in place of loop variables in an index, and the other way round."""
        variables = self._loop_variables(number)
        for found in IN_INDEX.finditer(line):
            others = INDICES if found[0] in variables else variables if found[0] in INDICES else ()
            for other in others:
                yield self._part(2, number, *found.span(), other)

    def _moved(self, number: int, line: str) -> Iterator[Edit]:
        """Yield the board after the move of a loop where the board before it is searched."""
        variables = [name for name in self._loop_variables(number) if name != self._parameter]
        for found in FIRST_ARGUMENT.finditer(line) if self._parameter else ():
            if found["given"] == self._parameter and found["called"] not in BEFORE_MOVE:
                for name in variables:
                    yield self._part(2, number, *found.span("given"), f"result({self._parameter}, {name})")

    def _loop_variables(self, number: int) -> Iterable[str]:
        loops = [self._masked[at - 1] for at in (*self._around(number), number)]
        return dict.fromkeys(name for one in loops for bound in FOR_NAMES.findall(one) for name in WORD.findall(bound))

    def _nearest(self, name: str) -> Sequence[str]:
        at = self._names.index(name)
        others = sorted(range(len(self._names)), key=lambda place: abs(place - at))
        return [self._names[place] for place in others[1 : MAX_NAMES + 1]]

    def _part(self, rank: int, number: int, start: int, end: int, new: str) -> Edit:
        line = self._lines[number - 1]
        after = line[:start] + new + line[end:]
        more = len(after) - len(line)
        left, right = words = words_around(line, start, end)
        token = (line[left:right], after[left : right + more])
        left, right = told_part(line, start, end, words)
        old, new_part = line[left:right], after[left : right + more]
        return Edit(rank, "edit_part", number, number, (after,), old, new_part, token=token)

    def moves(self) -> Iterator[Edit]:
        """Yield statements moved one level outward or inward, and statements left out."""
        for above, number in pairwise([0, *self._numbers]):
            end, indent = self._end(number), self._indent(number)
            block = tuple(self._lines[number - 1 : end])
            shown = self._lines[number - 1].strip()[:SHOWN]
            continues = self._masked[number - 1].strip().startswith(("el", "except", "finally"))
            for opener in () if continues else self._around(number):
                if BLOCK.match(self._masked[opener - 1].strip()) and self._end(opener) == end:
                    outer = _shifted(block, self._space(number), self._space(opener))
                    yield Edit(0, "edit_outward", number, end, outer, shown)
                    if above == opener and self._masked[opener - 1].strip().startswith("else"):
                        yield from self._after_loop(opener, end, block, shown)
            before = [one for one in self._numbers if one < number and self._indent(one) == indent]
            leaves = self._masked[number - 2].strip().startswith(("return", "raise", "break", "continue"))
            if before and self._end(before[-1]) == number - 1 > before[-1] and not leaves:
                inner = _shifted(block, self._space(number), self._space(before[-1] + 1))
                yield Edit(2, "edit_inward", number, end, inner, shown)
            if above and self._begins(above, LOOPS) and BEGINS.match(self._masked[number - 1]):
                yield from self._before_loops(number, shown)
            if not self._masked[number - 1].strip().startswith("else"):
                is_alone = above and self._indent(above) < indent and self._end(above) == end == number
                code = "edit_part" if is_alone else "edit_left_out" if end == number else "edit_block_left_out"
                new = "pass" if is_alone else ""
                yield Edit(3, code, number, end, (self._space(number) + "pass",), shown, new)

    def _before_loops(self, number: int, shown: str) -> Iterator[Edit]:
        """Yield a first statement of a loop moved above each loop around it."""
        for loop in self._around(number):
            if self._begins(loop, LOOPS):
                moved = (self._space(loop) + self._lines[number - 1].lstrip(), *self._lines[loop - 1 : number - 1])
                yield Edit(0, "edit_before_loop", loop, number, moved, shown, at=number)

    def _after_loop(self, opener: int, end: int, block: tuple[str, ...], shown: str) -> Iterator[Edit]:
        """Yield the only statement of an ``else`` moved behind each loop around it."""
        for loop in self._around(opener):
            if self._begins(loop, LOOPS):
                until = self._end(loop)
                rest = tuple(self._lines[end:until])
                moved = _shifted(block, self._space(opener + 1), self._space(loop))
                yield Edit(0, "edit_behind_loop", opener, until, (*rest, *moved), shown, at=opener + 1)

    def undone(self) -> Iterator[Edit]:
        """Yield that a move is taken back before a loop is left early, not only at the end of its round."""
        undo = {number: found["undo"] for number in self._numbers if (found := UNDO.match(self._masked[number - 1]))}
        new: dict[int, tuple[str, str]] = {}
        for number, undone in undo.items():
            loop = next((one for one in self._around(number) if self._begins(one, LOOPS)), number)
            for one in self._numbers:
                if loop < one < number and self._begins(one, LEAVES):
                    new[one] = (undone, f"{self._space(one)}{undone}\n{self._lines[one - 1]}")
        for places in [[*new], *([one] for one in new if len(new) > 1)] if new else []:
            first, *others = places
            undone, text = new[first]
            also = tuple((one, new[one][1]) for one in others)
            yield Edit(0, "edit_added_above", first, first, (text,), undone, also=also)

    def _begins(self, number: int, words: tuple[str, ...]) -> bool:
        return self._masked[number - 1].lstrip().startswith(words)

    def in_rows(self) -> Iterator[Edit]:
        """Yield that a list of rows is searched for a mark."""
        found = [(number, IN_ROWS.sub(_of_cells, self._masked[number - 1])) for number in self._numbers]
        changed = [(number, new) for number, new in found if new != self._masked[number - 1] == self._lines[number - 1]]
        for number, new in changed[:1]:
            old = IN_ROWS.search(self._lines[number - 1])
            yield Edit(0, "edit_cells", number, number, (new,), old[0] if old else "", "", tuple(changed[1:]))

    def starts(self) -> Iterator[Edit]:
        """Yield best values that begin beyond all values: one for both players, or two with opposite numbers."""
        found = {number: begun for number in self._numbers if (begun := OPPOSITE.match(self._masked[number - 1]))}
        for number, one in found.items():
            new = f"{one['start']}float('-inf') if player({self._parameter}) == X else float('inf')"
            yield Edit(1, "edit_start", number, number, (new,), one["number"])
        for (number, one), (below, other) in combinations(found.items(), 2):
            if (one["name"], -int(one["number"])) == (other["name"], int(other["number"])):
                sign, turned = ("", "-") if int(one["number"]) > 0 else ("-", "")
                new, also = f"{one['start']}float('{sign}inf')", f"{other['start']}float('{turned}inf')"
                numbers = one["number"], other["number"]
                yield Edit(0, "edit_both_starts", number, number, (new,), *numbers, ((below, also),))

    def additions(self) -> Iterator[Edit]:
        """Yield the best value that is kept where it is only compared, and exceptions that are raised again."""
        for number in self._numbers:
            if self._masked[number - 1].lstrip().startswith("except") and (end := self._end(number)) > number:
                again = (self._lines[number - 1], self._space(number + 1) + "raise")
                yield Edit(
                    0, "edit_raised_again", number, end, again, self._lines[number].strip()[:SHOWN], at=number + 1
                )
            yield from self._taken_back(number)
            yield from self._only_other_mark(number)
            compared = COMPARED.match(self._masked[number - 1])
            if compared is not None and self._end(number) > number:
                for kept, new in ((compared["kept"], compared["new"]), (compared["new"], compared["kept"])):
                    added, line = f"{kept} = {new}", self._lines[number - 1]
                    space = self._space(number + 1)
                    yield Edit(1, "edit_added", number, number, (line, space + added), added)

    def _taken_back(self, number: int) -> Iterator[Edit]:
        """Yield that a move is taken back at the end of its block."""
        if move := MOVE.match(self._masked[number - 1]):
            block = next(self._around(number), 0)
            end = self._end(block) if block else number
            added = f"{move['cell']} = EMPTY"
            yield Edit(0, "edit_added", end, end, (self._lines[end - 1], self._space(number) + added), added)

    def _only_other_mark(self, number: int) -> Iterator[Edit]:
        """Yield a test for the other player's mark in place of an `else` that is true of empty cells too."""
        if self._masked[number - 1].strip() == "else:":
            above = (
                one for one in reversed(self._numbers) if one < number and self._indent(one) == self._indent(number)
            )
            if tested := IS_MARK.match(self._masked[next(above, number) - 1]):
                new = f"elif {tested['cell']} {tested['sign']} {'O' if tested['mark'] == 'X' else 'X'}"
                start = len(self._space(number))
                yield self._part(1, number, start, start + len("else"), new)

    def _indent(self, number: int) -> int:
        line = self._masked[number - 1].expandtabs()
        return len(line) - len(line.lstrip())

    def _space(self, number: int) -> str:
        line = self._lines[number - 1]
        return line[: len(line) - len(line.lstrip())]

    def _end(self, number: int) -> int:
        """Return the last line of the statement at `number`, with what is indented below it."""
        indent, end = self._indent(number), number
        for below in self._numbers:
            if below > number:
                if self._indent(below) <= indent:
                    break
                end = below
        return end

    def _around(self, number: int) -> Iterator[int]:
        """Yield the lines above `number` that begin the blocks around it, the innermost first."""
        indent = self._indent(number)
        for above in reversed([one for one in self._numbers if one < number]):
            if self._indent(above) < indent:
                indent = self._indent(above)
                yield above


def _shifted(block: Sequence[str], space: str, new: str) -> tuple[str, ...]:
    """Return the lines of `block` with the `new` indentation in place of `space`, which the first of them has."""
    return tuple(new + line.removeprefix(space) if line.strip() else line for line in block)


def _of_cells(found: re.Match[str]) -> str:
    rows = found["counted"] or found["searched"]
    return found[0].replace(rows, f"sum(map(list, {rows}), [])", 1)
