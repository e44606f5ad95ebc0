"""The lines of one function: which of them stand in which block, and an edit of a part of one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.told_part import told_part, words_around
from grader.python_text import WORD

MAX_LINE, SHOWN = 300, 60
"""Characters of a line that is edited, and of one that are shown."""
BOUND = re.compile(r"(?:^[ \t]*|,[ \t]*|\bfor[ \t]+)([^\W\d]\w*)[ \t]*(?==(?!=)|,|in\b|[ \t]in\b)")
PARAMETERS = re.compile(r"def[ \t]+(\w+)[ \t]*\(([^()]{0,200})\)")
FIRST_ARGUMENT = re.compile(r"(?<![\w.])(?P<called>\w{1,40})\((?P<given>\w{1,40})(?=[,)])")
OF_BOARDS = ("actions(", "player(", "result(", "terminal(", "utility(", "winner(")
"""What stands before a board."""
FLAG = re.compile(r"\b(?:el)?if[ ](?:not[ ])?(?!True\b|None\b)([^\W\d]\w{0,40})(?=:| and | else )")
FOR_NAMES = re.compile(r"\bfor[ \t]+([\w, ()]{1,40}?)[ \t]+in\b")


class FunctionLines:
    """The body of one function or class, lines `first` to `last`, or the line of a constant."""

    def __init__(
        self, lines: Sequence[str], masked: Sequence[str], first: int, last: int, names: Sequence[str]
    ) -> None:
        self.lines, self.masked, self.names = lines, masked, names
        self.head = lines[first - 2] if first > 1 else ""
        heads = [one for one in (PARAMETERS.search(line) for line in masked) if one]
        self.functions = {one[1] for one in heads}
        own = (one[2].split(",") for one in heads if one.start() < 1 and one.string in masked[first - 2 : last])
        parameters = [one[0] for parameter in next(own, ()) if (one := WORD.search(parameter))]
        self.parameter = next(iter(parameters), "")
        self.action = parameters[1] if len(parameters) == 2 else ""  # noqa: PLR2004 - a board and an action
        given = (one for line in masked for one in FIRST_ARGUMENT.finditer(line))
        self.boards = {one["given"] for one in given if f"{one['called']}(" in OF_BOARDS}
        self.numbers = [
            number
            for number in range(first, last + 1)
            if masked[number - 1].strip() and len(lines[number - 1]) <= MAX_LINE
        ]
        begun = [masked[number - 1] for number in self.numbers if masked[number - 1].rstrip()[-1:].isdecimal()]
        self.counters = {name for line in begun for name in BOUND.findall(line)}
        """Names that begin at a number."""
        self.flags = [*dict.fromkeys(name for number in self.numbers for name in FLAG.findall(masked[number - 1]))]
        """Names that are tested by themselves."""
        self.words = Counter(word for number in self.numbers for word in WORD.findall(masked[number - 1]))

    def begins(self, number: int, words: tuple[str, ...]) -> bool:
        return self.masked[number - 1].lstrip().startswith(words)

    def indent(self, number: int) -> int:
        line = self.masked[number - 1].expandtabs()
        return len(line) - len(line.lstrip())

    def space(self, number: int) -> str:
        """Return the blanks and tabs that the line begins with."""
        line = self.lines[number - 1]
        return line[: len(line) - len(line.lstrip())]

    def end(self, number: int) -> int:
        """Return the last line of the statement at `number`, with what is indented below it."""
        indent, end = self.indent(number), number
        for below in self.numbers:
            if below > number:
                if self.indent(below) <= indent:
                    break
                end = below
        return end

    def whole_end(self, number: int) -> int:
        """Return the last line of the statement at `number`, for an ``if`` with its ``elif`` and ``else``."""
        end = self.end(number)
        for below in self.numbers if self.begins(number, ("if",)) else ():
            if below == end + 1 and self.indent(below) == self.indent(number) and self.begins(below, ("elif", "else")):
                end = self.end(below)
        return end

    def around(self, number: int) -> Iterator[int]:
        """Yield the lines above `number` that begin the blocks around it, the innermost first."""
        indent = self.indent(number)
        for above in reversed([one for one in self.numbers if one < number]):
            if self.indent(above) < indent:
                indent = self.indent(above)
                yield above

    def loop_variables(self, number: int) -> Iterable[str]:
        loops = [self.masked[at - 1] for at in (*self.around(number), number)]
        return dict.fromkeys(name for one in loops for bound in FOR_NAMES.findall(one) for name in WORD.findall(bound))

    def part(self, rank: int, number: int, start: int, end: int, new: str) -> Edit:
        """Return the edit that writes `new` from column `start` to `end` of the line `number`."""
        line = self.lines[number - 1]
        after = line[:start] + new + line[end:]
        more = len(after) - len(line)
        left, right = words = words_around(line, start, end)
        token = (line[left:right], after[left : right + more])
        left, right = told_part(line, start, end, words)
        old, new_part = line[left:right], after[left : right + more]
        return Edit(rank, "edit_part", number, number, (after,), old, new_part, token=token)
