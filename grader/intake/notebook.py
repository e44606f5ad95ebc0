"""
Reads a notebook's bytes into the text of its code cells, without a notebook's additions to Python.

Only the code cells and the language of its JSON are read. Their text is searched line by line and never parsed, because
hostile text can crash a parser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from grader.errors import UserError
from grader.intake.code_file import ReadCode, without_foreign_bytes
from grader.intake.file_names import is_candidate, is_python
from grader.intake.safe_read import KIB, SURROGATES, decoded_text, read_regular
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec

QUOTES = ('"""', "'''", '"', "'")
# Outside a string: the start of a string, a comment, a bracket. Within one: its end, or an escape.
OUTSIDE_STRING = re.compile(r"#|\"\"\"|'''|[\"'()\[\]{}]")
INSIDE_STRING = {quote: re.compile(rf"\\.|{quote}") for quote in QUOTES}

LINE_MAGIC = re.compile(r"[ \t]*[%!?]")
"""No line of Python begins like this."""
ASSIGNED_MAGIC = re.compile(r"[\w.,*\[\] \t]+=[ \t]*[%!]")
"""``files = !ls`` is not Python either."""
CELL_MAGIC = re.compile(r"%%(\w+)([^\n]*)")
CODE_CELL_MAGICS = frozenset({"capture", "time", "timeit"})
"""The rest of such a cell runs like any other cell."""
FILE_CELL_MAGICS = frozenset({"file", "writefile"})
"""The rest of such a cell is written to a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _LineState:
    quote: str = ""  # quotes of the open string
    depth: int = 0  # number of open brackets
    continued: bool = False

    @property
    def starts_statement(self) -> bool:
        return not (self.quote or self.depth or self.continued)


class CellText(NamedTuple):
    python: str  # as many lines as the cell
    left_out: dict[int, str]
    """The text that is not Python, by its line, counted from 1; 0 for the whole cell."""


def extract_python(cell: str, is_graded: Callable[[str], bool]) -> CellText:
    """
    Return the Python of one code cell, and the left-out parts.

    A cell that writes a file (``%%writefile``) counts if `is_graded` accepts the file's name.
    """
    lines = _dedented(cell.split("\n"))
    left_out: dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        magic = CELL_MAGIC.match(line)
        if not magic:
            break
        if not _holds_code(magic, is_graded):
            return CellText("\n" * (len(lines) - 1), {0: line})
        left_out[number] = line
        lines[number - 1] = ""
    left_out |= _blank_out(lines)
    return CellText("\n".join(lines), left_out)


def _dedented(lines: list[str]) -> list[str]:
    """Return `lines` without the indentation of the first one: notebooks run cells that are indented as a whole."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    return [line.removeprefix(indent) for line in lines]


def _holds_code(magic: re.Match[str], is_graded: Callable[[str], bool]) -> bool:
    if magic[1] in FILE_CELL_MAGICS:
        names = [word.strip("\"'") for word in magic[2].split() if not word.startswith("-")]
        return len(names) == 1 and is_graded(names[0].replace("\\", "/").rpartition("/")[2])
    return magic[1] in CODE_CELL_MAGICS


def _blank_out(lines: list[str]) -> dict[int, str]:
    left_out: dict[int, str] = {}
    state, continued = _LineState(), False
    for number, line in enumerate(lines):
        starts = state.starts_statement and _is_not_python(line)
        if not (continued or starts):
            state = _state_after(line, state)
            continue
        if starts and not continued:
            left_out[number + 1] = line.strip()
        # `pass`, since the line may be the only statement of a block.
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        lines[number] = f"{indent}pass" if indent and not continued else ""
        continued = line.endswith("\\")
    return left_out


def _is_not_python(line: str) -> bool:
    if LINE_MAGIC.match(line) or ASSIGNED_MAGIC.match(line):
        return True
    # ``minimax?`` asks for help; Python has question marks only in strings and comments.
    return line.rstrip().endswith("?") and not any(char in line for char in "#\"'")


def _state_after(line: str, state: _LineState) -> _LineState:
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
        quote = ""  # a syntax error: a string that is never closed ends with its line
    return _LineState(quote=quote, depth=depth, continued=continued)


FORMAT = 4  # the format of every program since 2015
MAX_CELLS = 2000
MAX_BRACKETS = 500_000
"""With more, a file of megabytes takes many seconds to read; a notebook has some hundreds."""
MAX_DIGITS = 9
"""Digits of an integer. The needed ones have fewer, and converting millions of digits takes minutes."""
FORBIDDEN_CHARACTER = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
SAVE_AGAIN = "open it in Jupyter or Colab and save it again"


