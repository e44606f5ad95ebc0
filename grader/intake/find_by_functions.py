"""Finds the file to grade by the functions in it, if none has the sheet's name. The text is searched, never run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from grader.errors import UserError
from grader.intake.code_file import ReadCode, read_code
from grader.intake.folder_scan import FoundFile, path_shown
from grader.intake.safe_read import KIB
from grader.model.spec import ModuleSpec

MAX_FILES = 64
MAX_KIB = 16 * KIB
"""Size of all files searched, notebooks with their outputs: reading those takes time."""
DEFINITION = re.compile(r"(?:^|\r)def[ \t]+(\w+)[ \t]*\(", re.MULTILINE)


class ReadFile(NamedTuple):
    """A file, and the Python text in it."""

    file: FoundFile
    code: ReadCode


def defining_files(found: Sequence[FoundFile], shown: str, module_spec: ModuleSpec, source_kib: int) -> list[ReadFile]:
    """
    Return those of `found` that define at least half of the functions at the top level.

    UserError if there is too much to search, or if no file defines enough and some file cannot be read.
    """
    if len(found) > MAX_FILES or sum(_size(file) for file in found) > MAX_KIB * KIB:
        raise UserError(f"{shown}: too many files to look for the one to grade; name it {module_spec.module}.py")
    defining: list[ReadFile] = []
    refusals = []
    for file in found:
        try:
            code = read_code(file.path, path_shown(shown, *file.parts), module_spec, source_kib)
        except UserError as error:
            refusals.append(error)
            continue
        if defines_enough(code.text, module_spec):
            defining.append(ReadFile(file, code))
    if refusals and not defining:
        raise refusals[0]
    return defining


def may_define_functions(file: FoundFile, shown: str, module_spec: ModuleSpec, source_kib: int) -> bool:
    """Return whether the file seems to define one of the functions, or cannot be read and so may define them."""
    try:
        code = read_code(file.path, path_shown(shown, *file.parts), module_spec, source_kib)
    except UserError:
        return True
    return bool(_defined(code.text, module_spec))


def defines_enough(text: str, module_spec: ModuleSpec) -> bool:
    """Return whether `text` seems to define at least half of the functions."""
    return 2 * len(_defined(text, module_spec)) >= len(module_spec.functions) > 0


def _defined(text: str, module_spec: ModuleSpec) -> set[str]:
    """Return the names of the functions that `text` seems to define."""
    return {function.name for function in module_spec.functions}.intersection(DEFINITION.findall(text))


def _size(file: FoundFile) -> int:
    try:
        return file.path.lstat().st_size
    except OSError:
        return 0  # reading the file reports the problem
