"""
Hides our side of a probe from the student's code, except for the frames of running functions.

Our own package gets its own builtins, so that no other code can replace `len` or `type` in it. The collector does not
list frozen objects; so the functions that unfreeze them and that follow references from objects are replaced. Functions
that let code run in our frames are replaced, too. A built-in module that Python has forgotten would be made a second
time, unchanged, by an import: the import gets the first module instead.
"""

from __future__ import annotations

import _imp
import builtins
import gc
import os
import sys
import types
from collections.abc import Callable
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from typing import Any


class Loader(SourceFileLoader):
    """Loads a module with its own copy of Python's builtins, because some modules show their functions."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module's code: a function takes its builtins from its module when it is defined."""
        vars(module)["__builtins__"] = {**vars(builtins)}
        super().exec_module(module)


class Finder:
    """Finds the modules of one package."""

    def __init__(self, folder: str) -> None:
        self._folder, self._package = os.path.split(folder)

    def find_spec(self, name: str, path: Any = None, _target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] != self._package:
            return None
        return FileFinder(path[0] if path else self._folder, (Loader, [".py"])).find_spec(name)


def begin_own_builtins(folder: str) -> None:
    """Import the package in `folder` with builtins of its own from now on."""
    sys.meta_path.insert(0, Finder(folder))


def end_own_builtins() -> None:
    del sys.meta_path[0]


freeze = gc.freeze
NEW_OBJECTS = 10_000
"""
After how many new objects the collector looks at them.

A search that builds its whole tree of objects spends two thirds of its time in a collector that looks after 700, and
half of that after 10,000; above, garbage in cycles takes more memory.
"""


def close_doors() -> None:
    """Change this process for good; a zygote calls this once for all its probes."""
    gc.set_threshold(NEW_OBJECTS)
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
    """Return None: nobody learns what watches the calls or the lines."""


def _refuse(function: object) -> None:
    """Refuse to call code at every step (RuntimeError); accept None, with which `doctest` ends such calls."""
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
