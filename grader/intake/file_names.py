"""Which file names claim to be the graded file, and whose they are where the name says so."""

from __future__ import annotations

import re

from grader.model.spec import ModuleSpec

NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
# What browsers, learning platforms and file managers append to a second copy.
COPY = re.compile(r"(?:copy)?[0-9]*")


def is_python(file_name: str) -> bool:
    """Return whether the name ends like a Python file's and has something before that."""
    return _ends(file_name, "py")


def is_notebook(file_name: str) -> bool:
    """Return whether the name ends like a notebook's and has something before that."""
    return _ends(file_name, "ipynb")


def is_code(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the file is of a kind that can be graded."""
    return is_python(file_name) or (module_spec.notebooks and is_notebook(file_name))


def is_candidate(file_name: str, module_spec: ModuleSpec) -> bool:
    """Return whether the file may be meant as ``<module>.py``: `TicTacToe.py`, `tictactoe (1).py`, `tic_tac_toe.py`."""
    return is_code(file_name, module_spec) and _means(file_name.rpartition(".")[0], module_spec.module)


def sheet_names(module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return what the sheet may call the graded file."""
    return (f"{module_spec.module}.py", *([f"{module_spec.module}.ipynb"] if module_spec.notebooks else []))


def student_names(module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return what a file that lies among those of others may be called."""
    return ("<student>.py", *(["<student>.ipynb"] if module_spec.notebooks else []))


def in_words(names: tuple[str, ...]) -> str:
    """Return file names as a choice: ``a or b``."""
    return " or ".join(names)


def student_of(file_name: str, module: str) -> str:
    """Return whose file it is by its name: ``<student>.py`` or ``<student>_<module>.py``."""
    stem = file_name.rpartition(".")[0]
    for place, char in enumerate(stem):
        if char == "_" and place and _means(stem[place + 1 :], module):
            return stem[:place]
    return stem


def _ends(file_name: str, ending: str) -> bool:
    stem, dot, suffix = file_name.rpartition(".")
    return bool(stem and dot) and suffix.lower() == ending


def _means(stem: str, module: str) -> bool:
    letters, wanted = _letters(stem), _letters(module)
    return letters.startswith(wanted) and COPY.fullmatch(letters[len(wanted) :]) is not None


def _letters(text: str) -> str:
    return NEITHER_LETTER_NOR_DIGIT.sub("", text).casefold()
