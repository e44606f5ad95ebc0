"""
Changes the process before the student's code runs: captured output, a keyboard, fixed clocks and random numbers.

The running dialogue answers `input` and `sys.stdin`.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # unknown to typeshed
import builtins
import copy
import io
import os
import sys
import types
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from .. import boards
from . import fixed_world
from .job import ReceivedJob
from .refusals import REFUSALS

MAX_UNANSWERED = 20
"""Questions after the end of the input, after which a program counts as one that never stops asking."""
EOF_MESSAGE = "EOF when reading a line"
"""CPython's own text of the EOFError that `input` raises."""


class ScriptedStdin(io.TextIOBase):
    """The standard input of the process; without a running dialogue the input has ended."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, output: Any, sources: Iterable[str], dialogue_function: str) -> None:
        """Show prompts on `output`; `dialogue_function`, in one of the files `sources`, may ask for input."""
        super().__init__()
        self._output, self._sources, self._dialogue_function = output, frozenset(sources), dialogue_function
        self.next_line: Callable[[str], str | None] | None = None
        """Gets a prompt and returns the typed line, None for the end of the input."""
        self.on_endless: Callable[[], None] | None = None
        """Called when a statement of the import never stops asking."""
        self.unanswered = 0
        """Questions after the end of the input; reset from outside."""
        self.dialogue_asked = False
        """Whether the dialogue function asked one of these questions."""

    def install(self) -> None:
        """Become `input` and `sys.stdin`, even if the submission has replaced them."""

        def input_(prompt: object = "", /) -> str:
            text = str(prompt)
            if sys.stdout is self._output or sys.stdout is None:
                self._output.show(text)
            else:  # the program may send its output where a person does not see the prompt
                sys.stdout.write(text)
                with suppress(Exception):  # as CPython does
                    sys.stdout.flush()
                text = ""
            line = self._answer_question(text)
            if line is None:
                raise EOFError(EOF_MESSAGE)
            return line

        input_.__name__ = input_.__qualname__ = "input"
        vars(builtins)["input"] = input_
        sys.stdin = sys.__stdin__ = self  # type: ignore[misc,assignment]
        sys.stdout = self._output

    def readable(self) -> bool:
        return True

    def reconfigure(self, **_options: object) -> None:
        """Accept and ignore options of the real stream, such as the encoding that files for Windows set."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # always a whole line
        """Return a line with its line break, an empty text at the end of the input."""
        line = self._answer_question("")
        return "" if line is None else f"{line}\n"

    def read(self, size: int | None = -1, /) -> str:
        return "".join(iter(self.readline, ""))

    def _answer_question(self, prompt: str) -> str | None:
        if self.next_line is not None:
            return self.next_line(prompt)
        self.unanswered += 1
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None and not self.dialogue_asked:
            self.dialogue_asked = self.is_of_dialogue(frame.f_code)
            frame = frame.f_back
        if self.unanswered >= MAX_UNANSWERED and self.on_endless is not None:
            self.on_endless()
        return None

    def is_of_dialogue(self, code: types.CodeType) -> bool:
        return code.co_name == self._dialogue_function and code.co_filename in self._sources


TAIL = 2_000
RECURSION_LIMIT = 1_000
"""CPython's own default, set so that every system has the same one."""


class TailStream(io.TextIOBase):
    """A text stream that keeps only the end of its text: printing cannot fail or fill the memory."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        super().__init__()
        self.characters = 0
        self._parts: list[str] = []
        self._size = 0
        self.listener: Callable[[str], None] | None = None
        """Gets the whole text."""
        self.buffer = BytesAdapter(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Keep the end of `text` and pass the whole text to the listener (TypeError if `text` is no text)."""
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
        """Return the last `characters` of the text, at most `TAIL`."""
        wanted, size = min(characters, TAIL), 0
        if not wanted:
            return ""
        parts: list[str] = []
        while size < wanted:
            parts.append(self._parts[-1 - len(parts)])
            size += len(parts[-1])
        return "".join(reversed(parts))[-wanted:]

    def repeat(self, text: str, characters: int) -> bool:
        """Write a text of `characters` characters that ends with `text`; False if a listener needs the whole text."""
        if self.listener is not None:
            if len(text) < characters:
                return False
            self.listener(text)
        self.show(text)
        self.characters += characters - len(text)
        return True

    def reconfigure(self, **_options: object) -> None:
        """Accept and ignore options of the real stream, such as the encoding that files for Windows set."""

    def detach(self) -> Any:
        """Return `buffer`, for a new text stream around it; this stream stays usable."""
        return self.buffer

    def forget(self) -> None:
        """Drop the text after it was reported, so that no text is reported twice."""
        self.characters = self._size = 0
        self._parts.clear()

    def tail(self) -> str:
        return "".join(self._parts)[-TAIL:]


class BytesAdapter(io.RawIOBase):
    """The ``buffer`` of a `TailStream`, for code that writes bytes."""

    def __init__(self, text: TailStream) -> None:
        super().__init__()
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._text.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def close(self) -> None:
        """Stay open: a program's own stream around this one closes it, but the next dialogue needs it."""


def report(output: TailStream) -> dict[str, Any]:
    """Return fields of a message: the text since the last report, and how clocks were used so far."""
    clock = fixed_world.CLOCK
    printed = {"tail": output.tail(), "characters": output.characters}
    return {**printed, "slept": clock.slept, "looked": clock.looked, "alarmed": clock.alarmed}


def install(job: ReceivedJob) -> TailStream:
    """Change this process for good; return the stream to which the student's code prints."""
    stream = TailStream()
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc,assignment]
    sys.setrecursionlimit(RECURSION_LIMIT)
    sys.argv = [""]
    # A batch worker ignores Ctrl-C, and child processes inherit that; a file must behave the same in every command.
    # `_signal` is the part in C: `signal` looks up the old handler, which would change the memory for each command.
    _signal.signal(_signal.SIGINT, _signal.default_int_handler)

    def leave(code: object = None) -> None:
        raise SystemExit(code)

    REFUSALS.install(job)
    fixed_world.install(job.files)
    vars(copy).update(deepcopy=boards.deepcopy)
    vars(builtins).update(exit=leave, quit=leave)  # the option -S leaves them out
    _keep_null_device()
    return stream


def _keep_null_device() -> None:
    """Let a submission open the null device, which the wall hides: descriptor 0 is the null device."""
    real = io.open

    def open_(file: Any, mode: Any = "r", *args: Any, **kwargs: Any) -> Any:  # `REFUSALS` reads the mode
        is_null = isinstance(file, (str, os.PathLike)) and os.fspath(file) == os.devnull
        return real(os.dup(0) if is_null else file, mode, *args, **kwargs)

    # Before 3.11 pathlib keeps `io.open` as an attribute of a class, which would make a function a method.
    opening = staticmethod(open_)
    vars(builtins).update(open=opening)
    vars(io).update(open=opening)
