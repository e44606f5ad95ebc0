"""
The modules beside the graded file that it may import.

None of them is needed for a mark, so whatever is wrong with one leaves it out with a note; nothing here is an error.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import is_candidate, is_python
from grader.intake.folder_scan import FoundFile, code_files
from grader.intake.safe_read import KIB, read_source
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile

if TYPE_CHECKING:
    from pathlib import Path

MAX_HELPERS = 63
"""With the graded file 64 files in all."""
MAX_KIB = 1024
"""Of all helpers together."""
MAX_NOTES = 5


def read_helpers(
    main: Path, module_spec: ModuleSpec, source_kib: int
) -> tuple[tuple[SourceFile, ...], tuple[str, ...]]:
    """Return the helper modules beside `main` and below, sorted by path, and notes on those left out."""
    try:
        found = [
            file
            for file in code_files(main.parent, "the folder", module_spec)
            if is_python(file.name) and not is_candidate(file.name, module_spec) and file.path != main
        ]
    except UserError as error:
        return (), (f"Helper modules were left out: {error}",)
    kept: dict[str, SourceFile] = {}
    notes = []
    quota = MAX_KIB * KIB
    # The nearest first, so that a crowded folder costs the farthest ones.
    for file in sorted(found, key=lambda file: (len(file.parts), file.parts)):
        path = unicodedata.normalize("NFC", "/".join(file.parts))
        try:
            _refuse(file, path, module_spec.module, kept)
            text = _read_within(file, source_kib, quota)
        except UserError as error:
            notes.append(f"Helper module left out: {error}")
            continue
        quota -= len(text.encode())
        kept[path] = SourceFile(path=path, text=text)
    if len(notes) > MAX_NOTES:
        notes[MAX_NOTES:] = [f"{len(notes) - MAX_NOTES} more helper modules were left out."]
    return tuple(kept[path] for path in sorted(kept)), tuple(notes)


def _read_within(file: FoundFile, source_kib: int, quota: int) -> str:
    text = read_source(file.path, file.shown, source_kib)
    if len(text.encode()) > quota:
        raise UserError(f"{file.shown}: no room within {MAX_KIB} KiB for all helper modules")
    return text


def _refuse(file: FoundFile, path: str, module: str, kept: dict[str, SourceFile]) -> None:
    """Raise when `file` cannot be carried whatever it holds."""
    if len(kept) >= MAX_HELPERS:
        raise UserError(f"{file.shown}: no more than {MAX_HELPERS} are carried")
    if file.parts[0] == module:
        raise UserError(f"{file.shown}: a package called {module} would stand in for the graded file")
    if not path.isprintable():
        raise UserError(f"{file.shown}: its name cannot be imported")
    if path in kept:
        raise UserError(f"{file.shown}: two files have this name")
