"""Stands in for a person at the keyboard: `input` and `sys.stdin`, answered by whoever holds the dialogue."""

from __future__ import annotations

import builtins
import io
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

MAX_ASKED = 20
"""Questions after the end of the input, one after the other, after which a program asks for ever."""
OVER = "EOF when reading a line"

Answering: TypeAlias = "Callable[[str], str | None]"


class Keyboard(io.TextIOBase):
    """The process's standard input; while nobody holds a dialogue the input is over, as it is without a person."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, stream: Any, sources: Iterable[str], talks: str) -> None:
        """Show prompts on `stream`; `talks` is the function, in one of the files `sources`, that may ask."""
        super().__init__()
        self._stream, self._sources, self._talks = stream, frozenset(sources), talks
        self.answering: Answering | None = None
        """Gets a prompt and returns the line that is typed, None when the input is over."""
        self.given_up: Callable[[], None] | None = None
        """Called where a statement asks for ever while the file is imported."""
        self.asked = 0
        """How often it was asked in vain since that was set to 0."""
        self.talked = False
        """Whether the function that talks did so."""

    def install(self) -> None:
        """Become what `input` and `sys.stdin` are, whatever they were replaced by."""

        def input_(prompt: object = "", /) -> str:
            text = str(prompt)
            self._stream.show(text)
            line = self._line(text)
            if line is None:
                raise EOFError(OVER)
            return line

        input_.__name__ = input_.__qualname__ = "input"
        vars(builtins)["input"] = input_
        sys.stdin = sys.__stdin__ = self  # type: ignore[misc,assignment]
        sys.stdout = self._stream

    def readable(self) -> bool:
        """Say yes."""
        return True

    def reconfigure(self, **_options: object) -> None:
        """Accept what files for Windows ask of the real stream, such as another encoding."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # what is asked for is a whole line
        """Return a line with its end, nothing when the input is over."""
        line = self._line("")
        return "" if line is None else f"{line}\n"

    def read(self, size: int | None = -1, /) -> str:
        """Return all lines there will be."""
        return "".join(iter(self.readline, ""))

    def _line(self, prompt: str) -> str | None:
        if self.answering is not None:
            return self.answering(prompt)
        self.asked += 1
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None and not self.talked:
            self.talked = self.is_talking(frame.f_code)
            frame = frame.f_back
        if self.asked >= MAX_ASKED and self.given_up is not None:
            self.given_up()
        return None

    def is_talking(self, code: types.CodeType) -> bool:
        """Tell whether `code` is that of the function that talks."""
        return code.co_name == self._talks and code.co_filename in self._sources
