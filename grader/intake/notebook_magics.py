"""
Takes out what a notebook adds to Python (magics, shell lines, questions), without changing line numbers.

The text is searched line by line and never parsed: hostile text can crash a parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

QUOTES = ('"""', "'''", '"', "'")
# Outside a string: the start of one, a comment, a bracket. Within one: an escape, which cannot end it, or its end.
OUTSIDE_STRING = re.compile(r"#|\"\"\"|'''|[\"'()\[\]{}]")
INSIDE_STRING = {quote: re.compile(rf"\\.|{quote}") for quote in QUOTES}

LINE_MAGIC = re.compile(r"[ \t]*[%!?]")
"""No line of Python begins like this."""
ASSIGNED_MAGIC = re.compile(r"[\w.,*\[\] \t]+=[ \t]*[%!]")
"""``files = !ls`` is not Python either."""
CELL_MAGIC = re.compile(r"%%(\w+)([^\n]*)")
CODE_CELL_MAGICS = frozenset({"capture", "time", "timeit"})
"""The rest of such a cell is run like any other cell."""
FILE_CELL_MAGICS = frozenset({"file", "writefile"})
"""The rest of such a cell is written to a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPython:
    """Something in a cell that is not Python."""

    line: int | None
    """From 1; None for the whole cell."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _LineState:
    """What is open at the start of a line."""

    quote: str = ""
    """The quotes of the string that is open."""
    depth: int = 0
    """The number of open brackets."""
    continued: bool = False

    @property
    def starts_statement(self) -> bool:
        """Whether a statement begins here."""
        return not (self.quote or self.depth or self.continued)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellText:
    """The text of one code cell."""

    python: str
    """With as many lines as the cell."""
    left_out: list[NotPython]


def extract_python(cell: str, is_graded: Callable[[str], bool]) -> CellText:
    """
    Return the Python of one code cell, and what was left out.

    A cell that writes a file (``%%writefile``) counts if `is_graded` returns True for the name of that file.
    """
    lines = _dedented(cell.split("\n"))
    left_out: list[NotPython] = []
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        magic = CELL_MAGIC.match(line)
        if not magic:
            break
        if not _holds_code(magic, is_graded):
            return CellText(python="\n" * (len(lines) - 1), left_out=[NotPython(line=None, text=line)])
        left_out.append(NotPython(line=number + 1, text=line))
        lines[number] = ""
    left_out += _blank_out(lines)
    return CellText(python="\n".join(lines), left_out=left_out)


def _dedented(lines: list[str]) -> list[str]:
    """Return `lines` without the indentation of the first one: a notebook runs a cell that is indented as a whole."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    return [line.removeprefix(indent) for line in lines]


def _holds_code(magic: re.Match[str], is_graded: Callable[[str], bool]) -> bool:
    if magic[1] in FILE_CELL_MAGICS:
        names = [word.strip("\"'") for word in magic[2].split() if not word.startswith("-")]
        return len(names) == 1 and is_graded(names[0].replace("\\", "/").rpartition("/")[2])
    return magic[1] in CODE_CELL_MAGICS


def _blank_out(lines: list[str]) -> list[NotPython]:
    """Replace the parts of `lines` that are not Python; return these parts."""
    left_out = []
    state, continued = _LineState(), False
    for number, line in enumerate(lines):
        starts = state.starts_statement and _is_not_python(line)
        if not (continued or starts):
            state = _state_after(line, state)
            continue
        if starts and not continued:
            left_out.append(NotPython(line=number + 1, text=line.strip()))
        # `pass`, since the line may be the only statement of a block.
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        lines[number] = f"{indent}pass" if indent and not continued else ""
        continued = line.endswith("\\")
    return left_out


def _is_not_python(line: str) -> bool:
    if LINE_MAGIC.match(line) or ASSIGNED_MAGIC.match(line):
        return True
    # ``minimax?`` asks for help; in Python a question mark is possible only in strings and comments.
    return line.rstrip().endswith("?") and not any(char in line for char in "#\"'")


def _state_after(line: str, state: _LineState) -> _LineState:
    """Return what is open after `line`."""
    quote, depth, at = state.quote, state.depth, 0
    while found := (INSIDE_STRING[quote] if quote else OUTSIDE_STRING).search(line, at):
        piece, at = found[0], found.end()
        if piece == "#" and not quote:
            return _LineState(depth=depth)
        if piece in QUOTES:
            quote = "" if quote else piece
        elif not quote:
            depth = max(0, depth + (1 if piece in "([{" else -1))
    continued = line.endswith("\\", at)
    if len(quote) == 1 and not continued:
        quote = ""  # never closed: a syntax error, which ends with its line
    return _LineState(quote=quote, depth=depth, continued=continued)
