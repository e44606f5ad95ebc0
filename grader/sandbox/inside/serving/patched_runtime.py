"""Changes to the process before the student's code runs: captured output, fixed clocks and chance, no waiting."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # unknown to typeshed
import builtins
import copy
import io
import os
import sys
import types
from collections.abc import Callable
from typing import Any

from .. import boards
from . import chance, clocks
from .job import Job
from .refusals import REFUSALS

TAIL = 2_000
"""Characters that are kept of what is printed."""
RECURSION_LIMIT = 1_000
"""CPython's own default, set so that every system has the same one."""


class TailStream(io.TextIOBase):
    """A text stream that keeps the end of what is written and drops the rest: printing cannot fail or fill memory."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        super().__init__()
        self.characters = 0
        """Number of characters written since `forget`."""
        self._parts: list[str] = []
        self._size = 0
        self.listener: Callable[[str], None] | None = None
        """Gets all that is written, as long as it is set."""
        self.buffer = BytesAdapter(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Keep the end of `text` and pass the whole text to the listener (TypeError if it is no text)."""
        if not isinstance(text, str):
            message = f"write() argument must be str, not {type(text).__name__}"
            raise TypeError(message)
        if self.listener is not None:
            self.listener(text)
        return self.show(text)

    def show(self, text: str) -> int:
        """Keep the end of `text` without passing it to the listener."""
        self.characters += len(text)
        self._parts.append(text[-TAIL:])
        self._size += min(len(text), TAIL)
        if self._size > 8 * TAIL:
            self._parts = [self.tail()]
            self._size = len(self._parts[0])
        return len(text)

    def recent(self, characters: int) -> str:
        """Return the last `characters` that were written, at most `TAIL` of them."""
        wanted, size = min(characters, TAIL), 0
        if not wanted:
            return ""
        parts: list[str] = []
        while size < wanted:
            parts.append(self._parts[-1 - len(parts)])
            size += len(parts[-1])
        return "".join(reversed(parts))[-wanted:]

    def repeat(self, text: str, characters: int) -> bool:
        """Write a text that ends with `text` and has so many `characters`; False if a listener needs all of it."""
        if self.listener is not None:
            if len(text) < characters:
                return False
            self.listener(text)
        self.show(text)
        self.characters += characters - len(text)
        return True

    def reconfigure(self, **_options: object) -> None:
        """Accept and ignore options of the real stream, such as another encoding, which files for Windows set."""

    def detach(self) -> Any:
        """Return `buffer`, for code that puts a new text stream around it; this stream stays usable."""
        return self.buffer

    def forget(self) -> None:
        """Drop what was printed: it has been reported and must not be reported again."""
        self.characters = self._size = 0
        self._parts.clear()

    def tail(self) -> str:
        """Return the last `TAIL` characters."""
        return "".join(self._parts)[-TAIL:]


class BytesAdapter(io.RawIOBase):
    """The ``buffer`` of a `TailStream`, for code that writes bytes."""

    def __init__(self, text: TailStream) -> None:
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        """Decode `data` as UTF-8 and write it to the text stream."""
        self._text.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def close(self) -> None:
        """Stay open: a stream that a program puts around this one closes it, and the next dialogue needs it again."""


class PatchedRuntime:
    """What the student's code did that the changed process records."""

    def __init__(self) -> None:
        self.output = TailStream()

    def report(self) -> dict[str, Any]:
        """Return the fields of a message: what was printed since the last report, how clocks were used so far."""
        output, clock = self.output, clocks.CLOCK
        printed = {"tail": output.tail(), "characters": output.characters}
        return {**printed, "slept": clock.slept, "looked": clock.looked, "alarmed": clock.alarmed}


def install(job: Job) -> PatchedRuntime:
    """Change this process for good, before the student's code runs."""
    runtime = PatchedRuntime()
    stream = runtime.output
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc,assignment]
    sys.setrecursionlimit(RECURSION_LIMIT)
    sys.argv = [""]
    # A batch worker ignores Ctrl-C, and child processes inherit that; a file must behave the same in every command.
    # By Python's own part in C: the one above it looks the old handler up, which leaves other memory for each command.
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)

    def leave(code: object = None) -> None:
        raise SystemExit(code)

    REFUSALS.install(job)
    clocks.install(job.files)
    chance.install()
    _replace(copy, deepcopy=boards.deepcopy)
    _replace(builtins, exit=leave, quit=leave)  # the option -S leaves them out
    _keep_null_device()
    return runtime


def restarter(job: Job) -> Callable[[int], None] | None:
    """
    Return what must be called before each call or dialogue, with a number by which it is known; None if nothing must.

    The time and the numbers that a call finds must not depend on the calls before it.
    """
    reads_clocks, draws_numbers, numpy = job.reads_clocks, job.draws_numbers, "numpy" in job.allowed_imports

    def restart(number: int) -> None:
        if reads_clocks:
            clocks.CLOCK.restart()
        if draws_numbers:
            chance.restart(number, numpy=numpy)

    return restart if reads_clocks or draws_numbers else None


def _keep_null_device() -> None:
    """Let a submission open the null device, which the wall hides: descriptor 0, the same device, is duplicated."""
    real = io.open

    def open_(file: Any, mode: Any = "r", *args: Any, **kwargs: Any) -> Any:  # `REFUSALS` reads the mode
        is_null = isinstance(file, (str, os.PathLike)) and os.fspath(file) == os.devnull
        return real(os.dup(0) if is_null else file, mode, *args, **kwargs)

    # Before 3.11 pathlib keeps `io.open` as an attribute of a class, which would make a function a method.
    opening = staticmethod(open_)
    _replace(builtins, open=opening)
    _replace(io, open=opening)


def _replace(module: types.ModuleType, **values: object) -> None:
    vars(module).update(values)
