"""Which file names claim to be the graded file, and whose they are where the name says so."""

from __future__ import annotations

import re

NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
# What browsers, learning platforms and file managers append to a second copy.
COPY = re.compile(r"(?:copy)?[0-9]*")


def is_python(file_name: str) -> bool:
    """Return whether the name ends like a Python file's and has something before that."""
    stem, dot, suffix = file_name.rpartition(".")
    return bool(stem and dot) and suffix.lower() == "py"


def is_candidate(file_name: str, module: str) -> bool:
    """Return whether the file may be meant as ``<module>.py``: `TicTacToe.py`, `tictactoe (1).py`, `tic_tac_toe.py`."""
    return is_python(file_name) and _means(file_name.rpartition(".")[0], module)


def student_of(file_name: str, module: str) -> str:
    """Return whose file it is by its name: ``<student>.py`` or ``<student>_<module>.py``."""
    stem = file_name.rpartition(".")[0]
    for place, char in enumerate(stem):
        if char == "_" and place and _means(stem[place + 1 :], module):
            return stem[:place]
    return stem


def _means(stem: str, module: str) -> bool:
    letters, wanted = _letters(stem), _letters(module)
    return letters.startswith(wanted) and COPY.fullmatch(letters[len(wanted) :]) is not None


def _letters(text: str) -> str:
    return NEITHER_LETTER_NOR_DIGIT.sub("", text).casefold()
