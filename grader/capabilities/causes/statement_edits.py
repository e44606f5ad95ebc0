"""Edits of whole statements: one that is moved, left out or added."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.function_lines import BOUND, SHOWN, FunctionLines
from grader.capabilities.causes.replacements import OTHER_WORDS
from grader.python_text import MUTABLE_DEFAULT

CELL = r"\w{1,20}\[[\w.\[\]]{1,20}\]\[[\w.\[\]]{1,20}\]"
UNDO = re.compile(rf"[ \t]*(?P<undo>{CELL} = (?:EMPTY|None))[ \t]*$")
LOOPS = ("for", "while")
LEAVES = ("return", "break", "continue")
"""How lines begin that leave a loop, or a round of it."""
BEGINS = re.compile(
    r"[ \t]*(?P<name>[^\W\d]\w{0,40})[ \t]{0,9}=[ \t]{0,9}"
    r"(?:set\(\)|list\(\)|\[\]|\{\}|-?\d{1,6}|-?(?:math\.)?inf|None|True|False)[ \t]*$"
)
"""What begins anew in each round of a loop, or each call of a function, if it stands in it."""
MOVE = re.compile(
    rf"[ \t]*(?P<cell>{CELL})[ \t]{{0,9}}=[ \t]{{0,9}}(?!EMPTY|None)[\w.]{{1,20}}(?:\(\w{{0,20}}\))?[ \t]*$"
)
"""A mark that is written into a board."""
IS_MARK = re.compile(r"[ \t]*if[ \t]+(?P<cell>[\w.\[\] +-]{1,40})[ \t](?P<sign>==|is)[ \t](?P<mark>[XO])[ \t]*:[ \t]*$")
OPPOSITE = re.compile(r"(?P<start>[ \t]*(?P<name>[^\W\d]\w{0,40})[ \t]{0,9}=[ \t]{0,9})(?P<number>-?\d)[ \t]*$")
PRINTED = re.compile(r"(?P<space>[ \t]*)(?P<call>print\((?P<value>.{1,80})\))[ \t]*$")
RETURNS = re.compile(r"(?P<start>[ \t]*return[ \t]+)(?P<number>-?\d)[ \t]*$")
ENDLESS = re.compile(
    r"(?P<start>[ \t]*[^\W\d]\w{0,40}[ \t]{0,9}=[ \t]{0,9})(?P<value>-?(?:math\.)?inf|float\([^()]{1,9}\))[ \t]*$"
)
"""A best value that begins beyond the values of one player."""
COMPARED = re.compile(r"[ \t]*if[ \t(]*(?P<new>[^\W\d]\w*)[ \t]*[<>]=?[ \t]*(?P<kept>[^\W\d]\w*)[ \t)]*:[ \t]*$")
KEPT = re.compile(r"[ \t]*if[ \t]+(?P<key>[^\W\d]\w{0,40})[ \t]+in[ \t]+(?P<memo>[\w.]{1,40})[ \t]*:[ \t]*$")
BLOCK = re.compile(r"(?:if|elif|else|for|while|with|try|except)\b")


class StatementEdits:
    """The edits of statements in the lines of one function."""

    def __init__(self, function: FunctionLines) -> None:
        self._of = function

    def moves(self) -> Iterator[Edit]:
        """Yield statements moved outward, inward, or to where they begin anew more or less often; and left out."""
        for above, number in pairwise([0, *self._of.numbers]):
            shown = self._of.lines[number - 1].strip()[:SHOWN]
            if not self._of.masked[number - 1].strip().startswith(("el", "except", "finally")):
                yield from self._outward(above, number, shown)
            yield from self._inward(number, shown)
            yield from self._below(number, shown)
            if BEGINS.match(self._of.masked[number - 1]):
                if above and self._of.begins(above, LOOPS):
                    yield from self._before_loops(number, shown)
                yield from self._into_loop(number, shown)
            if not self._of.masked[number - 1].strip().startswith("else"):
                yield self._left_out(above, number, shown)
        yield from self._inward_alike()

    def _inward_alike(self) -> Iterator[Edit]:
        """Yield a statement that stands in several places moved into the blocks above it in all of them."""
        alike: dict[str, list[Edit]] = {}
        for number in self._of.numbers:
            for edit in self._inward(number, self._of.lines[number - 1].strip()[:SHOWN]):
                alike.setdefault(edit.old_part if edit.first == edit.last else "", []).append(edit)
        for shown, (first, *others) in alike.items():
            if shown and others:
                yield first._replace(also=tuple((one.first, one.new[0]) for one in others))

    def returns_in_loops(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that end each first round of a loop by a return, each with its text behind the loop."""
        for number in self._of.numbers:
            loop = next(self._of.around(number), 0)
            is_in_loop = loop and self._of.begins(loop, LOOPS) and self._of.end(loop) == number
            if is_in_loop and self._of.begins(number, ("return",)):
                yield number, self._of.space(loop) + self._of.lines[number - 1].lstrip()

    def _outward(self, above: int, number: int, shown: str) -> Iterator[Edit]:
        end = self._of.whole_end(number)
        block = tuple(self._of.lines[number - 1 : end])
        for opener in self._of.around(number):
            if BLOCK.match(self._of.masked[opener - 1].strip()) and self._of.end(opener) == end:
                outer = _shifted(block, self._of.space(number), self._of.space(opener))
                yield Edit(0, "edit_outward", number, end, outer, shown)
                if above == opener and self._of.masked[opener - 1].strip().startswith("else"):
                    yield from self._after_loop(opener, end, block, shown)

    def _inward(self, number: int, shown: str) -> Iterator[Edit]:
        end, indent = self._of.end(number), self._of.indent(number)
        before = [one for one in self._of.numbers if one < number and self._of.indent(one) == indent]
        if before and self._of.end(before[-1]) == number - 1 > before[-1] and not self._leaves(before[-1], number - 1):
            block = tuple(self._of.lines[number - 1 : end])
            inner = _shifted(block, self._of.space(number), self._of.space(before[-1] + 1))
            yield Edit(2, "edit_inward", number, end, inner, shown)

    def _below(self, number: int, shown: str) -> Iterator[Edit]:
        """Yield a statement of one line moved below the next one of its block."""
        indent = self._of.indent(number)
        following = next((one for one in self._of.numbers if one > number), 0)
        leaves = any(self._of.begins(one, LEAVES) for one in (number, following or number))
        if following and self._of.indent(following) == indent and not leaves:
            end = self._of.end(following)
            moved = (*self._of.lines[number:end], self._of.lines[number - 1])
            yield Edit(1, "edit_below", number, end, moved, shown)

    def _leaves(self, opener: int, last: int) -> bool:
        """Tell whether the block of `opener` ends with a statement, on its `last` line, below which nothing runs."""
        in_block = self._of.indent(last) == self._of.indent(opener + 1)
        return in_block and self._of.begins(last, (*LEAVES, "raise"))

    def _left_out(self, above: int, number: int, shown: str) -> Edit:
        end = self._of.end(number)
        is_alone = above and self._of.indent(above) < self._of.indent(number) and self._of.end(above) == end == number
        code = "edit_part" if is_alone else "edit_left_out" if end == number else "edit_block_left_out"
        if self._returns_kept(number):
            code = "edit_memo_key"
        return Edit(3, code, number, end, (self._of.space(number) + "pass",), shown, "pass" if is_alone else "")

    def _before_loops(self, number: int, shown: str) -> Iterator[Edit]:
        """Yield a first statement of a loop moved above each loop around it."""
        for loop in self._of.around(number):
            if self._of.begins(loop, LOOPS):
                moved = (
                    self._of.space(loop) + self._of.lines[number - 1].lstrip(),
                    *self._of.lines[loop - 1 : number - 1],
                )
                yield Edit(0, "edit_before_loop", loop, number, moved, shown, at=number)

    def _into_loop(self, number: int, shown: str) -> Iterator[Edit]:
        """Yield a statement moved to the beginning of the next loop below it: there it begins anew in each round."""
        indent = self._of.indent(number)
        below = (one for one in self._of.numbers if one > number and self._of.indent(one) <= indent)
        loop = next((one for one in below if self._of.begins(one, LOOPS) and self._of.indent(one) == indent), 0)
        if loop and self._of.end(loop) > loop:
            moved = self._of.space(loop + 1) + self._of.lines[number - 1].lstrip()
            yield Edit(0, "edit_into_loop", number, loop, (*self._of.lines[number:loop], moved), shown)

    def _after_loop(self, opener: int, end: int, block: tuple[str, ...], shown: str) -> Iterator[Edit]:
        """Yield the only statement of an ``else`` moved behind each loop around it."""
        for loop in self._of.around(opener):
            if self._of.begins(loop, LOOPS):
                until = self._of.end(loop)
                rest = tuple(self._of.lines[end:until])
                moved = _shifted(block, self._of.space(opener + 1), self._of.space(loop))
                yield Edit(0, "edit_behind_loop", opener, until, (*rest, *moved), shown, at=opener + 1)

    def _returns_kept(self, number: int) -> bool:
        """Tell whether a value that was kept is returned here."""
        kept = KEPT.match(self._of.masked[number - 1])
        below = self._of.masked[number].strip() if number < len(self._of.masked) else ""
        return kept is not None and below == f"return {kept['memo']}[{kept['key']}]"

    def undone(self) -> Iterator[Edit]:
        """Yield that a move is taken back before a loop is left early, not only at the end of its round."""
        undo = {
            number: found["undo"] for number in self._of.numbers if (found := UNDO.match(self._of.masked[number - 1]))
        }
        new: dict[int, tuple[str, str]] = {}
        for number, undone in undo.items():
            loop = next((one for one in self._of.around(number) if self._of.begins(one, LOOPS)), number)
            for one in self._of.numbers:
                if loop < one < number and self._of.begins(one, LEAVES):
                    new[one] = (undone, f"{self._of.space(one)}{undone}\n{self._of.lines[one - 1]}")
        for places in [[*new], *([one] for one in new if len(new) > 1)] if new else []:
            first, *others = places
            undone, text = new[first]
            also = tuple((one, new[one][1]) for one in others)
            yield Edit(0, "edit_added_above", first, first, (text,), undone, also=also)

    def starts(self) -> Iterator[Edit]:
        """Yield best values that begin beyond all values: one alone, for both players, or two of opposite signs."""
        found = {number: begun for number in self._of.numbers if (begun := OPPOSITE.match(self._of.masked[number - 1]))}
        values = {number: (one["start"], one["number"]) for number, one in found.items()}
        for number in self._of.numbers:
            if (endless := ENDLESS.match(self._of.lines[number - 1])) is not None:
                values[number] = (endless["start"], endless["value"])
        for number, (start, value) in values.items():
            new = f"{start}float('-inf') if player({self._of.parameter}) == X else float('inf')"
            yield Edit(1, "edit_start", number, number, (new,), value)
            for sign in ("-", "") if number in found else ():
                yield self._of.part(0, number, len(start), len(start + value), f"float('{sign}inf')")
        for (number, one), (below, other) in combinations(found.items(), 2):
            if (one["name"], -int(one["number"])) == (other["name"], int(other["number"])):
                sign, turned = ("", "-") if int(one["number"]) > 0 else ("-", "")
                new, also = f"{one['start']}float('{sign}inf')", f"{other['start']}float('{turned}inf')"
                old, best = f"{one['number']} and {other['number']}", f"{sign}math.inf and {turned}math.inf"
                yield Edit(0, "edit_both_starts", number, number, (new,), old, best, ((below, also),))

    def returns(self) -> Iterator[Edit]:
        """Yield that two numbers with opposite signs, which are returned, are exchanged."""
        found = [(number, RETURNS.match(self._of.masked[number - 1])) for number in self._of.numbers]
        for (number, one), (below, other) in combinations([(at, begun) for at, begun in found if begun], 2):
            if int(one["number"]) == -int(other["number"]) != 0:
                new, also = one["start"] + other["number"], other["start"] + one["number"]
                yield Edit(
                    0, "edit_exchanged", number, number, (new,), one["number"], other["number"], ((below, also),)
                )

    def strict(self) -> Iterator[Edit]:
        """Yield that equal values do not replace the best one, where X's and O's best values are kept apart."""
        kept = {
            number: self._of.lines[number - 1].replace("=", "", 1)
            for number in self._of.numbers
            if (compared := COMPARED.match(self._of.masked[number - 1])) and "=" in compared[0]
            if self._of.end(number) > number and not self._of.begins(number + 1, LEAVES)
        }
        if len(kept) > 1:
            (first, new), *also = kept.items()
            yield Edit(0, "edit_part", first, first, (new,), ">= and <=", "> and <", tuple(also))

    def anew(self) -> Iterator[Edit]:
        """
        Yield that a value which calls may change begins anew in each call: a default, or one of the file.

        Not a dictionary: what a memo keeps is mostly right but for its keys.
        """
        first = next((one for one in self._of.numbers if not self._of.begins(one, ("global",))), 0)
        of_file = ((BEGINS.match(line), line) for line in self._of.lines if not line[:1].isspace())
        used = self._of.words.keys() - OTHER_WORDS.keys()
        begun = [line for found, line in of_file if found and found["name"] in used]
        begun += ["{name} = {value}".format(**one.groupdict()) for one in MUTABLE_DEFAULT.finditer(self._of.head)]
        begun = [one for one in begun if not one.rstrip().endswith(("{}", "dict()"))]
        for value in begun if first and self._of.indent(first) else ():
            added = (self._of.space(first) + value, self._of.lines[first - 1])
            yield Edit(0, "edit_anew", first, first, added, value.strip())

    def additions(self) -> Iterator[Edit]:
        """Yield the best value that is kept where it is only compared, and exceptions that are raised again."""
        for number in self._of.numbers:
            if self._of.masked[number - 1].lstrip().startswith("except") and (end := self._of.end(number)) > number:
                again = (self._of.lines[number - 1], self._of.space(number + 1) + "raise")
                yield Edit(
                    0, "edit_raised_again", number, end, again, self._of.lines[number].strip()[:SHOWN], at=number + 1
                )
            yield from self._taken_back(number)
            yield from self._in_init(number)
            yield from self._only_other_mark(number)
            compared = COMPARED.match(self._of.masked[number - 1])
            if compared is not None and self._of.end(number) > number:
                for kept, new in ((compared["kept"], compared["new"]), (compared["new"], compared["kept"])):
                    added, line = f"{kept} = {new}", self._of.lines[number - 1]
                    space = self._of.space(number + 1)
                    yield Edit(1, "edit_added", number, number, (line, space + added), added)

    def returned(self) -> Iterator[Edit]:
        """Yield that what is printed is returned, and a value at the end if nothing is returned, the last one first."""
        calls = [(number, call) for number in self._of.numbers if (call := PRINTED.match(self._of.lines[number - 1]))]
        new = [(number, f"{call['space']}return {call['value']}") for number, call in calls]
        for (number, call), (_, text) in zip(calls, new, strict=True):
            yield Edit(0, "edit_part", number, number, (text,), call["call"], text.strip())
        if len(new) > 1:
            (first, text), *also = new
            yield Edit(0, "edit_part", first, first, (text,), "print", "return", tuple(also))
        first, last = next(iter(self._of.numbers), 0), next(reversed(self._of.numbers), 0)
        if not first or any(self._of.begins(number, ("return", "yield")) for number in self._of.numbers):
            return
        bound = [name for number in self._of.numbers for name in BOUND.findall(self._of.masked[number - 1])]
        for name in dict.fromkeys(reversed(bound)):
            added = f"return {name}"
            yield Edit(0, "edit_added", last, last, (self._of.lines[last - 1], self._of.space(first) + added), added)

    def _in_init(self, number: int) -> Iterator[Edit]:
        """Yield a list or set of a class made by `__init__`, one for each object."""
        statement = self._of.masked[number - 1].strip()
        same = [one for one in self._of.numbers if one > number and self._of.indent(one) == self._of.indent(number)]
        init = next((one for one in same if self._of.begins(one, ("def __init__(",))), 0)
        if init and BEGINS.match(statement) and statement.endswith(("[]", "{}", "()")):
            added = f"self.{statement}"
            moved = (*self._of.lines[number:init], self._of.space(init + 1) + added)
            yield Edit(0, "edit_in_init", number, init, moved, added)

    def _taken_back(self, number: int) -> Iterator[Edit]:
        """Yield that a move is taken back at the end of its block."""
        if move := MOVE.match(self._of.masked[number - 1]):
            block = next(self._of.around(number), 0)
            end = self._of.end(block) if block else number
            added = f"{move['cell']} = EMPTY"
            lines = (self._of.lines[end - 1], self._of.space(number) + added)
            code = "edit_added" if self._of.indent(end) == self._of.indent(number) else "edit_added_outside"
            yield Edit(0, code, end, end, lines, added)

    def _only_other_mark(self, number: int) -> Iterator[Edit]:
        """Yield a test for the other player's mark in place of an `else` that is true of empty cells too."""
        if self._of.masked[number - 1].strip() == "else:":
            above = (
                one
                for one in reversed(self._of.numbers)
                if one < number and self._of.indent(one) == self._of.indent(number)
            )
            if tested := IS_MARK.match(self._of.masked[next(above, number) - 1]):
                new = f"elif {tested['cell']} {tested['sign']} {'O' if tested['mark'] == 'X' else 'X'}"
                start = len(self._of.space(number))
                yield self._of.part(1, number, start, start + len("else"), new)


def _shifted(block: Sequence[str], space: str, new: str) -> tuple[str, ...]:
    """Return the lines of `block` with the `new` indentation in place of `space`, which the first of them has."""
    return tuple(new + line.removeprefix(space) if line.strip() else line for line in block)
