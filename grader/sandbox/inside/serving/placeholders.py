"""Stands in for modules that are not installed where grading happens, so that an unused import costs nothing."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Callable, Container
from typing import Any

NOTEBOOK_DISPLAY = "IPython.display"
"""What notebooks show and clear output with: its two functions work, so that a game which uses them can be played."""


class Placeholder:
    """Stands in for an attribute of a missing module; raises ImportError on first use."""

    def __init__(self, name: str) -> None:
        self.__dict__["_placeholder"] = name

    def _refuse_use(self, *_args: object, **_kwargs: object) -> object:
        name: str = self.__dict__["_placeholder"]
        standard = name.partition(".")[0] in sys.stdlib_module_names
        why = "it needs a screen or raw memory" if standard else "only the standard library and the files handed in are"
        message = f"{name} is not available while grading: {why}"
        raise ImportError(message, name=name)

    __call__ = __getitem__ = __iter__ = __len__ = __bool__ = __mro_entries__ = _refuse_use
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __float__ = __int__ = (
        _refuse_use
    )
    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = __enter__ = __contains__ = _refuse_use  # type: ignore[assignment]

    # Appearing in a type hint, such as ``List[np.ndarray]`` or ``np.ndarray | None``, does not count as a use.
    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> object:
        """Lack the special attributes that `typing` looks for (AttributeError); every other name is a use."""
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self._refuse_use()

    def __eq__(self, other: object) -> Any:
        """Differ from what `typing` compares type hints with; every other comparison is a use."""
        hint = isinstance(other, type) or type(other).__module__ == "typing"
        return self is other if hint or self is other else self._refuse_use()

    def __or__(self, _other: object) -> Placeholder:
        """Stand in for the union of two type hints."""
        return self

    __ror__ = __or__


USE = Placeholder._refuse_use.__code__
"""What runs when a placeholder is used."""


class PlaceholderFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a placeholder for a module that no other finder has found."""

    def __init__(self, names: Callable[[], set[str]], served: set[str], only: Container[str] | None = None) -> None:
        """Serve the top-level `names`, or those of them that are in `only`; add what is served to `served`."""
        self._names = names
        self._served = served
        self._only = only

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Offer a placeholder module."""
        top = name.partition(".")[0]
        # The names are looked up last: this parses all files, and most submissions need no placeholder.
        if (self._only is not None and top not in self._only) or top not in self._names():
            return None
        self._served.add(top)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: Any) -> Any:
        """Make an empty module that has a placeholder for every attribute."""
        module: Any = types.ModuleType(spec.name)
        module.__all__ = []
        module.__getattr__ = lambda name: _attribute(spec.name, name)
        return module

    def exec_module(self, module: Any) -> None:
        """Run nothing."""


def is_placeholder(name: str) -> bool:
    """Tell whether the module `name`, which is imported already, is a placeholder."""
    return type(getattr(sys.modules.get(name), "__loader__", None)) is PlaceholderFinder


def _attribute(module: str, name: str) -> Any:
    """Return an attribute of a missing module (AttributeError for a special one)."""
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(name)
    if f"{module}.{name}" == NOTEBOOK_DISPLAY:
        return importlib.import_module(NOTEBOOK_DISPLAY)
    if module == NOTEBOOK_DISPLAY and name in DISPLAY_FUNCTIONS:
        return DISPLAY_FUNCTIONS[name]
    return Placeholder(f"{module}.{name}")


def _display(*values: object, **_options: object) -> None:
    for value in values:
        sys.stdout.write(f"{value!r}\n")


def _clear_output(wait: object = None) -> None:
    """Do nothing: there is no screen to clear."""


DISPLAY_FUNCTIONS: dict[str, Callable[..., None]] = {"display": _display, "clear_output": _clear_output}
