"""Python's own functions and types whose answers depend on their arguments alone."""

from __future__ import annotations

import builtins
import collections
import copy
import functools
import itertools
import math
import operator
from typing import Any

from .. import boards

BUILTINS = (
    "abs all any bool callable chr complex dict divmod enumerate filter float frozenset int isinstance issubclass iter"
    " len list map max min next ord pow range repr reversed round set slice sorted str sum tuple type zip"
)
IN_PLACE = {"setitem", "delitem", "attrgetter", "methodcaller", "call"} | {
    name
    for name in vars(operator)
    if name[0] == "i" and name not in {"indexOf", "itemgetter", "index", "inv", "invert"}
}
"""Functions of `operator` that change an argument, or that call what the text does not name."""
PURE: set[Any] = {getattr(builtins, name) for name in BUILTINS.split(" ")}
PURE |= {value for value in vars(math).values() if callable(value)}
PURE |= {value for name, value in vars(itertools).items() if name[0] != "_" and callable(value)}
PURE |= {value for name, value in vars(operator).items() if name[0] != "_" and callable(value) and name not in IN_PLACE}
PURE |= {copy.copy, copy.deepcopy, functools.reduce, functools.cmp_to_key}
PURE |= {collections.Counter, collections.deque, collections.defaultdict, collections.OrderedDict}
PURE_IDS = {id(value) for value in PURE}
"""The ids of the functions as they were before the submission was imported."""
MODULES = {"math", "itertools", "operator", "copy", "functools", "collections", "sys"}
"""Modules that such functions may be taken from."""


def is_pure(value: Any) -> bool:
    """Tell whether `value` is one of these functions and types, or our `deepcopy`."""
    return id(value) in PURE_IDS or value is boards.deepcopy
