"""Changes to the process before the student's code runs: captured output, fixed randomness, no waiting."""

from __future__ import annotations

import builtins
import copy
import io
import os
import random
import signal
import sys
import time
import types
from collections.abc import Callable
from typing import Any

from .. import boards

TAIL = 2_000
"""Characters that are kept of what is printed."""
RECURSION_LIMIT = 1_000
"""CPython's own default, set so that every system has the same one."""


class TailStream(io.TextIOBase):
    """A text stream that keeps the end of what is written and drops the rest: printing cannot fail or fill memory."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.characters = 0
        """Number of characters written since `forget`."""
        self._parts: list[str] = []
        self._size = 0
        self.listener: Callable[[str], None] | None = None
        """Gets all that is written, as long as it is set."""
        self.buffer = BytesAdapter(self)

    def writable(self) -> bool:
        """Return True."""
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
        """Write into `text`."""
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Decode `data` as UTF-8 and write it to the text stream."""
        self._text.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def close(self) -> None:
        """Stay open: a stream that a program puts around this one closes it, and the next dialogue needs it again."""


class PinnedRandom(random.Random):
    """`random.Random` that never takes its seed from the operating system or the clock."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Seed with `a`; if that is None or a float (a time stamp), seed with 0."""
        super().seed(0 if a is None or isinstance(a, float) else a, version)


_instance = PinnedRandom(0)


class PatchedRuntime:
    """What the student's code did that the changed process records."""

    def __init__(self) -> None:
        """Start with nothing printed."""
        self.output = TailStream()
        self.slept = False
        """Whether `time.sleep` was called, which returns at once."""


def install() -> PatchedRuntime:
    """Change this process for good, before it gets the student's code."""
    runtime = PatchedRuntime()
    stream = runtime.output
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc,assignment]
    sys.setrecursionlimit(RECURSION_LIMIT)
    sys.argv = [""]
    # A batch worker ignores Ctrl-C, and child processes inherit that; a file must behave the same in every command.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def sleep(_seconds: float, /) -> None:
        runtime.slept = True

    def leave(code: object = None) -> None:
        raise SystemExit(code)

    _replace(time, sleep=sleep)
    _replace(copy, deepcopy=boards.deepcopy)
    _replace(builtins, exit=leave, quit=leave)  # the option -S leaves them out
    _keep_null_device()
    _pin_randomness()
    return runtime


def _keep_null_device() -> None:
    """Let a submission open the null device, which the wall hides: descriptor 0, the same device, is duplicated."""
    real = io.open

    def open_(file: Any, *args: Any, **kwargs: Any) -> Any:
        is_null = isinstance(file, (str, os.PathLike)) and os.fspath(file) == os.devnull
        return real(os.dup(0) if is_null else file, *args, **kwargs)

    # Before 3.11 pathlib keeps `io.open` as an attribute of a class, which would make a function a method.
    opening = staticmethod(open_)
    _replace(builtins, open=opening)
    _replace(io, open=opening)


def pinned_seed() -> Callable[[int], None]:
    """Return the function that seeds the generator behind `random`'s functions, even if a student replaced those."""
    return _instance.seed


def _pin_randomness() -> None:
    stream, instance = PinnedRandom(0), _instance
    _replace(os, urandom=stream.randbytes)
    _replace(random, _urandom=stream.randbytes, Random=PinnedRandom, _inst=instance)
    # The functions of `random` are methods of one hidden instance.
    names = [name for name in dir(random) if not name.startswith("_") and hasattr(getattr(random, name), "__self__")]
    _replace(random, **{name: getattr(instance, name) for name in names})


def _replace(module: types.ModuleType, **values: object) -> None:
    vars(module).update(values)
