"""What to do about an exception of Python, or what it usually means, in one sentence for the student."""

from __future__ import annotations

import copy
import math
import random
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType

FUNCTIONS = frozenset({"player", "actions", "result", "winner", "terminal", "utility", "minimax", "initial_state"})
"""Functions of the assignment sheets."""
NAMES = (*sorted(FUNCTIONS), "EMPTY", "None", "True", "False", "board", "action")
IMPORTS: Mapping[str, str] = MappingProxyType(
    {
        **{name: f"import {name}" for name in ("copy", "itertools", "math", "random", "sys", "time")},
        "deepcopy": "from copy import deepcopy",
        "inf": "from math import inf",
        "lru_cache": "from functools import lru_cache",
        **{name: f"from typing import {name}" for name in ("Any", "Callable", "Dict", "Iterable", "List", "Literal")},
        **{name: f"from typing import {name}" for name in ("Optional", "Sequence", "Set", "Tuple", "Union")},
    }
)
"""Names that students forget to import, with the statement."""
UNBOUND = re.compile(r"local variable '(\w{1,40})'")
UNDEFINED = re.compile(r"name '(\w{1,40})' is not defined")
NOT_IN_MODULE = (
    re.compile(r"cannot import name '(?P<name>\w{1,40})' from '(?P<module>copy|math|random)'"),
    re.compile(r"module '(?P<module>copy|math|random)' has no attribute '(?P<name>\w{1,40})'"),
)
LACKS_ARGUMENTS = re.compile(r"(\w{1,40})\(\) missing \d{1,3} required positional argument")
LACKS = re.compile(r"'(?P<type>list|set|dict|tuple|str|int|NoneType)' object has no attribute '(?P<name>\w{1,40})'")
"""Messages of Python with a name."""
OWN_NAMES: Mapping[str, Sequence[str]] = MappingProxyType(
    {one.__name__: [name for name in dir(one) if name.isalpha()] for one in (list, set, dict, tuple, str)}
)
"""The methods of a type."""
IN_MODULE: Mapping[str, Sequence[str]] = MappingProxyType({one.__name__: dir(one) for one in (copy, math, random)})
CLOSE = 0.83
"""How alike a name must be to one that exists, from 0 to 1: `terminl` is like `terminal`, `terminate` is not."""


def missing_import(kind: str, message: str) -> str:
    """Return the import statement without which such an exception was raised; empty if that is not the cause."""
    found = UNDEFINED.match(message) if kind == "NameError" else None
    return IMPORTS.get(found[1], "") if found else ""


def exception_remedy(kind: str, message: str) -> str:
    """Return what to do about an exception of type `kind` with this message; empty if that is not known."""
    if kind == "UnboundLocalError" and (found := UNBOUND.search(message)) and found[1] in (*FUNCTIONS, *IMPORTS):
        meant = "function" if found[1] in FUNCTIONS else "import"
        return f"give {found[1]} a value first; if the {meant} {found[1]} is meant, rename the variable"
    if statement := missing_import(kind, message):
        return f"perhaps `{statement}` is missing at the top of the file"
    if kind == "NameError" and (found := UNDEFINED.match(message)):
        meant = _closest(found[1], NAMES)
        return f"{found[1]} is not defined: perhaps {meant} is meant" if meant not in ("", found[1]) else ""
    return meant_in_module(message) or _sentence(REMEDIES, kind, message) or _meant_of_type(kind, message)


def meant_in_module(message: str) -> str:
    """Return the name of a module that is meant, if the message is that it lacks one: ``perhaps deepcopy is meant``."""
    found = _lacked_in_module(message)
    meant = meant_attribute(message) if found else ""
    return f"{found['module']} has no {found['name']}: perhaps {meant} is meant" if found and meant else ""


def meant_attribute(message: str) -> str:
    """Return the name that is like the one that a module or a type lacks; empty if none is, or for other messages."""
    if found := _lacked_in_module(message):
        name = found["name"].lower()
        return "inf" if name.startswith("infinit") else _closest(name, IN_MODULE[found["module"]])
    found = LACKS.search(message)
    return _closest(found["name"].lower(), OWN_NAMES.get(found["type"], ())) if found else ""


def _lacked_in_module(message: str) -> re.Match[str] | None:
    return next(filter(None, (pattern.search(message) for pattern in NOT_IN_MODULE)), None)


