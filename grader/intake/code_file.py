"""Reads one file that may be graded, a Python file or a notebook, and returns its Python text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import is_candidate, is_notebook, is_python
from grader.intake.notebook import NotPython, code_cells, extract_python
from grader.intake.safe_read import KIB, read_regular
from grader.intake.source_encoding import decode_source, without_foreign_bytes
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec

if TYPE_CHECKING:
    from pathlib import Path

NOTEBOOK_KIB = 8 * KIB
"""Size of a notebook file with its outputs, such as pictures. Its code has the limit of any source."""
MAX_NOTES = 10
MAX_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCode:
    """The Python text of one file."""

    text: str
    cells: tuple[int, ...] = ()
    """As in `SourceFile`."""
    notes: tuple[str, ...] = ()


def read_code(path: Path, shown: str, module_spec: ModuleSpec, source_kib: int) -> ReadCode:
    """Return the Python text of the file at `path`. UserError, which calls the file `shown`, if it cannot be read."""
    if not (module_spec.notebooks and is_notebook(path.name)):
        source = decode_source(read_regular(path, shown, source_kib), shown)
        return ReadCode(text=source.text, notes=(f"{sanitize(path.name)}: {source.note}.",) if source.note else ())
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
        notes += [_note(number, part) for part in extracted.left_out]
        line += extracted.python.count("\n") + 1
    return ReadCode(text="".join(texts), cells=tuple(starts), notes=_shortened(notes))


def _note(cell: int, part: NotPython) -> str:
    line = "" if part.line is None else f", line {part.line}"
    return f"Cell {cell}{line} was left out: {sanitize(part.text, MAX_SHOWN)}"


def _shortened(notes: list[str]) -> tuple[str, ...]:
    more = len(notes) - MAX_NOTES
    if more <= 0:
        return tuple(notes)
    what = "magics and shell lines were" if more > 1 else "magic or shell line was"
    return (*notes[:MAX_NOTES], f"{more} more {what} left out.")
