"""What to do with a file that cannot be graded as it is: an archive, a notebook, a file whose ending is wrong."""

from __future__ import annotations

import re

from grader.intake.file_names import is_candidate, is_code, is_notebook
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec

ARCHIVE = re.compile(r".+\.(?:zip|rar|7z|tar|tgz|tbz2?|txz|gz|bz2|xz|zst)", re.IGNORECASE)
COMPILED = re.compile(r".+\.py[co]", re.IGNORECASE)
# Editors and mail programs add an ending, Windows hides it, and `.pyw` is Python's own for programs without a terminal.
WRONG_ENDING = re.compile(
    r"(?P<stem>.+?)(?:\.pyw|\.py[.~ _-]?(?:txt|text|bak|old|orig|save|rtf|docx?|download|~))", re.IGNORECASE
)
TEXT = re.compile(r"(?P<stem>.+?)(?:\.te?xt)?", re.IGNORECASE)
MAX_SHOWN = 100


def remedy(file_name: str, module_spec: ModuleSpec, stem: str = "") -> str:
    """
    Return what makes the file gradable, such as ``unpack it``; empty for a file that nobody means to be graded.

    `stem` is the name that it should have, without the ending; if none is given, the file keeps its own.
    """
    if is_code(file_name, module_spec):
        return ""
    if ARCHIVE.fullmatch(file_name):
        return "unpack it"
    if is_notebook(file_name):
        return f"save its code as {_python_file(stem or file_name.rpartition('.')[0])}"
    if COMPILED.fullmatch(file_name):
        return "hand in the .py file that it was made from"
    wrong, text = WRONG_ENDING.fullmatch(file_name), TEXT.fullmatch(file_name)
    if wrong is None and text is not None and is_candidate(f"{text['stem']}.py", module_spec):
        return f"rename it to {_python_file(stem or module_spec.module)}"
    return f"rename it to {_python_file(stem or wrong['stem'])}" if wrong is not None else ""


def is_archive(file_name: str) -> bool:
    return ARCHIVE.fullmatch(file_name) is not None


def _python_file(stem: str) -> str:
    return f"{sanitize(stem, MAX_SHOWN)}.py"