def _meant_of_type(kind: str, message: str) -> str:
    """Return the method that is meant, or what None may be that has no method of a text; empty if not known."""
    found = LACKS.search(message) if kind == "AttributeError" else None
    if found is None:
        return ""
    if found["type"] == "NoneType":
        of_text = found["name"] in OWN_NAMES["str"] and found["name"] not in OWN_NAMES["list"]
        return f"None has no {found['name']}: an EMPTY cell is None, or a return is missing" if of_text else ""
    meant = meant_attribute(message)
    return f"a {found['type']} has no {found['name']}: perhaps {meant} is meant" if meant else ""


def _closest(name: str, known: Sequence[str]) -> str:
    """Return the name that is like `name`; empty if none is alike enough."""
    return next(iter(get_close_matches(name, known, n=1, cutoff=CLOSE)), "")


def exception_meaning(kind: str, message: str) -> str:
    """Return what such an exception usually means; empty if its remedy is known, or if it can mean anything."""
    return "" if exception_remedy(kind, message) else _sentence(MEANINGS, kind, message)


def _sentence(table: Sequence[tuple[str, str, str]], kind: str, message: str) -> str:
    return next((said for own, part, said in table if own == kind and part in message), "")


NO_CALL = "call the function: it stands here in place of what it returns"
REMEDIES = (
    *(("TypeError", f"'{kind}'", NO_CALL) for kind in ("function", "method", "builtin_function_or_method")),
    (
        "TypeError",
        "'tuple' object does not support item assignment",
        "make a list of it first: no tuple can be changed",
    ),
    ("TypeError", "'set' object is not subscriptable", "make a list of the set first: a set has no order"),
    ("SyntaxError", "name capture", 'write the value itself, such as case "X": a name behind case takes any value'),
    *(
        ("TypeError", part, "None cannot be added: it is EMPTY, or a return is missing")
        for part in ("for +: 'NoneType'", "for +=: 'NoneType'", '(not "NoneType") to str')
    ),
    ("AttributeError", "'list' object has no attribute 'add'", "use append: it is a list, and only a set has add"),
    ("AttributeError", "'dict' object has no attribute 'add'", "write set(): {} is an empty dictionary, not a set"),
    ("AttributeError", "'dict' object has no attribute 'append'", "write []: {} is an empty dictionary, not a list"),
    ("AttributeError", "'set' object has no attribute 'append'", "use add: it is a set, and only a list has append"),
)
"""By the type of the exception and a part of Python's message, as in 3.10 to 3.14: what to do."""
NONE = "something is None: a return may be missing"
NO_LIST = "one value in place of a list or tuple"
NO_NUMBER = "a move, or a pair, is compared with a value"
NO_MOVE = "no move is left to choose from"
MEANINGS = (
    ("UnboundLocalError", "", "a variable of its own here, without a value yet"),
    ("NameError", "is not defined", "misspelt, not written, or of another function"),
    ("TypeError", "object is not callable", "a variable may have the name of a function"),
    ("TypeError", "NoneType", NONE),
    *(("TypeError", f"between instances of 'tuple' and '{number}'", NO_NUMBER) for number in ("int", "float")),
    *(("TypeError", f"between instances of '{number}' and 'tuple'", NO_NUMBER) for number in ("int", "float")),
    ("AttributeError", "'NoneType' object", NONE),
    ("TypeError", "unhashable type: 'list'", "no list can be in a set or be a key"),
    ("TypeError", "indices must be integers or slices, not tuple", "board[i, j] for board[i][j], or a comma left out"),
    ("TypeError", "indices must be integers or slices, not list", "a row of the board in place of its number"),
    ("TypeError", "object is not", NO_LIST),
    ("TypeError", "is not iterable", NO_LIST),
    ("TypeError", "cannot unpack non-iterable", NO_LIST),
    ("TypeError", "required positional argument", "the call leaves out an argument"),
    ("TypeError", "positional argument", "the call passes too many arguments"),
    ("KeyError", "", "the dictionary has no such key"),
    ("ValueError", "arg is an empty sequence", NO_MOVE),
    ("ValueError", "argument is empty", NO_MOVE),
    ("ValueError", "values to unpack", "more or fewer names than values"),
    ("IndexError", "list index out of range", "rows and columns are 0, 1 and 2"),
)
"""What the exception means where the remedy is not known; short, since it stands beside a board."""
