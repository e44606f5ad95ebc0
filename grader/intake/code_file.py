"""One file that may be graded, a Python file or a notebook, to its Python text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import is_candidate, is_notebook, is_python
from grader.intake.notebook_cells import code_cells
from grader.intake.notebook_magics import LeftOut, python_of
from grader.intake.safe_read import KIB, read_regular, read_source, refuse_foreign_cookie
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec

if TYPE_CHECKING:
    from pathlib import Path

NOTEBOOK_KIB = 8 * KIB
"""Of the file: its outputs hold pictures. The code in it has the limit of any source."""
MAX_NOTES = 10
MAX_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """What one file holds."""

    text: str
    cells: tuple[int, ...] = ()
    """As in `SourceFile`."""
    notes: tuple[str, ...] = ()


def read_code(path: Path, shown: str, module_spec: ModuleSpec, source_kib: int) -> Code:
    """Return the Python text of the file at `path`, which messages call `shown` (UserError when there is none)."""
    if not (module_spec.notebooks and is_notebook(path.name)):
        return Code(text=read_source(path, shown, source_kib))
    too_large = f"larger than {NOTEBOOK_KIB // KIB} MiB; clear its outputs and save it again"
    cells = code_cells(read_regular(path, shown, NOTEBOOK_KIB, too_large=too_large), shown)
    if sum(len(cell.encode()) + 1 for cell in cells) > source_kib * KIB:
        raise UserError(f"{shown}: holds more than {source_kib} KiB of code; shorten it, or raise the rubric's limit")
    code = join_cells(cells, module_spec)
    refuse_foreign_cookie(code.text, shown)
    return code


def join_cells(cells: list[str], module_spec: ModuleSpec) -> Code:
    """Return the Python of all code cells, one below the other, each ended by a line feed."""

    def is_graded(name: str) -> bool:
        return is_python(name) and is_candidate(name, module_spec)

    texts: list[str] = []
    starts: list[int] = []
    left_out: list[tuple[int, LeftOut]] = []
    line = 1
    for number, cell in enumerate(cells, 1):
        text, parts = python_of(cell.removesuffix("\n"), is_graded)
        starts.append(line)
        texts.append(f"{text}\n")
        left_out += [(number, part) for part in parts]
        line += text.count("\n") + 1
    return Code(text="".join(texts), cells=tuple(starts), notes=_notes(left_out))


def _notes(left_out: list[tuple[int, LeftOut]]) -> tuple[str, ...]:
    named = [
        f"Cell {number}{'' if part.line is None else f', line {part.line}'} was left out: "
        f"{sanitize(part.text, MAX_SHOWN)}"
        for number, part in left_out[:MAX_NOTES]
    ]
    more = len(left_out) - MAX_NOTES
    if more > 0:
        named.append(f"{more} more magic{'s and shell lines were' if more > 1 else ' or shell line was'} left out.")
    return tuple(named)
