"""
Imports the submission from source text: no file is read from disk, so no planted file can replace a part of it.

A placeholder stands in for a module that is not installed here, so that an unused import costs nothing.
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Callable, Container, Iterable
from typing import Any, NamedTuple

from ..memoizer import Memoizer, Meter
from .job import ReceivedJob

NOTEBOOK_DISPLAY = "IPython.display"
"""Notebooks show and clear output with this module: two of its functions work, so that their games can be played."""


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

    # A type hint, such as ``List[np.ndarray]`` or ``np.ndarray | None``, is no use.
    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> object:
        """Lack the special attributes that `typing` looks for (AttributeError); any other name is a use."""
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self._refuse_use()

    def __eq__(self, other: object) -> Any:
        """Differ from the type hints that `typing` compares with; any other comparison is a use."""
        hint = isinstance(other, type) or type(other).__module__ == "typing"
        return self is other if hint or self is other else self._refuse_use()

    def __or__(self, _other: object) -> Placeholder:
        """Stand in for the union of two type hints."""
        return self

    __ror__ = __or__


USE = Placeholder._refuse_use.__code__


class PlaceholderFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a placeholder for a module that no other finder has found."""

    def __init__(self, names: Callable[[], set[str]], served: set[str], only: Container[str] | None = None) -> None:
        """Serve the top-level `names`, only those in `only` if given; add each served name to `served`."""
        self._names = names
        self._served = served
        self._only = only

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        top = name.partition(".")[0]
        # The names come last: collecting them parses all files, and most submissions need no placeholder.
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


GRAPHICS = {"tkinter", "turtle"}
"""Standard modules that need a screen, which the grader has not."""
RAW_MEMORY = {"_ctypes", "_interpreters", "_testcapi", "_testinternalcapi", "_xxsubinterpreters", "ctypes"}
"""Standard modules that reach the memory of the process, past all of Python's checks, or a second interpreter."""

CATCHES_IMPORT_ERROR = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


class Imported(NamedTuple):
    job: ReceivedJob
    module: types.ModuleType
    constants: dict[str, object]
    memoizer: Memoizer | None
    description: dict[str, Any]

    @property
    def meter(self) -> Meter | None:
        """The cost of the search, None without a memoizer."""
        return self.memoizer.meter if self.memoizer is not None else None


class SubmissionFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the submission's helper modules; the standard library is searched first."""

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

    def exec_module(self, module: Any) -> None:
        """Compile and run the text that came over the pipe; exceptions of the module pass through."""
        origin = module.__spec__.origin
        module.__file__ = origin
        vars(module)["__builtins__"] = vars(builtins)
        exec(compile(self._files.get(origin, ""), origin, "exec", dont_inherit=True), module.__dict__)

    def get_source(self, fullname: str) -> None:
        """Return None: tracebacks show no source lines."""


class AllowedFinder(importlib.abc.MetaPathFinder):
    """Imports the third-party modules that the rubric names, instead of placeholders."""

    def __init__(self, names: set[str], folders: list[str]) -> None:
        """Look for `names` in `folders`, from which the marker imports packages."""
        self._names = names
        self._folders = folders

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Search as the import system would, but only for allowed modules."""
        if name.partition(".")[0] not in self._names:
            return None
        if path is not None:
            return importlib.machinery.PathFinder.find_spec(name, path)
        # The wall hides the folder but not the allowed modules in it: test their paths.
        files = [
            os.path.join(folder, *parts)
            for folder in self._folders
            for parts in ((name, "__init__.py"), (f"{name}.py",))
        ]
        found = next(filter(os.path.isfile, files), None)
        return importlib.util.spec_from_file_location(name, found) if found else None


def imported_names(sources: Iterable[str]) -> set[str]:
    """Return the modules that `sources` import outside of a `try` that handles their absence."""
    wanted: set[str] = set()
    handled: set[str] = set()
    for source in sources:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # a broken helper may never be imported
            continue
        wanted |= _imports(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Try) and any(_catches_import_error(handler.type) for handler in node.handlers):
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


def _catches_import_error(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(_catches_import_error(item) for item in caught.elts)
    return caught is None or (isinstance(caught, ast.Name) and caught.id in CATCHES_IMPORT_ERROR)


def import_submission(
    job: ReceivedJob, placeholders: set[str], memoizer: Memoizer | None, run: Callable[[dict[str, Any]], None] | None
) -> types.ModuleType:
    """Import the submission (its exceptions pass through) and add modules that got a placeholder to `placeholders`."""
    if run is None:
        text = job.files[job.main]
        code = memoizer.compile() if memoizer is not None else compile(text, job.main, "exec", dont_inherit=True)
        run = functools.partial(exec, code)
    module = prepare_module(job, placeholders)
    if memoizer is not None:
        memoizer.prepare(module)
    run(module.__dict__)
    return module


def prepare_module(job: ReceivedJob, placeholders: set[str], name: str | None = None) -> types.ModuleType:
    """Return the submission's module, still empty, and install the finders; `name` is a second name to import it by."""
    module = types.ModuleType(name or job.module)
    module.__file__ = job.main
    # Without this entry the module would get our builtins from the code that runs it.
    vars(module)["__builtins__"] = vars(builtins)
    helpers = {path: text for path, text in job.files.items() if path != job.main}

    @functools.cache
    def names() -> set[str]:
        # Only the submission's own imports get placeholders: the standard library tries modules of other systems.
        return imported_names(job.files.values()) - job.allowed_imports

    # Packages that a rubric allows may need modules that reach memory.
    refused = frozenset() if job.allowed_imports else frozenset(RAW_MEMORY)
    for loaded in [one for one in sys.modules if one.partition(".")[0] in refused]:
        del sys.modules[loaded]
    sys.meta_path.insert(0, PlaceholderFinder(lambda: names() | refused, placeholders, GRAPHICS | refused))
    sys.meta_path.append(AllowedFinder(job.allowed_imports, job.package_folders))
    sys.meta_path.append(SubmissionFinder(helpers))
    sys.meta_path.append(PlaceholderFinder(names, placeholders))
    sys.modules[module.__name__] = sys.modules[job.module] = module
    return module
