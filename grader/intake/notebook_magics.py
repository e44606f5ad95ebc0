"""
What a notebook adds to Python: magics, shell lines and questions, taken out so that line numbers stay.

The text is looked through and never parsed: a parser can be crashed by what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

QUOTES = ('"""', "'''", '"', "'")
# Outside a string: where one begins, a comment, a bracket. Within one: a pair that cannot end it, or its end.
OUTSIDE = re.compile(r"#|\"\"\"|'''|[\"'()\[\]{}]")
WITHIN = {quote: re.compile(rf"\\.|{quote}") for quote in QUOTES}

LINE_MAGIC = re.compile(r"[ \t]*[%!?]")
"""No line of Python begins so."""
ASSIGNED = re.compile(r"[\w.,*\[\] \t]+=[ \t]*[%!]")
"""``files = !ls``: no Python either."""
CELL_MAGIC = re.compile(r"%%(\w+)([^\n]*)")
PLAIN_CELL = frozenset({"capture", "time", "timeit"})
"""The rest of such a cell is run as any other."""
FILE_CELL = frozenset({"file", "writefile"})
"""The rest of such a cell is the text of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What stood in a cell and is no Python."""

    line: int | None
    """From 1; None for the whole cell."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """Where in the code a line begins."""

    quote: str = ""
    """Of the string it is in."""
    depth: int = 0
    """Open brackets."""
    continued: bool = False

    @property
    def fresh(self) -> bool:
        """Whether a statement begins here."""
        return not (self.quote or self.depth or self.continued)


def python_of(cell: str, is_graded: Callable[[str], bool]) -> tuple[str, list[LeftOut]]:
    """
    Return the Python of one code cell, line for line, and what was left out of it.

    `is_graded` tells of the name of a file that the cell writes whether it is the graded one: its text then counts.
    """
    lines = _dedented(cell.split("\n"))
    left_out: list[LeftOut] = []
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        magic = CELL_MAGIC.match(line)
        if not magic:
            break
        if not _leaves_code(magic, is_graded):
            return "\n" * (len(lines) - 1), [LeftOut(line=None, text=line)]
        left_out.append(LeftOut(line=number + 1, text=line))
        lines[number] = ""
    left_out += _blank_lines(lines)
    return "\n".join(lines), left_out


def _dedented(lines: list[str]) -> list[str]:
    """Return `lines` without the indentation of the first one, as a notebook runs a cell that is indented wholly."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    return [line.removeprefix(indent) for line in lines]


def _leaves_code(magic: re.Match[str], is_graded: Callable[[str], bool]) -> bool:
    if magic[1] in FILE_CELL:
        names = [word.strip("\"'") for word in magic[2].split() if not word.startswith("-")]
        return len(names) == 1 and is_graded(re.split(r"[/\\]", names[0])[-1])
    return magic[1] in PLAIN_CELL


def _blank_lines(lines: list[str]) -> list[LeftOut]:
    """Take what is no Python out of `lines`; return what it was."""
    left_out = []
    state, going_on = _State(), False
    for number, line in enumerate(lines):
        starts = state.fresh and _is_no_python(line)
        if not (going_on or starts):
            state = _after(line, state)
            continue
        if starts and not going_on:
            left_out.append(LeftOut(line=number + 1, text=line.strip()))
        # A block must not lose its only statement.
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        lines[number] = f"{indent}pass" if indent and not going_on else ""
        going_on = line.endswith("\\")
    return left_out


def _is_no_python(line: str) -> bool:
    if LINE_MAGIC.match(line) or ASSIGNED.match(line):
        return True
    # ``minimax?`` asks for help; in Python a question mark stands in strings and comments alone.
    return line.rstrip().endswith("?") and not any(char in line for char in "#\"'")


def _after(line: str, state: _State) -> _State:
    """Return where the line after `line` begins."""
    quote, depth, at = state.quote, state.depth, 0
    while found := (WITHIN[quote] if quote else OUTSIDE).search(line, at):
        piece, at = found[0], found.end()
        if piece == "#" and not quote:
            return _State(depth=depth)
        if piece in QUOTES:
            quote = "" if quote else piece
        elif not quote:
            depth = max(0, depth + (1 if piece in "([{" else -1))
    continued = line.endswith("\\", at)
    if len(quote) == 1 and not continued:
        quote = ""  # it was never closed: an error that ends with its line
    return _State(quote=quote, depth=depth, continued=continued)
