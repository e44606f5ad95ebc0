"""
The modules beside the graded file that it may import.

A helper that cannot be read is left out with a note; it is never an error.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import is_candidate, is_python
from grader.intake.folder_scan import FoundFile, find_code_files
from grader.intake.safe_read import KIB, read_regular
from grader.intake.source_encoding import DecodedSource, decode_source
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile

if TYPE_CHECKING:
    from pathlib import Path

MAX_HELPERS = 63
"""With the graded file that makes 64 files."""
MAX_KIB = 1024
"""Size of all helpers together."""
MAX_NOTES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Helpers:
    """The helper modules of a submission."""

    files: tuple[SourceFile, ...] = ()
    """Sorted by path."""
    notes: tuple[str, ...] = ()
    """Notes on modules that were left out, and on modules with bytes that Python skips."""


def read_helpers(main: Path, module_spec: ModuleSpec, source_kib: int) -> Helpers:
    """Return the helper modules in the folder of `main` and below."""
    try:
        found = [
            file
            for file in find_code_files(main.parent, "the folder", module_spec)
            if is_python(file.name) and not is_candidate(file.name, module_spec) and file.path != main
        ]
    except UserError as error:
        return Helpers(notes=(f"Helper modules were left out: {error}",))
    kept: dict[str, SourceFile] = {}
    notes: list[str] = []
    foreign: list[str] = []
    quota = MAX_KIB * KIB
    # The nearest files first: if there are too many, the ones in deep folders are left out.
    for file in sorted(found, key=lambda file: (len(file.parts), file.parts)):
        path = unicodedata.normalize("NFC", "/".join(file.parts))
        try:
            _refuse(file, path, module_spec.module, kept)
            source = _read_within(file, source_kib, quota)
        except UserError as error:
            notes.append(f"Helper module left out: {error}")
            continue
        quota -= len(source.text.encode())
        kept[path] = SourceFile(path=path, text=source.text)
        foreign += [f"Helper module {sanitize(path)}: {source.note}."] if source.note else []
    if len(notes) > MAX_NOTES:
        notes[MAX_NOTES:] = [f"{len(notes) - MAX_NOTES} more helper modules were left out."]
    return Helpers(files=tuple(kept[path] for path in sorted(kept)), notes=(*notes, *foreign[:MAX_NOTES]))


def _read_within(file: FoundFile, source_kib: int, quota: int) -> DecodedSource:
    source = decode_source(read_regular(file.path, file.shown, source_kib), file.shown)
    if len(source.text.encode()) > quota:
        raise UserError(f"{file.shown}: no room within {MAX_KIB} KiB for all helper modules")
    return source


def _refuse(file: FoundFile, path: str, module: str, kept: dict[str, SourceFile]) -> None:
    """Raise UserError if `file` must be left out, independent of its content."""
    if len(kept) >= MAX_HELPERS:
        raise UserError(f"{file.shown}: no more than {MAX_HELPERS} are carried")
    if file.parts[0] == module:
        raise UserError(f"{file.shown}: a package called {module} would stand in for the graded file")
    if not path.isprintable():
        raise UserError(f"{file.shown}: its name cannot be imported")
    if path in kept:
        raise UserError(f"{file.shown}: two files have this name")
