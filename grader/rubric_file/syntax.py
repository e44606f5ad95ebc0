"""Bytes and text that are not YAML at all, said in words."""

from __future__ import annotations

import yaml

from grader.model.sanitize import sanitize
from grader.rubric_file.problems import START, Place, Problem

MAX_KIB = 256
# The parser lets a few slip: an escape such as "\UFFFFFFFF", a version directive of five thousand digits.
SYNTAX_FAILURES = (yaml.YAMLError, ValueError, OverflowError)


def decoded(data: bytes) -> str | Problem:
    """Return the text of the file, or why it has none."""
    if len(data) > MAX_KIB * 1024:
        return Problem(START, f"the file has {len(data):,} bytes; a rubric may have {MAX_KIB} KiB at most")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        return Problem(_end_of(before), f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8")


def syntax_problem(error: Exception, text: str, last: Place) -> Problem:
    """Put what the parser stumbled over in one line; `last` is the last place where it was still well."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        place = last if mark is None else Place(mark.line + 1, mark.column + 1)
        said = ", ".join(part for part in (error.context, error.problem) if part)
        return Problem(place, f"YAML cannot read this ({sanitize(said)}); check indentation, quotes and brackets")
    if isinstance(error, yaml.reader.ReaderError):
        place = _end_of(text[: error.position])
        return Problem(place, f"the character U+{ord(text[error.position]):04X} is not allowed in YAML; remove it")
    return Problem(last, "an escape or a directive after this makes no sense to YAML; write the text without it")


def _end_of(text: str) -> Place:
    return Place(text.count("\n") + 1, len(text) - text.rfind("\n"))
