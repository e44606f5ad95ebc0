"""Reads the names of files: which file may be the graded one, which student it names, which archives are unpacked."""

from __future__ import annotations

import re

from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec

NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
# The ends that browsers, learning platforms and file managers give to second copies.
COPY_SUFFIX = re.compile(r"(?:copy)?[0-9]*")


def is_python(file_name: str) -> bool:
    """Return whether the name ends in ``.py``, in any case of letters, after at least one character."""
    return _has_suffix(file_name, "py")


def is_notebook(file_name: str) -> bool:
    """Return whether the name ends in ``.ipynb``, in any case of letters, after at least one character."""
    return _has_suffix(file_name, "ipynb")


def is_code(file_name: str, module_spec: ModuleSpec) -> bool:
    return is_python(file_name) or (module_spec.notebooks and is_notebook(file_name))


def is_candidate(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the name may mean ``<module>.py``: `TicTacToe.py`, `tictactoe (1).py`, `tic_tac_toe.py`."""
    return is_code(file_name, module_spec) and _matches_module(file_name.rpartition(".")[0], module_spec.module)


def is_similar(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the name contains the module's: `tictactoe_final.py`, `my_tictactoe.py`, and all candidates."""
    stem = _letters_and_digits(file_name.rpartition(".")[0])
    return is_code(file_name, module_spec) and _letters_and_digits(module_spec.module) in stem


def sheet_names(module_spec: ModuleSpec) -> tuple[str, ...]:
    return (f"{module_spec.module}.py", *([f"{module_spec.module}.ipynb"] if module_spec.notebooks else []))


def student_names(module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return patterns for the name of a file in a folder with the files of many students."""
    return ("<student>.py", *(["<student>.ipynb"] if module_spec.notebooks else []))


def as_choice(names: tuple[str, ...]) -> str:
    return " or ".join(names)


def student_in_name(file_name: str, module: str) -> str:
    """Return the student in a file name: ``<student>.py`` or ``<student>_<module>.py``."""
    stem = file_name.rpartition(".")[0]
    for index, char in enumerate(stem):
        if char == "_" and index and _matches_module(stem[index + 1 :], module):
            return stem[:index]
    return stem


def _has_suffix(file_name: str, ending: str) -> bool:
    stem, dot, suffix = file_name.rpartition(".")
    return bool(stem and dot) and suffix.lower() == ending


def _matches_module(stem: str, module: str) -> bool:
    letters, wanted = _letters_and_digits(stem), _letters_and_digits(module)
    return letters.startswith(wanted) and COPY_SUFFIX.fullmatch(letters[len(wanted) :]) is not None


def _letters_and_digits(text: str) -> str:
    return NEITHER_LETTER_NOR_DIGIT.sub("", text).casefold()


ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar")


def is_unpackable(file_name: str) -> bool:
    """Return whether a file of this name is unpacked. For other archives a message asks the student to unpack."""
    return _ending(file_name) != ""


def unpacked_name(file_name: str) -> str:
    return file_name[: len(file_name) - len(_ending(file_name))]


def _ending(file_name: str) -> str:
    lower = file_name.lower()
    return next((ending for ending in ENDINGS if lower.endswith(ending) and lower != ending), "")


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
    Return the remedy that makes the file gradable, such as ``unpack it``; empty for a file of another purpose.

    `stem` is the wanted name without the ending; by default the file keeps its own.
    """
    if is_code(file_name, module_spec):
        return ""
    if ARCHIVE.fullmatch(file_name):
        return "unpack it"
    if is_notebook(file_name):
        return f"save its code as {_python_file(stem or file_name.rpartition('.')[0])}"
    if COMPILED.fullmatch(file_name):
        return "hand in the .py file that it was made from"
    if not is_misnamed(file_name, module_spec):
        return ""
    wrong = WRONG_ENDING.fullmatch(file_name)
    return f"rename it to {_python_file(stem or (wrong['stem'] if wrong else module_spec.module))}"


def python_name(file_name: str, module_spec: ModuleSpec) -> str:
    """Return the name of a file of code, or the right name of a file that `is_misnamed`."""
    found = None if is_code(file_name, module_spec) else WRONG_ENDING.fullmatch(file_name) or TEXT.fullmatch(file_name)
    return file_name if found is None else f"{found['stem']}.py"


def is_misnamed(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the file seems to hold Python text under a wrong ending."""
    text = TEXT.fullmatch(file_name)
    is_text = text is not None and is_candidate(f"{text['stem']}.py", module_spec)
    return not is_code(file_name, module_spec) and (is_text or WRONG_ENDING.fullmatch(file_name) is not None)


def is_archive(file_name: str) -> bool:
    return ARCHIVE.fullmatch(file_name) is not None


def _python_file(stem: str) -> str:
    return f"{sanitize(stem, MAX_SHOWN)}.py"
