"""
Takes away what shows or reaches our side of a probe beside the frames of running functions.

The collector lists nothing that it was told to freeze, so the function that takes this back is replaced, and with it
the one that follows references from any object. Functions that let code be called in our frames are replaced too. Where
a module that is built into Python was forgotten, an import would make a second one: it gets the first one.
"""

from __future__ import annotations

import _imp
import builtins
import gc
import sys
import types
from collections.abc import Callable
from typing import Any

freeze = gc.freeze


def close_doors() -> None:
    """Change this process for good; a zygote does so once for all its probes."""
    vars(gc).update(unfreeze=_detached(_unfreeze), get_referents=_detached(_get_referents))
    vars(sys).update(dict.fromkeys(("settrace", "setprofile", "addaudithook"), _detached(_refuse)))
    vars(sys).update(dict.fromkeys(("getprofile", "gettrace"), _detached(_nothing)))
    vars(sys).pop("monitoring", None)
    known = {"gc": gc, "sys": sys, "_imp": _imp, "builtins": builtins}
    vars(_imp)["create_builtin"] = _create_known(_imp.create_builtin, known)


def _detached(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that shows nothing of this module."""
    return types.FunctionType(function.__code__, {"__builtins__": builtins}, function.__name__)


def _unfreeze() -> None:
    """Do nothing."""


def _get_referents(*_objects: object) -> list[object]:
    return []


def _nothing() -> None:
    """Return None: nobody is told what watches the calls or the lines."""


def _refuse(function: object) -> None:
    """Refuse to call code at every step (RuntimeError); None ends what has never begun, as `doctest` does."""
    if function is not None:
        message = "no code can be traced while grading"
        raise RuntimeError(message)


def _create_known(
    create: Callable[[Any], types.ModuleType], known: dict[str, types.ModuleType]
) -> Callable[[Any], types.ModuleType]:
    def create_builtin(spec: Any) -> types.ModuleType:
        name = spec.name
        if type(name) is str and name in known:
            return known[name]
        return create(types.SimpleNamespace(name=str(name)))

    return create_builtin
