"""Tells named tuples, whose instances are what is in them, from types that only look like them."""

from __future__ import annotations

import types
from collections import namedtuple
from typing import Any

MODEL = "Model"
REPLACE = "_replace"
"""The method that makes a named tuple from another one."""
BESIDES = {"__annotations__", "__orig_bases__", "__firstlineno__", "__static_attributes__"}
BESIDES |= {"__annotate__", "__annotate_func__", "__annotations_cache__"}
"""What `typing.NamedTuple` adds to what `namedtuple` makes."""


def fields_of(value: type) -> tuple[str, ...] | None:
    """Return the fields of a type that `namedtuple` or `NamedTuple` made and nobody added to; None for any other."""
    own = vars(value)
    fields = own.get("_fields")
    if type(value) is not type or value.__mro__ != (value, tuple, object) or type(fields) is not tuple:
        return None
    if any(type(field) is not str for field in fields):
        return None
    # Made with `rename`, it differs where these cannot be names of fields.
    model = _parts(namedtuple(MODEL, fields, rename=True))  # noqa: PYI024 - its fields are known only now
    if not model.keys() <= own.keys() <= model.keys() | BESIDES:
        return None
    return fields if all(_is_alike(own[name], part) for name, part in model.items()) else None


def defaults_of_fields(value: type) -> tuple[Any, ...]:
    """Return what the last fields of a named tuple are when nothing is said of them."""
    made: Any = vars(value)["__new__"].__func__
    return made.__defaults__ or ()


def _parts(value: type) -> dict[str, Any]:
    return {**vars(value)}  # not the view: the type goes at the next collection, and takes with it what it shows


def _is_alike(part: Any, model: Any) -> bool:
    """Tell whether a part of a type is what it is in a named tuple with the same fields."""
    if type(part) is not type(model):
        return False
    if type(part) in {staticmethod, classmethod}:
        return _is_alike(part.__func__, model.__func__)
    if type(part) is types.FunctionType:
        return bool(part.__code__ == model.__code__) and not part.__dict__ and not part.__kwdefaults__
    if type(part) is tuple:
        return bool(part == model)
    if type(part) in {str, dict}:
        return True  # the documentation, the module, a note of the defaults
    return bool(part.__reduce__()[1][0] == model.__reduce__()[1][0])
