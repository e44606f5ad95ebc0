"""What the student's code finds around it: captured output, fixed randomness, no waiting."""

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
RECURSION_LIMIT = 1_000


class Tail(io.TextIOBase):
    """A text stream that keeps the end of what is written and drops the rest; printing never fails and never fills."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.characters = 0
        self._parts: list[str] = []
        self._size = 0
        self.listener: Callable[[str], None] | None = None
        """Hears all that is written, while somebody wants to know it."""
        self.buffer = Raw(self)

    def writable(self) -> bool:
        """Say yes."""
        return True

    def write(self, text: str) -> int:
        """Keep the end of `text`."""
        if not isinstance(text, str):
            message = f"write() argument must be str, not {type(text).__name__}"
            raise TypeError(message)
        if self.listener is not None:
            self.listener(text)
        return self.show(text)

    def show(self, text: str) -> int:
        """Keep the end of `text` without anybody hearing it."""
        self.characters += len(text)
        self._parts.append(text[-TAIL:])
        self._size += min(len(text), TAIL)
        if self._size > 8 * TAIL:
            self._parts = [self.tail()]
            self._size = len(self._parts[0])
        return len(text)

    def reconfigure(self, **_options: object) -> None:
        """Accept what files for Windows ask of the real stream, such as another encoding."""

    def detach(self) -> Any:
        """Give the `buffer` to those who wrap it anew; this stream goes on."""
        return self.buffer

    def forget(self) -> None:
        """Start anew: what was printed is told with what printed it, and not again with what comes later."""
        self.characters = self._size = 0
        self._parts.clear()

    def tail(self) -> str:
        """Return the last `TAIL` characters."""
        return "".join(self._parts)[-TAIL:]


class Raw(io.RawIOBase):
    """The ``buffer`` of a `Tail`, for code that writes bytes."""

    def __init__(self, text: Tail) -> None:
        """Write into `text`."""
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        """Say yes."""
        return True

    def write(self, data: Any) -> int:
        """Decode and pass on."""
        self._text.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class PinnedRandom(random.Random):
    """`random.Random` whose seed is never taken from the operating system or the clock."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Seed with `a`; without one, or with a time stamp, with 0."""
        super().seed(0 if a is None or isinstance(a, float) else a, version)


_instance = PinnedRandom(0)


def settle(seen: set[str]) -> Tail:
    """Prepare the process for the student's code; what was used of it is added to `seen`."""
    stream = Tail()
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc,assignment]
    sys.setrecursionlimit(RECURSION_LIMIT)
    sys.argv = [""]
    # A worker ignores Ctrl-C and its children would inherit that: a file must do the same under every command.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def sleep(_seconds: float, /) -> None:
        seen.add("sleep")

    def leave(code: object = None) -> None:
        raise SystemExit(code)

    _replace(time, sleep=sleep)
    _replace(copy, deepcopy=boards.deepcopy)
    _replace(builtins, exit=leave, quit=leave)  # `-S` left them out
    _keep_null_device()
    _pin_randomness()
    return stream


def _keep_null_device() -> None:
    """Let files throw output away as they are used to: the device lies behind the wall, and 0 is a copy of it."""
    real = io.open

    def open_(file: Any, *args: Any, **kwargs: Any) -> Any:
        named = isinstance(file, (str, os.PathLike)) and os.fspath(file) == os.devnull
        return real(os.dup(0) if named else file, *args, **kwargs)

    # Like the function it replaces, it stays the same as an attribute of a class (pathlib's, before 3.11).
    opening = staticmethod(open_)
    _replace(builtins, open=opening)
    _replace(io, open=opening)


def pinned_seed() -> Callable[[int], None]:
    """Return the way to seed what the module `random` draws from, as it was before the submission came."""
    return _instance.seed


def _pin_randomness() -> None:
    stream, instance = PinnedRandom(0), _instance
    _replace(os, urandom=stream.randbytes)
    _replace(random, _urandom=stream.randbytes, Random=PinnedRandom, _inst=instance)
    # The module's functions are methods of its one hidden instance.
    names = [name for name in dir(random) if not name.startswith("_") and hasattr(getattr(random, name), "__self__")]
    _replace(random, **{name: getattr(instance, name) for name in names})


def _replace(module: types.ModuleType, **values: object) -> None:
    vars(module).update(values)
