"""Judges the classes of a file: whether instances are nothing but their attributes, methods nothing but their text."""

from __future__ import annotations

import ast
import builtins
import math
import types
from collections.abc import Collection
from typing import Any

from .call_graph import Reading
from .named_tuples import REPLACE, defaults_of_fields, fields_of
from .scopes import Function

ATOMS = frozenset([int, str, bool, float, type(None)])
DEEP = 8
FROZEN = frozenset([tuple, frozenset])
EXCEPTIONS = [
    value for value in vars(builtins).values() if isinstance(value, type) and issubclass(value, BaseException)
]
EXCEPTION_IDS = {id(value) for value in EXCEPTIONS}
SPECIAL = {"__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__"}
SPECIAL |= {"__firstlineno__", "__static_attributes__", "__annotate_func__"}
"""What every class has."""
METHODS = {"__init__", "__repr__", "__str__"}
"""Special methods that a class may define: no operator calls them."""


def is_constant(value: Any, depth: int = 0, frozen: Collection[Any] = FROZEN) -> bool:
    """Tell whether `value` is an atom that equals itself, or a tuple or another of `frozen` of such."""
    kind = type(value)
    if kind in ATOMS:
        return kind is not float or not math.isnan(value)
    if kind not in frozen or depth >= DEEP:
        return False
    for part in value:  # noqa: SIM110 - asked for every answer that is kept: a generator takes longer
        if not is_constant(part, depth + 1, frozen):
            return False
    return True


def is_code_of(function: Function, value: Any) -> bool:
    """Tell whether the function object `value` was made by the definition `function`."""
    code = getattr(value, "__code__", None)
    name = "<lambda>" if isinstance(function.node, ast.Lambda) else function.name
    return code is not None and (code.co_name, code.co_firstlineno) == (name, function.line)


class Classes:
    """Judges the classes that a module holds, each once."""

    def __init__(self, reading: Reading, module: types.ModuleType, originals: dict[Any, Any]) -> None:
        """Judge those of `module`; `originals` gives the function behind each of our wrappers."""
        self._reading, self._module, self._originals = reading, module, originals
        self._own = [value for value in vars(module).values() if type(value) is type and self.is_own(value)]
        self.plain: dict[Any, bool] = dict.fromkeys(filter(_is_named_tuple, self._own), True)
        """Those whose instances are what their attributes are, or, where this says so, what is in them as tuples."""
        self.named = FROZEN.union(self.plain)
        self.fields = {name for value in self.plain for name in (*value._fields, REPLACE)}
        """The names by which these give what is in them."""

    def is_own(self, value: Any) -> bool:
        """Tell whether a class says that it comes from the file."""
        return bool(type.__dict__["__module__"].__get__(value) == self._module.__name__)

    def is_exception(self, value: Any) -> bool:
        """Tell whether `value` is an exception of Python's own, or one of the file that adds nothing to it."""
        if not isinstance(value, type) or not issubclass(value, BaseException):
            return False
        return all(
            one is object
            or id(one) in EXCEPTION_IDS
            or (type(one) is type and self.is_own(one) and set(vars(one)) <= SPECIAL)
            for one in value.__mro__
        )

    def doubt_about_owner(self, function: Function) -> str | None:
        """Return what speaks against the class whose method `function` is."""
        found = [one for one in self._own if one.__name__ == function.owner]
        return self.doubt(found[0]) if len(found) == 1 else f"is a method of {function.owner}, whatever that is"

    def doubt(self, value: type) -> str | None:
        """Return what speaks against a class, by what is in it."""
        if self.plain.get(value):
            return None
        if value.__mro__ != (value, object):
            return f"uses the class {value.__name__}, which inherits"
        for name, part in vars(value).items():
            if name in SPECIAL:
                continue
            inner = part.__func__ if type(part) in {staticmethod, classmethod} else part
            inner = self._originals.get(inner, inner) if type(inner) is types.FunctionType else inner
            known = [one for one in self._reading.functions if (one.owner, one.name) == (value.__name__, name)]
            method = len(known) == 1 and is_code_of(known[0], inner)
            if (name[:2] == "__" and name not in METHODS) or not (method or is_constant(part)):
                return f"uses the class {value.__name__}, which has {name}"
            if method and (inner.__closure__ or inner.__dict__ or not all(map(is_constant, defaults_of(inner)))):
                return f"uses the class {value.__name__}, whose {name} carries something with it"
        self.plain[value] = False
        return None


def _is_named_tuple(value: type) -> bool:
    return fields_of(value) is not None and all(map(is_constant, defaults_of_fields(value)))


def defaults_of(function: Any) -> tuple[Any, ...]:
    """Return the values that the parameters of a function have by themselves."""
    return (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
