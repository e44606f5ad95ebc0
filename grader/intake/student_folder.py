"""The one graded file in a student's folder, and what stands beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import is_candidate
from grader.intake.helper_modules import read_helpers
from grader.intake.reading import read_source
from grader.intake.walking import FoundFile, beneath, python_files
from grader.model.submission import SourceFile
from grader.model.text import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_LISTED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What one student handed in, before it has an id."""

    files: tuple[SourceFile, ...]
    """The graded file first."""
    notes: tuple[str, ...] = ()


def read_folder(folder: Path, shown: str, module: str, source_kib: int) -> Sources:
    """Return the sources of the only candidate in and below `folder` (UserError when there is not exactly one)."""
    found = python_files(folder, shown)
    candidates = [file for file in found if is_candidate(file.name, module)]
    if len(candidates) > 1:
        raise UserError(f"{shown}: {len(candidates)} files could be the one to grade: {_listed(candidates)}; keep one")
    if not candidates:
        others = f"only {_listed(found)}" if found else "nor any other Python file"
        raise UserError(f"{shown}: no {module}.py, {others}; name the file to grade {module}.py")
    main = candidates[0]
    sources = read_file(main.path, beneath(shown, *main.parts), module, source_kib)
    return Sources(files=sources.files, notes=(*name_note(main.name, module), *sources.notes))


def read_file(path: Path, shown: str, module: str, source_kib: int, *, alone: bool = False) -> Sources:
    """Return the graded file at `path`, with the helper modules beside it unless it stands `alone`."""
    text = read_source(path, shown, source_kib)
    notes = () if text.strip() else ("The file is empty.",)
    helpers, left_out = ((), ()) if alone else read_helpers(path.parent, module, source_kib)
    return Sources(files=(SourceFile(path=clean(path.name), text=text), *helpers), notes=(*notes, *left_out))


def name_note(name: str, module: str) -> tuple[str, ...]:
    """Return a note when the graded file is not called what the sheet calls it."""
    if name == f"{module}.py":
        return ()
    return (f"The file was handed in as {clean(name)}; the sheet asks for {module}.py.",)


def _listed(files: Sequence[FoundFile]) -> str:
    names = [file.shown for file in files[:MAX_LISTED]]
    if len(files) > MAX_LISTED:
        names.append(f"{len(files) - MAX_LISTED} more")
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
