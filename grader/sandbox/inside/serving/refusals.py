"""
Tells exceptions that the wall caused from the submission's own: what works on a student's machine is no mistake.

The exceptions behind an exception count, too. An exception that the submission itself raised is never the wall's.
"""

from __future__ import annotations

import ast
import errno
import io
import os
import sys
import types
from collections.abc import Iterator
from opcode import opmap
from typing import NamedTuple

from .job import ReceivedJob
from .submission_import import USE

REFUSING = frozenset({errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EAGAIN, errno.EMFILE, errno.EROFS, errno.ENOTTY})
"""Error numbers that the wall answers with, and that a student's own folder and terminal do not give."""
KINDS = (OSError, RuntimeError, ImportError, ValueError)
MODULES = {"sqlite3": None, "locale": "system", "_curses": "terminal"}
"""Modules with their own exceptions for refusals; the code, if every exception of the module is a refusal."""
TEXTS: dict[tuple[type[BaseException], str], str] = {
    (RuntimeError, "can't start new thread"): "thread",
    (RuntimeError, "no code can be traced while grading"): "trace",
    (ValueError, "not allowed to raise maximum limit"): "system",
}
"""Exceptions of the library and of the wall, recognized by their text."""
PARTS = {
    **dict.fromkeys(("subprocess", "multiprocessing", "concurrent"), "process"),
    **dict.fromkeys(("socket", "asyncio"), "network"),
    "tempfile": "temporary",
    **dict.fromkeys(("shelve", "dbm"), "database"),
}
"""Modules and packages of the standard library; the code for what the wall refused when they fail."""
MAX_CHAIN = 20
"""The most exceptions of a chain that are examined: a chain can be as long as memory allows."""
MAX_NAME = 200
OWN_RAISE = opmap["RAISE_VARARGS"]


class RefusedUse(NamedTuple):
    """What the wall refused, in the order of the wire."""

    what: str
    """A code from the table in `grader/sandbox/wire/messages.py`."""
    name: str
    """The requested file or module; may be empty."""
    at: str | None
    """``file:line`` in the submission."""


class Refusals:
    """Finds the refusals of the wall behind exceptions."""

    def __init__(self) -> None:
        self._sources = self._handed_in = frozenset[str]()
        self._missing_names: dict[str, RefusedUse] = {}
        """Names that the submission lacks because the wall refused the statement that binds them."""

    def install(self, job: ReceivedJob) -> None:
        """Learn the submission's files and the other files that were handed in, which are not here."""
        self._sources = frozenset(job.files)
        self._handed_in = frozenset([*job.beside, *map(os.path.basename, job.files)])

    def behind(self, error: BaseException) -> RefusedUse | None:
        """Return the wall's refusal behind `error`, None if there is none."""
        try:
            alone = error.__context__ is None and error.__cause__ is None  # as most are, of twenty thousand
            found = self._of(error) if alone else next(filter(None, map(self._of, _chain(error))), None)
            return found if found is None or found.at else found._replace(at=self._place(frames_of(error)))
        except Exception:  # a class of the submission defines an attribute anew
            return None

    def note_left_out(self, statement: ast.stmt, refusal: RefusedUse) -> None:
        """Remember that the names which `statement` binds are missing because of `refusal`."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._missing_names[node.id] = refusal
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self._missing_names[node.name] = refusal
            elif isinstance(node, ast.alias):
                self._missing_names[(node.asname or node.name).partition(".")[0]] = refusal

    def _of(self, error: BaseException) -> RefusedUse | None:
        if isinstance(error, NameError):
            return self._missing_names.get(error.name) if type(error.name) is str else None
        if not isinstance(error, KINDS) and type(error).__module__ not in MODULES:
            return None
        frames = frames_of(error)
        found = self._what(error, [trace.tb_frame for trace in frames]) if frames else None
        if found is None or self._is_own(frames[-1]):
            return None
        what, name = found
        return RefusedUse(what, name, self._place(frames))

    def _place(self, frames: list[types.TracebackType]) -> str | None:
        own = [trace for trace in frames if trace.tb_frame.f_code.co_filename in self._sources]
        return f"{own[-1].tb_frame.f_code.co_filename}:{own[-1].tb_lineno}" if own else None

    def _is_own(self, trace: types.TracebackType) -> bool:
        """Tell whether a ``raise`` statement of the submission made this frame raise."""
        code = trace.tb_frame.f_code
        return code.co_filename in self._sources and code.co_code[trace.tb_lasti] == OWN_RAISE

    def _what(self, error: BaseException, frames: list[types.FrameType]) -> tuple[str, str] | None:
        """Return the code and the name of the refused thing; None if the wall refused nothing."""
        if isinstance(error, OSError):
            return self._of_system(error, frames)
        kind, text = type(error), error.args[0] if error.args else None
        if isinstance(error, ImportError) and frames[-1].f_code is USE:
            name = error.name or ""
            return ("module", name) if name.partition(".")[0] in sys.stdlib_module_names else None
        known = TEXTS.get((kind, text)) if type(text) is str else None
        if known is None and kind.__module__ == "sqlite3" and text == "unable to open database file":
            known = "database"
        known = known or MODULES.get(kind.__module__)
        return (known, "") if known else None

    def _of_system(self, error: OSError, frames: list[types.FrameType]) -> tuple[str, str] | None:
        if type(error).__module__ == "socket":  # names of other machines have error numbers of their own
            return "network", ""
        if isinstance(error, io.UnsupportedOperation):  # printed text goes to no file
            return ("terminal", "") if error.args == ("fileno",) else None
        name = os.fsdecode(error.filename)[:MAX_NAME] if type(error.filename) in {str, bytes} else ""
        if error.errno not in REFUSING and (error.errno != errno.ENOENT or self._is_missing(name)):
            return None
        for frame in frames:
            what = _part(frame.f_code.co_filename)
            if what:
                return what, ""
        mode = frames[-1].f_locals.get("mode") if frames[-1].f_code.co_name == "open_" else None
        if mode is not None:
            return "read" if str(mode) in {"r", "rb", "rt"} else "write", name
        return ("path", name) if name else ("terminal" if error.errno == errno.ENOTTY else "system", "")

    def _is_missing(self, name: str) -> bool:
        """Tell whether a missing file would lie in the student's own folder, and was not handed in."""
        # In other folders the wall may hide files that a student's machine has.
        folder, file = os.path.split(name)
        is_own = not os.path.isabs(name) or (folder == os.getcwd() and "." in file)
        return bool(name) and is_own and file not in self._handed_in


REFUSALS = Refusals()


def _chain(error: BaseException) -> Iterator[BaseException]:
    waiting: list[BaseException | None] = [error]
    seen: list[BaseException] = []
    while waiting and len(seen) < MAX_CHAIN:
        one = waiting.pop()
        if one is not None and not any(one is known for known in seen):
            seen.append(one)
            yield one
            waiting += [one.__context__, one.__cause__]


def frames_of(error: BaseException) -> list[types.TracebackType]:
    frames, trace = [], error.__traceback__
    while trace is not None:
        frames.append(trace)
        trace = trace.tb_next
    return frames


def _part(file: str) -> str:
    names = file.replace("\\", "/").removesuffix(".py").split("/")
    return next((what for part, what in PARTS.items() if part in names[-3:]), "")
