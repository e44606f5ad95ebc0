"""Imports our own package so that its functions look up `len` or `type` where no other code can replace them."""

from __future__ import annotations

import builtins
import os
import sys
import types
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from typing import Any


class Loader(SourceFileLoader):
    """Loads a module with a copy of Python's builtins; a copy each, since some modules show their functions."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module's code: a function takes its builtins from its module when it is defined."""
        vars(module)["__builtins__"] = {**vars(builtins)}
        super().exec_module(module)


class Finder:
    """Finds the modules of one package, and no others."""

    def __init__(self, folder: str) -> None:
        self._folder, self._package = os.path.split(folder)

    def find_spec(self, name: str, path: Any = None, _target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] != self._package:
            return None
        return FileFinder(path[0] if path else self._folder, (Loader, [".py"])).find_spec(name)


def begin(folder: str) -> None:
    """Import the package in `folder` in this way from now on."""
    sys.meta_path.insert(0, Finder(folder))


def end() -> None:
    """Stop to do so."""
    del sys.meta_path[0]