def code_cells(data: bytes, shown: str) -> list[str]:
    """
    Return the text of the code cells in order, with lines ended by ``\n``; UserError calls the file `shown`.

    `SURROGATES` keeps bytes that are not UTF-8.
    """
    text = decoded_text(data, shown, errors=SURROGATES)
    if not text.strip():
        raise UserError(f"{shown}: empty; save the notebook before handing it in")
    document = _parsed(text, shown)
    major = document.get("nbformat")
    if type(major) is not int:
        raise UserError(f"{shown}: JSON but no notebook; {SAVE_AGAIN}")
    if major != FORMAT:
        raise UserError(f"{shown}: written in notebook format {major}; save it in format {FORMAT}")
    cells = [cell for cell in _cells(document, shown) if cell.get("cell_type") == "code"]
    _refuse_other_languages(document, shown)
    if len(cells) > MAX_CELLS:
        raise UserError(f"{shown}: more than {MAX_CELLS:,} code cells; join them")
    sources = [_source(cell.get("source", ""), number, shown) for number, cell in enumerate(cells, 1)]
    if not any(source.strip() for source in sources):
        raise UserError(f"{shown}: no code in it; write the functions in its code cells and save it")
    return [source.replace("\r\n", "\n").replace("\r", "\n") for source in sources]


def _parsed(text: str, shown: str) -> dict[str, object]:
    if text.count("[") + text.count("{") > MAX_BRACKETS:
        raise UserError(f"{shown}: holds too much to look through; clear its outputs and save it again")
    try:
        document = json.loads(text, parse_int=_short_integer)
    except json.JSONDecodeError as error:
        raise UserError(f"{shown}: broken, line {error.lineno} is no JSON; {SAVE_AGAIN}") from None
    except RecursionError:
        raise UserError(f"{shown}: nested too deeply for a notebook; {SAVE_AGAIN}") from None
    if not isinstance(document, dict):
        raise UserError(f"{shown}: JSON but no notebook; {SAVE_AGAIN}")
    return document


def _short_integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_DIGITS else None


def _cells(document: dict[str, object], shown: str) -> list[dict[str, object]]:
    found = document.get("cells")
    if not isinstance(found, list) or not all(isinstance(cell, dict) for cell in found):
        raise UserError(f"{shown}: a notebook without its cells; {SAVE_AGAIN}")
    return found


def _source(value: object, number: int, shown: str) -> str:
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        value = "".join(value)
    if not isinstance(value, str):
        raise UserError(f"{shown}: code cell {number} holds no text; {SAVE_AGAIN}")
    if FORBIDDEN_CHARACTER.search(value):
        raise UserError(f"{shown}: code cell {number} holds a character that no text has; delete it")
    return value


def _refuse_other_languages(document: dict[str, object], shown: str) -> None:
    metadata = document.get("metadata")
    for part, key in (("kernelspec", "language"), ("language_info", "name")):
        about = metadata.get(part) if isinstance(metadata, dict) else None
        language = about.get(key) if isinstance(about, dict) else None
        if isinstance(language, str) and not language.casefold().startswith(("python", "ipython")):
            raise UserError(f"{shown}: a notebook in {sanitize(language, 40)}; hand in one in Python")


NOTEBOOK_KIB = 8 * KIB
"""Size of a notebook file with its outputs, such as pictures. Its code has the limit of any source."""
MAX_NOTES = 10
MAX_SHOWN = 60


def read_notebook(path: Path, shown: str, module_spec: ModuleSpec, source_kib: int) -> ReadCode:
    """Return the Python of the notebook at `path`; UserError calls the file `shown`."""
    too_large = f"larger than {NOTEBOOK_KIB // KIB} MiB; clear its outputs and save it again"
    stored = code_cells(read_regular(path, shown, NOTEBOOK_KIB, too_large=too_large), shown)
    cells = [without_foreign_bytes(cell, f"{shown}: code cell {number}") for number, cell in enumerate(stored, 1)]
    if sum(len(cell.text.encode()) + 1 for cell in cells) > source_kib * KIB:
        raise UserError(f"{shown}: holds more than {source_kib} KiB of code; shorten it, or raise the rubric's limit")
    code = join_cells([cell.text for cell in cells], module_spec)
    foreign = [f"Cell {number}, {cell.note}." for number, cell in enumerate(cells, 1) if cell.note]
    return replace(code, notes=(*foreign[:MAX_NOTES], *code.notes))


def join_cells(cells: list[str], module_spec: ModuleSpec) -> ReadCode:
    """Return the Python of all code cells, one below the other, each with a line feed at its end."""

    def is_graded(name: str) -> bool:
        return is_python(name) and is_candidate(name, module_spec)

    texts: list[str] = []
    starts: list[int] = []
    notes: list[str] = []
    line = 1
    for number, cell in enumerate(cells, 1):
        extracted = extract_python(cell.removesuffix("\n"), is_graded)
        starts.append(line)
        texts.append(f"{extracted.python}\n")
        notes += [_note(number, *part) for part in extracted.left_out.items()]
        line += extracted.python.count("\n") + 1
    return ReadCode(text="".join(texts), cells=tuple(starts), notes=_shortened(notes))


def _note(cell: int, line: int, text: str) -> str:
    return f"Cell {cell}{f', line {line}' if line else ''} was left out: {sanitize(text, MAX_SHOWN)}"


def _shortened(notes: list[str]) -> tuple[str, ...]:
    more = len(notes) - MAX_NOTES
    if more <= 0:
        return tuple(notes)
    what = "magics and shell lines were" if more > 1 else "magic or shell line was"
    return (*notes[:MAX_NOTES], f"{more} more {what} left out.")
