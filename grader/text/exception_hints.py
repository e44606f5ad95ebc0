"""What to do about an exception of Python, or what it usually means, in one sentence for the student."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import TypeAlias

FUNCTIONS = frozenset(
    {"player", "actions", "result", "winner", "terminal", "utility", "minimax", "initial_state"}
    | {"print_board", "check_winner", "available_moves", "best_move", "play_game"}
)
"""Functions of the assignment sheets."""
NAMES = (*sorted(FUNCTIONS), "EMPTY", "None", "True", "False", "board", "action")
IMPORTS: Mapping[str, str] = MappingProxyType(
    {
        **{name: f"import {name}" for name in ("copy", "itertools", "math", "random", "sys", "time")},
        "deepcopy": "from copy import deepcopy",
        "inf": "from math import inf",
        "lru_cache": "from functools import lru_cache",
        "cache": "from functools import cache",
        **{name: f"from typing import {name}" for name in ("Any", "Callable", "Dict", "Iterable", "List", "Literal")},
        **{name: f"from typing import {name}" for name in ("Optional", "Sequence", "Set", "Tuple", "Union")},
    }
)
"""Names that students forget to import, with the statement."""
UNDEFINED = re.compile(r"^name '(\w{1,40})' is not defined")
CLOSE = 0.75
"""How alike a name must be to one that exists, from 0 to 1: `terminl` is, `terminate` is not."""


def _hidden(name: str) -> str:
    return f"give the variable {name} another name: it hides the function {name}" if name in FUNCTIONS else ""


def missing_import(kind: str, message: str) -> str:
    """Return the import statement without which such an exception was raised; empty if that is not the cause."""
    found = UNDEFINED.search(message) if kind == "NameError" else None
    return IMPORTS.get(found[1], "") if found else ""


def _misspelt(name: str) -> str:
    if name in IMPORTS:
        return f"add `{IMPORTS[name]}` at the top of the file"
    (meant,) = get_close_matches(name, NAMES, n=1, cutoff=CLOSE) or ("",)
    return f"{name} is not defined: perhaps {meant} is meant" if meant not in ("", name) else ""


Sentence: TypeAlias = str | Callable[[str], str]
REMEDIES: tuple[tuple[str, str, Sentence], ...] = (
    ("UnboundLocalError", r"local variable '(\w{1,40})'", _hidden),
    ("NameError", UNDEFINED.pattern, _misspelt),
    (
        "TypeError",
        r"'(?:function|method|builtin_function_or_method)'",
        "add parentheses and arguments: a function stands here without being called",
    ),
    ("TypeError", r"^unhashable type: 'list'", "make the list a tuple: no list can be in a set"),
    ("TypeError", r"indices must be integers or slices, not tuple", "write board[i][j], not board[i, j]"),
    (
        "TypeError",
        r"'tuple' object does not support item assignment",
        "make a list of it first: no tuple can be changed",
    ),
    ("AttributeError", r"^'list' object has no attribute 'add'", "use append: it is a list, and only a set has add"),
    ("AttributeError", r"^'set' object has no attribute 'append'", "use add: it is a set, and only a list has append"),
)
"""
By the type of the exception and a pattern in Python's message: what to do, or a function of the pattern's group.

Messages of Python 3.10 to 3.14 differ. Nothing of the student's but a name stands in a sentence.
"""
NONE = "something is None: a return may be missing"
MEANINGS: tuple[tuple[str, str, Sentence], ...] = (
    ("UnboundLocalError", r"", "a variable of its own here, without a value yet"),
    ("NameError", r"is not defined", "misspelt, or a variable of another function"),
    ("TypeError", r"object is not callable", "a variable may have the name of a function"),
    ("TypeError", r"NoneType", NONE),
    ("AttributeError", r"^'NoneType' object", NONE),
    ("TypeError", r"indices must be integers or slices, not list", "a row of the board in place of its number"),
    ("TypeError", r"object is not|of type .* is not|non-iterable", "one value in place of a list or tuple"),
    ("TypeError", r"missing \d+ required positional argument", "the call leaves out an argument"),
    ("TypeError", r"takes .* positional arguments? but", "the call passes too many arguments"),
    ("ValueError", r"arg is an empty sequence|argument is empty", "no move is left to choose from"),
    ("ValueError", r"values to unpack", "more or fewer names than values"),
    ("IndexError", r"^list index out of range", "rows and columns are 0, 1 and 2"),
)
"""What the exception means where the remedy is not known; short, since it stands beside a board."""


def exception_remedy(kind: str, message: str) -> str:
    """Return what to do about an exception of type `kind` with this message; empty if that is not known."""
    return _sentence(REMEDIES, kind, message)


def exception_meaning(kind: str, message: str) -> str:
    """Return what such an exception usually means; empty if its remedy is known, or if it can mean anything."""
    return "" if exception_remedy(kind, message) else _sentence(MEANINGS, kind, message)


def _sentence(table: Sequence[tuple[str, str, Sentence]], kind: str, message: str) -> str:
    for own, pattern, sentence in table:
        if own == kind and (found := re.search(pattern, message)):
            return sentence if isinstance(sentence, str) else sentence(found[1])
    return ""
