"""Which file names may be meant for the graded file, and which student a name mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.model.spec import ModuleSpec

NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
# What browsers, learning platforms and file managers append to the name of a second copy.
COPY_SUFFIX = re.compile(r"(?:copy)?[0-9]*")


def is_python(file_name: str) -> bool:
    """Return whether the name ends in ``.py``, in any case of letters, and has something before that."""
    return _has_suffix(file_name, "py")


def is_notebook(file_name: str) -> bool:
    """Return whether the name ends in ``.ipynb``, in any case of letters, and has something before that."""
    return _has_suffix(file_name, "ipynb")


def is_code(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the file is of a kind that can be graded."""
    return is_python(file_name) or (module_spec.notebooks and is_notebook(file_name))


def is_candidate(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the file may be meant as ``<module>.py``: `TicTacToe.py`, `tictactoe (1).py`, `tic_tac_toe.py`."""
    return is_code(file_name, module_spec) and _matches_module(file_name.rpartition(".")[0], module_spec.module)


def is_similar(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the name has the module's in it: `tictactoe_final.py`, `my_tictactoe.py`, and all candidates."""
    stem = _letters_and_digits(file_name.rpartition(".")[0])
    return is_code(file_name, module_spec) and _letters_and_digits(module_spec.module) in stem


def sheet_names(module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return the names that the sheet gives the graded file."""
    return (f"{module_spec.module}.py", *([f"{module_spec.module}.ipynb"] if module_spec.notebooks else []))


def student_names(module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return patterns for the name of a file in a folder with the files of many students."""
    return ("<student>.py", *(["<student>.ipynb"] if module_spec.notebooks else []))


def as_choice(names: tuple[str, ...]) -> str:
    """Return file names as a choice: ``a or b``."""
    return " or ".join(names)


def shortened_list(names: Sequence[str], most: int) -> str:
    """Return `names` with commas between them, at most `most` of them, then how many more there are."""
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return ", ".join([*names[:most], *more])


def student_in_name(file_name: str, module: str) -> str:
    """Return the student that a file name mentions: ``<student>.py`` or ``<student>_<module>.py``."""
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
