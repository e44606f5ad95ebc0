"""The one graded file in a student's folder, and what stands beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.code_file import Code, read_code
from grader.intake.file_names import in_words, is_candidate, sheet_names
from grader.intake.find_by_functions import defining_files
from grader.intake.folder_scan import FoundFile, beneath, code_files
from grader.intake.helper_modules import read_helpers
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile

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


def read_folder(folder: Path, shown: str, module_spec: ModuleSpec, source_kib: int) -> Sources:
    """Return the sources of the only candidate in and below `folder` (UserError when there is not exactly one)."""
    found = code_files(folder, shown, module_spec)
    main, code = _only_one(found, shown, module_spec, source_kib)
    sources = _with_helpers(main.path, code, module_spec, source_kib)
    return Sources(files=sources.files, notes=(*name_note(main.name, module_spec), *sources.notes))


def read_file(path: Path, shown: str, module_spec: ModuleSpec, source_kib: int, *, alone: bool = False) -> Sources:
    """Return the graded file at `path`, with the helper modules beside it unless it stands `alone`."""
    code = read_code(path, shown, module_spec, source_kib)
    return _sources(path, code) if alone else _with_helpers(path, code, module_spec, source_kib)


def name_note(name: str, module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return a note when the graded file is not called what the sheet calls it."""
    names = sheet_names(module_spec)
    if name in names:
        return ()
    return (f"The file was handed in as {sanitize(name)}; the sheet asks for {in_words(names)}.",)


def _only_one(
    found: Sequence[FoundFile], shown: str, module_spec: ModuleSpec, source_kib: int
) -> tuple[FoundFile, Code]:
    """Return the file to grade and what it holds: the one called like the module, or the one that defines enough."""
    named = [file for file in found if is_candidate(file.name, module_spec)]
    if len(named) == 1:
        main = named[0]
        return main, read_code(main.path, beneath(shown, *main.parts), module_spec, source_kib)
    if named:
        raise UserError(f"{shown}: {len(named)} files could be the one to grade: {_listed(named)}; keep one")
    defining = defining_files(found, shown, module_spec, source_kib) if module_spec.any_name else []
    if len(defining) == 1:
        return defining[0]
    wanted = f"{module_spec.module}.py"
    if defining:
        names = _listed([file for file, _ in defining])
        raise UserError(
            f"{shown}: {len(defining)} files could be the one to grade: {names}; keep one, or name it {wanted}"
        )
    others = f"only {_listed(found)}" if found else f"nor any other Python file{' or notebook' * module_spec.notebooks}"
    raise UserError(f"{shown}: no {in_words(sheet_names(module_spec))}, {others}; name the file to grade {wanted}")


def _sources(path: Path, code: Code) -> Sources:
    notes = code.notes if code.text.strip() else ("The file is empty.", *code.notes)
    return Sources(files=(SourceFile(path=sanitize(path.name), text=code.text, cells=code.cells),), notes=notes)


def _with_helpers(path: Path, code: Code, module_spec: ModuleSpec, source_kib: int) -> Sources:
    alone = _sources(path, code)
    helpers, left_out = read_helpers(path, module_spec, source_kib)
    return Sources(files=(*alone.files, *helpers), notes=(*alone.notes, *left_out))


def _listed(files: Sequence[FoundFile]) -> str:
    names = [file.shown for file in files[:MAX_LISTED]]
    if len(files) > MAX_LISTED:
        names.append(f"{len(files) - MAX_LISTED} more")
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
