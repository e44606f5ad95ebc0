"""Finding the file that defines what the sheet asks for, where none has its name: by a look at the text alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.errors import UserError
from grader.intake.code_file import Code, read_code
from grader.intake.folder_scan import FoundFile, beneath
from grader.intake.safe_read import KIB
from grader.model.spec import ModuleSpec

MAX_FILES = 64
MAX_KIB = 16 * KIB
"""Of all files looked at, as they lie there: notebooks take time to read."""
DEFINITION = re.compile(r"(?:^|\r)def[ \t]+(\w+)[ \t]*\(", re.MULTILINE)


def defining_files(
    found: Sequence[FoundFile], shown: str, module_spec: ModuleSpec, source_kib: int
) -> list[tuple[FoundFile, Code]]:
    """
    Return those of `found` that define at least half of the functions at the top level, with what they hold.

    UserError when there is too much to look at, or when there is none and some file could not be read.
    """
    if len(found) > MAX_FILES or sum(_size(file) for file in found) > MAX_KIB * KIB:
        raise UserError(f"{shown}: too many files to look for the one to grade; name it {module_spec.module}.py")
    defining = []
    refusals = []
    for file in found:
        try:
            code = read_code(file.path, beneath(shown, *file.parts), module_spec, source_kib)
        except UserError as error:
            refusals.append(error)
            continue
        if defines_enough(code.text, module_spec):
            defining.append((file, code))
    if refusals and not defining:
        raise refusals[0]
    return defining


def defines_enough(text: str, module_spec: ModuleSpec) -> bool:
    """Return whether `text` seems to define at least half of the functions."""
    wanted = {shape.name for shape in module_spec.functions}
    return 2 * len(wanted.intersection(DEFINITION.findall(text))) >= len(wanted) > 0


def _size(file: FoundFile) -> int:
    try:
        return file.path.lstat().st_size
    except OSError:
        return 0  # reading it will say what is wrong
