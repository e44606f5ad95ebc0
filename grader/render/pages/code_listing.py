"""
The student's code on the student's page, coloured, with an id for every line, so that findings can link to lines.

The trusted side reads text of students here. So one expression finds the words in linear time, also in a broken file:
an unclosed string or comment goes to the end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from keyword import kwlist
from typing import NamedTuple

from grader.model.sanitize import sanitize
from grader.model.source import MAX_CHARACTERS, LinesRun, SourceCopy
from grader.text.number_text import count_text

TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>
        \b[rRbBuUfF]{1,2}(?=['"])
        | '''(?:[^'\\]+|\\(?:.|\Z)|'(?!''))*(?:'''|\Z)
        | \"""(?:[^"\\]+|\\(?:.|\Z)|"(?!""))*(?:\"""|\Z)
        | '(?:[^'\\\n]+|\\.)*'?
        | "(?:[^"\\\n]+|\\.)*"?
    )
    | (?P<number>\b\d[\w.]*)
    | (?P<word>\w+)
    """,
    re.VERBOSE | re.DOTALL,
)
KINDS = {"comment": "c", "string": "s", "keyword": "k", "number": "n", "defined": "d"}
"""The class of a piece on the page. One letter, because a page has a thousand pieces."""
KEYWORDS = frozenset(kwlist)
DEFINING = frozenset(["def", "class"])


class Piece(NamedTuple):
    """A part of a line in one colour."""

    kind: str  # one of `KINDS`; empty for plain text
    text: str


def highlighted_lines(text: str) -> Iterator[tuple[Piece, ...]]:
    """Yield the lines of `text` as pieces, which together are the whole text."""
    line: list[Piece] = []
    for piece in _pieces(text):
        first, *others = piece.text.split("\n")
        if first:
            line.append(Piece(piece.kind, first))
        for other in others:
            yield tuple(line)
            line = [Piece(piece.kind, other)] if other else []
    yield tuple(line)


def _pieces(text: str) -> Iterator[Piece]:
    plain_from, before = 0, ""
    for token in TOKEN.finditer(text):
        kind, word = token.lastgroup or "", token.group()
        if kind == "word":
            kind = "keyword" if word in KEYWORDS else "defined" if before in DEFINING else ""
            before = word
        if kind:
            if plain_from < token.start():
                yield Piece("", text[plain_from : token.start()])
            yield Piece(KINDS[kind], word)
            plain_from = token.end()
    if plain_from < len(text):
        yield Piece("", text[plain_from:])


MAX_FILES = 50
"""The shown files: somebody may have edited the result file."""
MAX_RUN = 40
"""The last lines of a call, limited for the same reason."""
DEFINITION = re.compile(r"(?:async[ \t]+)?def[ \t]+(\w+)")
IN_CELL = re.compile(r"cell ([0-9]{1,6}), line ([0-9]{1,6})")
IN_FILE = re.compile(r"(.+):([0-9]{1,6})", re.DOTALL)


class CodeLine(NamedTuple):
    id: str
    number: int
    """The number in the student's editor: in a notebook, within the cell."""
    pieces: tuple[Piece, ...]


