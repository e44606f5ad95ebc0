"""Imports the submission from source text: nothing of it is ever read from disk, so nothing planted there counts."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Container, Iterable
from typing import Any

from ..memoizer import Memoizer

GRAPHICS = {"tkinter", "turtle"}
"""Standard modules that need a screen; sheets have students install a window for the game."""

OF_NOTEBOOKS = "IPython.display"
"""What notebooks clear their output with: a game that does is played all the same."""

FORGIVING = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


class Placeholder:
    """Stands for something of a module that is not here; raises ImportError on first use."""

    def __init__(self, name: str) -> None:
        """Stand for `name`."""
        self.__dict__["_placeholder"] = name

    def _used(self, *_args: object, **_kwargs: object) -> object:
        message = (
            f"{self.__dict__['_placeholder']} is not available while grading:"
            " only the standard library and the files handed in are"
        )
        raise ImportError(message)

    __call__ = __getitem__ = __iter__ = __len__ = __bool__ = __mro_entries__ = _used
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __float__ = __int__ = _used
    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = __enter__ = __contains__ = _used  # type: ignore[assignment]

    # To stand in a type hint, such as ``List[np.ndarray]`` or ``np.ndarray | None``, is no use yet.
    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> object:
        """Lack what typing looks for; every other name is a use."""
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self._used()

    def __eq__(self, other: object) -> Any:
        """Differ from what typing compares hints with; every other comparison is a use."""
        hint = isinstance(other, type) or type(other).__module__ == "typing"
        return self is other if hint or self is other else self._used()

    def __or__(self, _other: object) -> Placeholder:
        """Stand for the union of two hints."""
        return self

    __ror__ = __or__


class PlaceholderFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what nobody else found, so that an unused ``import pygame`` costs nothing."""

    def __init__(self, names: Callable[[], set[str]], seen: set[str], among: Container[str] | None = None) -> None:
        """Serve the top-level `names`, or those of them that are `among` others; add what is served to `seen`."""
        self._names = names
        self._seen = seen
        self._among = among

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Offer a placeholder module."""
        top = name.partition(".")[0]
        # Most submissions import nothing that is not here: asked last, since reading a whole file takes milliseconds.
        if (self._among is not None and top not in self._among) or top not in self._names():
            return None
        self._seen.add(top)
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: Any) -> Any:
        """Make an empty module that answers any name with a placeholder."""
        module: Any = types.ModuleType(spec.name)
        module.__all__ = []
        module.__getattr__ = lambda name: _attribute(spec.name, name)
        return module

    def exec_module(self, module: Any) -> None:
        """Have nothing to run."""


def is_placeholder(name: str) -> bool:
    """Tell whether the module `name`, imported already, is a placeholder."""
    return type(getattr(sys.modules.get(name), "__loader__", None)) is PlaceholderFinder


def _attribute(module: str, name: str) -> Any:
    if name.startswith("__") and name.endswith("__"):
        raise AttributeError(name)
    if f"{module}.{name}" == OF_NOTEBOOKS:
        return importlib.import_module(OF_NOTEBOOKS)
    if module == OF_NOTEBOOKS and name in SCREEN:
        return SCREEN[name]
    return Placeholder(f"{module}.{name}")


def _display(*values: object, **_options: object) -> None:
    for value in values:
        sys.stdout.write(f"{value!r}\n")


def _clear_output(wait: object = None) -> None:
    """Have no screen to clear."""


SCREEN: dict[str, Callable[..., None]] = {"display": _display, "clear_output": _clear_output}


class SubmissionFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds the helper modules that were handed in, after the standard library had its turn."""

    def __init__(self, files: dict[str, str]) -> None:
        """Serve `files`, source text by path relative to the main file's folder."""
        self._files = files

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Find ``name.py`` or the package ``name/`` among the files."""
        stem = name.replace(".", "/")
        if f"{stem}.py" in self._files:
            return importlib.util.spec_from_loader(name, self, origin=f"{stem}.py")
        if any(path.startswith(f"{stem}/") for path in self._files):
            return importlib.machinery.ModuleSpec(name, self, origin=f"{stem}/__init__.py", is_package=True)
        return None

    def create_module(self, spec: Any) -> Any:
        """Leave it to the import system."""

    def exec_module(self, module: Any) -> None:
        """Compile the text that came over the pipe and run it."""
        origin = module.__spec__.origin
        module.__file__ = origin
        exec(compile(self._files.get(origin, ""), origin, "exec", dont_inherit=True), module.__dict__)

    def get_source(self, fullname: str) -> None:
        """Return nothing: there is no file to show."""


class AllowedFinder(importlib.abc.MetaPathFinder):
    """Imports for real the third-party modules that the rubric names."""

    def __init__(self, names: set[str], places: list[str]) -> None:
        """Look for `names` in `places`, the marker's own package folders."""
        self._names = names
        self._places = places

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Search as the import system would, but only for what is allowed."""
        if name.partition(".")[0] not in self._names:
            return None
        if path is not None:
            return importlib.machinery.PathFinder.find_spec(name, path)
        # The folder itself holds what is not allowed, so it cannot be listed; files can be asked for by name.
        files = [
            os.path.join(place, *parts) for place in self._places for parts in ((name, "__init__.py"), (f"{name}.py",))
        ]
        found = next(filter(os.path.isfile, files), None)
        return importlib.util.spec_from_file_location(name, found) if found else None


def imported_names(sources: Iterable[str]) -> set[str]:
    """Return the modules that `sources` import without handling their absence themselves."""
    wanted: set[str] = set()
    handled: set[str] = set()
    for source in sources:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # a helper that nobody imports may be broken
            continue
        wanted |= _imports(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Try) and any(_forgives(handler.type) for handler in node.handlers):
                handled |= {name for statement in node.body for name in _imports(statement)}
    return wanted - handled


def _imports(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def _forgives(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(_forgives(item) for item in caught.elts)
    return caught is None or (isinstance(caught, ast.Name) and caught.id in FORGIVING)


def load(
    job: dict[str, Any], seen: set[str], memoizer: Memoizer | None, run: Callable[[dict[str, Any]], None] | None = None
) -> types.ModuleType:
    """
    Import the submission that `job` carries, instrumented by `memoizer`; `run` runs it in its namespace.

    Names that got a placeholder are added to `seen`. Whatever the student's module raises while it is imported passes
    through.
    """
    main = job["main"]
    if run is None:
        plain = functools.partial(compile, job["files"][main], main, "exec", dont_inherit=True)
        run = functools.partial(exec, memoizer.compile() if memoizer is not None else plain())
    module = prepared(job, seen)
    if memoizer is not None:
        memoizer.prepare(module)
    run(module.__dict__)
    return module


def prepared(job: dict[str, Any], seen: set[str], name: str | None = None) -> types.ModuleType:
    """Return the submission's module, empty, to be known by `name` too; what it imports is found from now on."""
    files, main = job["files"], job["main"]
    module = types.ModuleType(name or job["module"])
    module.__file__ = main
    allowed = set(job["allow_imports"])
    helpers = {path: text for path, text in files.items() if path != main}

    @functools.cache
    def names() -> set[str]:
        # Only what the submission itself imports: the standard library tries modules of other systems in vain.
        return imported_names(files.values()) - allowed

    sys.meta_path.insert(0, PlaceholderFinder(names, seen, GRAPHICS))
    sys.meta_path.append(AllowedFinder(allowed, job["places"]))
    sys.meta_path.append(SubmissionFinder(helpers))
    sys.meta_path.append(PlaceholderFinder(names, seen))
    sys.modules[module.__name__] = sys.modules[job["module"]] = module
    return module
