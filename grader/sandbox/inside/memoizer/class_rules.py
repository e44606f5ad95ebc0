"""Judges the classes of a file: an instance must consist of its attributes alone, a method of its text alone."""

from __future__ import annotations

import ast
import builtins
import types
from typing import Any

from .call_graph import CallGraph
from .plain_values import is_constant
from .reasons import Reason
from .scopes import Function

EXCEPTIONS = [
    value for value in vars(builtins).values() if isinstance(value, type) and issubclass(value, BaseException)
]
EXCEPTION_IDS = {id(value) for value in EXCEPTIONS}
IN_EVERY_CLASS = {"__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__"}
IN_EVERY_CLASS |= {"__firstlineno__", "__static_attributes__", "__annotate_func__"}
SPECIAL_METHODS = {"__init__", "__repr__", "__str__"}
"""Special methods that a class may define: no operator calls them."""


class ClassRules:
    """Judges the classes of one module, each once."""

    def __init__(self, graph: CallGraph, module: types.ModuleType, originals: dict[Any, Any]) -> None:
        """Judge the classes of `module`; `originals` has the function behind each wrapper."""
        self._graph, self._module, self._originals = graph, module, originals
        self._own = [value for value in vars(module).values() if type(value) is type and self.is_own(value)]
        self.plain: set[Any] = set()
        """Classes whose instances are plain data; grows with each judgement."""
        self.exceptions = {one.__name__ for one in self._own if issubclass(one, BaseException)}
        """The names of the exceptions of the file."""

    def is_own(self, value: Any) -> bool:
        """Tell whether a class says that it was made in the file."""
        return bool(type.__dict__["__module__"].__get__(value) == self._module.__name__)

    def is_exception(self, value: Any) -> bool:
        """Tell whether `value` is an exception of Python's own, or one of the file that adds only methods to it."""
        if not isinstance(value, type) or not issubclass(value, BaseException):
            return False
        return all(one is object or id(one) in EXCEPTION_IDS or self._is_own_exception(one) for one in value.__mro__)

    def has_methods(self, value: type) -> bool:
        """Tell whether an exception has methods that the file defines."""
        own = (part for one in value.__mro__ if self.is_own(one) for part in vars(one).values())
        return any(type(part) is types.FunctionType for part in own)

    def _is_own_exception(self, value: Any) -> bool:
        if type(value) is not type or not self.is_own(value):
            return False
        parts = {name: part for name, part in vars(value).items() if name not in IN_EVERY_CLASS}
        return all(is_constant(part) or self._is_method(value, name, part) for name, part in parts.items()) and all(
            name in SPECIAL_METHODS or name[:2] != "__" for name in parts
        )

    def _is_method(self, value: type, name: str, part: Any) -> bool:
        """Tell whether `part` was made by the one definition of the method, and carries nothing but its own class."""
        known = [one for one in self._graph.functions if (one.class_name, one.name) == (value.__name__, name)]
        if len(known) != 1 or type(part) is not types.FunctionType or not is_made_by(known[0], part):
            return False
        cells = [cell.cell_contents for cell in part.__closure__ or ()]
        own = part.__code__.co_freevars in {(), ("__class__",)} and all(one is value for one in cells)
        return own and not part.__dict__ and all(map(is_constant, defaults_of(part)))

    def doubt_about_method(self, function: Function) -> Reason | None:
        """Return why the class whose method `function` is cannot be trusted, or None."""
        found = [one for one in self._own if one.__name__ == function.class_name]
        if len(found) == 1 and self.is_exception(found[0]):
            return None
        return self.doubt(found[0]) if len(found) == 1 else Reason("uses-class", (str(function.class_name),))

    def doubt(self, value: type) -> Reason | None:
        """Return why a class cannot be trusted, by everything that is in it, or None."""
        if value in self.plain:
            return None
        if value.__mro__ != (value, object):
            return Reason("uses-class", (value.__name__,))
        for name, part in vars(value).items():
            if name in IN_EVERY_CLASS:
                continue
            inner = part.__func__ if type(part) in {staticmethod, classmethod} else part
            inner = self._originals.get(inner, inner) if type(inner) is types.FunctionType else inner
            known = [one for one in self._graph.functions if (one.class_name, one.name) == (value.__name__, name)]
            method = len(known) == 1 and is_made_by(known[0], inner)
            special = name[:2] == "__" and name not in SPECIAL_METHODS
            if special or not (method or is_constant(part)) or (method and carries_state(inner)):
                return Reason("uses-class", (value.__name__,))
        self.plain.add(value)
        return None


def is_made_by(definition: Function, value: Any) -> bool:
    code = getattr(value, "__code__", None)
    name = "<lambda>" if isinstance(definition.node, ast.Lambda) else definition.name
    return code is not None and (code.co_name, code.co_firstlineno) == (name, definition.line)


def defaults_of(function: Any) -> tuple[Any, ...]:
    """Return the defaults of a function object's parameters."""
    return (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())


def carries_state(function: Any) -> bool:
    """Tell whether a function object has outer variables, attributes or defaults that can change."""
    return bool(function.__closure__ or function.__dict__ or not all(map(is_constant, defaults_of(function))))