class CodeCell(NamedTuple):
    """The lines of a cell or of a whole file."""

    title: str  # empty for a file that is no notebook
    lines: tuple[CodeLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeFile:
    path: str
    length: str  # ``112 lines``
    cells: tuple[CodeCell, ...]
    left_out: str


class CodeLink(NamedTuple):
    label: str
    target: str


class LineRun(NamedTuple):
    """A line that a call ran, and whether it was the last; `target` is its id in the listing."""

    number: str
    pieces: tuple[Piece, ...]
    target: str
    last: bool


class ListedCode:
    """All files of a submission, with look-up of lines and definitions."""

    def __init__(self, source: Sequence[SourceCopy]) -> None:
        copies = [_safe_copy(copy) for copy in source[:MAX_FILES]]
        self.files = tuple(_code_file(index, copy) for index, copy in enumerate(copies))
        self._cells = {copy.path: copy.cells or (1,) for copy in reversed(copies)}
        self._lines = {file.path: [line for cell in file.cells for line in cell.lines] for file in reversed(self.files)}
        self._notebook = next((copy.path for copy in copies[:1] if copy.cells), None)
        self._definitions = dict(_definitions(copies, self._lines))

    def target(self, at: str) -> str:
        """Return the id of the line `at`, such as ``tictactoe.py:41`` or ``cell 3, line 2``; empty if unknown."""
        if found := IN_CELL.fullmatch(at):
            cells = self._cells.get(self._notebook or "", ())
            cell, line = map(int, found.groups())
            return self._id(self._notebook or "", cells[cell - 1] + line - 1) if 1 <= cell <= len(cells) else ""
        found = IN_FILE.fullmatch(at)
        return self._id(found[1], int(found[2])) if found else ""

    def definition(self, function: str) -> CodeLink | None:
        return self._definitions.get(function)

    def lines_run(self, runs: Sequence[LinesRun]) -> tuple[LineRun, ...]:
        """Return the lines of `runs` in the order of the file, with the last one marked; nothing if unknown."""
        places = [(run.file, line) for run in runs for line in run.lines][:MAX_RUN]
        if not places or any(not self._id(*place) for place in places):
            return ()
        order, found = [file.path for file in self.files], []
        for file, number in sorted(set(places), key=lambda place: (order.index(place[0]), place[1])):
            line = self._lines[file][number - 1]
            cell = f"{bisect_right(self._cells[file], number)}:" if file == self._notebook else ""
            found.append(LineRun(f"{cell}{line.number}", line.pieces, line.id, (file, number) == places[-1]))
        return tuple(found)

    def _id(self, path: str, line: int) -> str:
        lines = self._lines.get(path, ())
        return lines[line - 1].id if 1 <= line <= len(lines) else ""


def _safe_copy(copy: SourceCopy) -> SourceCopy:
    """Return `copy` with safe texts, and with cells in order that begin on its lines, the first on the first."""
    text = sanitize(copy.text[:MAX_CHARACTERS], MAX_CHARACTERS, keep="\n")
    shown = text.count("\n") + 1
    starts = sorted({start for start in copy.cells if 1 <= start <= shown})
    cells = (1, *(start for start in starts if start > 1)) if starts else ()
    return SourceCopy(path=sanitize(copy.path), text=text, lines=copy.lines, cells=cells)


def _code_file(index: int, copy: SourceCopy) -> CodeFile:
    highlighted = [*highlighted_lines(copy.text)] if copy.text or copy.lines == 1 else []
    starts = copy.cells or (1,)
    cells = []
    for number, (start, end) in enumerate(zip(starts, (*starts[1:], len(highlighted) + 1), strict=True), 1):
        lines = tuple(
            CodeLine(f"code-{index}-{line}", line - start + 1, highlighted[line - 1]) for line in range(start, end)
        )
        cells.append(CodeCell(f"Cell {number}" if copy.cells else "", lines))
    missing = copy.lines - len(highlighted)
    return CodeFile(
        path=copy.path,
        length=count_text(copy.lines, "line"),
        cells=tuple(cells),
        left_out=f"{count_text(missing, 'more line')}, too long to be shown" if missing > 0 else "",
    )


def _definitions(copies: Sequence[SourceCopy], lines: dict[str, list[CodeLine]]) -> Iterator[tuple[str, CodeLink]]:
    """Yield the functions of all files. The last definition in the graded file counts and comes last."""
    for copy in reversed(copies):
        for number, (text, line) in enumerate(zip(copy.text.split("\n"), lines[copy.path], strict=False), 1):
            if found := DEFINITION.match(text):
                cell = f"cell {bisect_right(copy.cells, number)}, " if copy.cells else ""
                where = "" if copy is copies[0] else f" of {copy.path}"
                yield found[1], CodeLink(f"{cell}line {line.number}{where}", line.id)
