"""Replaces functions of the standard library by others that look like them."""

from __future__ import annotations

import types
from typing import Any


def replace(module: types.ModuleType, name: str, function: Any) -> None:
    """Put `function` in the place of `module`'s function `name`, with its name and its text."""
    original = getattr(module, name)
    function.__name__ = function.__qualname__ = name
    function.__module__, function.__doc__ = original.__module__, original.__doc__
    vars(module)[name] = function
