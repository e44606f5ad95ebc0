"""Finds the file to grade: the one with the sheet's name, or the one that a person chose."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from grader.errors import UserError
from grader.intake.code_file import ReadCode, read_code
from grader.intake.file_names import (
    as_choice,
    is_candidate,
    is_code,
    is_misnamed,
    is_similar,
    remedy,
    sheet_names,
    unpacked_name,
)
from grader.intake.safe_read import KIB, FoundFile, find_files, is_bare, is_ignored, list_folder, path_shown
from grader.model.sanitize import quoted, sanitize
from grader.model.spec import ModuleSpec
from grader.model.submission import WantedFiles
from grader.text.number_text import join_words, shortened_list

MAX_LISTED = 5
MAX_SEARCHED = 64
MAX_SEARCHED_KIB = 16 * KIB
"""Size of all files searched, notebooks with their outputs, which take time to read."""
DEFINITION = re.compile(r"(?:^|\r)def[ \t]+(\w+)[ \t]*\(", re.MULTILINE)


class WantedSources(NamedTuple):
    module_spec: ModuleSpec
    source_kib: int  # size of the graded file
    files: WantedFiles | None = None
    """The other files that the rubric asks for."""
    chosen: str = ""
    """The path of the file that a person chose; empty without a choice."""


class ReadFile(NamedTuple):
    file: FoundFile
    code: ReadCode


def defining_files(found: Sequence[FoundFile], shown: str, wanted: WantedSources) -> list[ReadFile]:
    """
    Return those of `found` that define at least half of the functions at the top level.

    UserError if there is too much to search, or if no file defines enough and some file cannot be read.
    """
    if len(found) > MAX_SEARCHED or sum(_size(file) for file in found) > MAX_SEARCHED_KIB * KIB:
        raise UserError(f"{shown}: too many files to look for the one to grade; name it {wanted.module_spec.module}.py")
    defining: list[ReadFile] = []
    refusals = []
    for file in found:
        try:
            read = _read(file, shown, wanted)
        except UserError as error:
            refusals.append(error)
            continue
        if defines_enough(read.code.text, wanted.module_spec):
            defining.append(read)
    if refusals and not defining:
        raise refusals[0]
    return defining


def _read(file: FoundFile, shown: str, wanted: WantedSources) -> ReadFile:
    code = read_code(file.path, path_shown(shown, *file.parts), wanted.module_spec, wanted.source_kib)
    return ReadFile(file, code)


def defines_enough(text: str, module_spec: ModuleSpec) -> bool:
    return 2 * len(_defined(text, module_spec)) >= len(module_spec.functions) > 0


def _defined(text: str, module_spec: ModuleSpec) -> set[str]:
    return {function.name for function in module_spec.functions}.intersection(DEFINITION.findall(text))


def _size(file: FoundFile) -> int:
    try:
        return file.path.lstat().st_size
    except OSError:
        return 0  # reading the file reports the problem


def find_main(folder: Path, shown: str, wanted: WantedSources) -> ReadFile:
    """
    Return the file to grade in and below `folder`.

    NothingToGrade if there is none, UserError if there are several or it cannot be read.
    """
    if wanted.chosen:
        return _chosen(folder, shown, wanted)
    module_spec = wanted.module_spec
    found = find_files(folder, shown, lambda name: is_code(name, module_spec))
    read = _find_main(found, shown, wanted)
    if read is not None:
        return read
    if not any(not is_ignored(entry.name) for entry in list_folder(folder, shown)):
        there = f"put the file to grade there, named {module_spec.module}.py"
        raise NothingToGrade(f"{shown}: holds no file; {there}")
    wanted_names = as_choice(sheet_names(module_spec))
    problem = NothingToGrade(f"{shown}: no {wanted_names}{_what_is_there(folder, shown, found, module_spec)}")
    problem.acceptable = _wrongly_named(folder, shown, wanted)
    raise problem


def refuse_misnamed(path: Path, shown: str, wanted: WantedSources) -> None:
    """Raise NothingToGrade if the single file at `path` has an ending of no Python file."""
    module_spec = wanted.module_spec
    if is_misnamed(path.name, module_spec):
        problem = NothingToGrade(f"{shown}: {remedy(path.name, module_spec)}")
        with contextlib.suppress(UserError):
            text = read_code(path, shown, module_spec, wanted.source_kib).text
            problem.acceptable = (path.name,) if defines_enough(text, module_spec) else ()
        raise problem


def _wrongly_named(folder: Path, shown: str, wanted: WantedSources) -> tuple[str, ...]:
    module_spec = wanted.module_spec
    try:
        found = find_files(folder, shown, lambda name: is_code(name, module_spec) or is_misnamed(name, module_spec))
        defining = defining_files(found, shown, wanted)
    except UserError:
        return ()
    return tuple(one.file.shown for one in defining)


def _chosen(folder: Path, shown: str, wanted: WantedSources) -> ReadFile:
    """Return the file that a person chose (NothingToGrade if it is missing, UserError if unreadable)."""
    parts = [unicodedata.normalize("NFC", part) for part in wanted.chosen.split("/") if part not in ("", ".")]
    ways = {"/".join(parts), "/".join([*map(unpacked_name, parts[:-1]), *parts[-1:]])}
    files = find_files(folder, shown, lambda _name: True)
    paths = {unicodedata.normalize("NFC", file.shown): file for file in files}
    fitting = [file for path, file in paths.items() if path in ways]
    fitting = fitting or [file for path, file in paths.items() if any(path.endswith(f"/{way}") for way in ways)]
    if len(fitting) > 1:
        raise UserError(f"{shown}: {quoted(wanted.chosen)} may be {_name_list(fitting)}; write the whole path")
    if not fitting:
        there = f"here is {_name_list(files)}" if files else "the folder is empty"
        raise NothingToGrade(f"{shown}: the chosen file {quoted(wanted.chosen)} is not there; {there}")
    return _read(fitting[0], shown, wanted)


def name_note(name: str, module_spec: ModuleSpec) -> tuple[str, ...]:
    names = sheet_names(module_spec)
    if name in names:
        return ()
    return (f"The file was handed in as {sanitize(name)}; the assignment asks for {as_choice(names)}.",)


def _find_main(found: Sequence[FoundFile], shown: str, wanted: WantedSources) -> ReadFile | None:
    """Return the file named like the module, else the one that defines enough of its functions; None without one."""
    module_spec = wanted.module_spec
    right_name = f"{module_spec.module}.py"
    named = [file for file in found if is_candidate(file.name, module_spec)]
    if len(named) > 1:
        raise _several(named, shown, "keep one")
    if named:
        main = named[0]
        rivals = [] if main.name in sheet_names(module_spec) else _rivals(main, found, shown, wanted)
        if rivals:
            every = [file for file in found if file in (main, *rivals)]
            raise _several(every, shown, f"keep one, named {right_name}")
        return _read(main, shown, wanted)
    defining = defining_files(found, shown, wanted) if module_spec.any_name else []
    if len(defining) == 1:
        return defining[0]
    if defining:
        raise _several([one.file for one in defining], shown, f"keep one, or name it {right_name}")
    return None


class SeveralToGrade(UserError):
    """Several files can be the one to grade."""


def _several(files: Sequence[FoundFile], shown: str, remedy: str) -> SeveralToGrade:
    return SeveralToGrade(f"{shown}: {len(files)} files could be the one to grade: {_name_list(files)}; {remedy}")


class NothingToGrade(UserError):
    """No file in the folder can be the one to grade."""

    acceptable: tuple[str, ...] = ()
    """The paths of files with only a wrong name, of which a person can accept one."""


def _what_is_there(folder: Path, shown: str, found: Sequence[FoundFile], module_spec: ModuleSpec) -> str:
    """Return the end of the message that no file can be graded: the files there, and the remedy."""
    wanted = f"{module_spec.module}.py"
    if is_bare(folder):
        return ": a bare repository has no files beside it; grade one of its commits, as with --at HEAD"
    others = find_files(folder, shown, lambda name: bool(remedy(name, module_spec)))
    if found:  # then only a file with the right name may be meant
        others = [file for file in others if is_similar(f"{file.name.partition('.')[0]}.py", module_spec)]
    if len(others) == 1:
        return f", but {others[0].shown}: {remedy(others[0].name, module_spec, module_spec.module)}"
    if others:
        each = [f"{file.shown} ({remedy(file.name, module_spec)})" for file in others]
        return f", but {shortened_list(each, MAX_LISTED)}; name the file to grade {wanted}"
    if found:
        return f", only {_name_list(found)}; name the file to grade {wanted}"
    kinds = f"nor any other Python file{' or notebook' * module_spec.notebooks}"
    return f", {kinds}; put the file to grade there, named {wanted}"


def _rivals(main: FoundFile, found: Sequence[FoundFile], shown: str, wanted: WantedSources) -> list[FoundFile]:
    """Return the other files with similar names that may define the functions; all of them if there are many."""
    similar = [file for file in found if file is not main and is_similar(file.name, wanted.module_spec)]
    if len(similar) > MAX_LISTED:
        return similar
    return [file for file in similar if _may_define(file, shown, wanted)]


def _may_define(file: FoundFile, shown: str, wanted: WantedSources) -> bool:
    """Return whether the file seems to define one of the functions, or cannot be read."""
    try:
        return bool(_defined(_read(file, shown, wanted).code.text, wanted.module_spec))
    except UserError:
        return True


def _name_list(files: Sequence[FoundFile]) -> str:
    names = [file.shown for file in files]
    return shortened_list(names, MAX_LISTED) if len(names) > MAX_LISTED else join_words(names)
