"""Replaces the person at the keyboard: `input` and `sys.stdin`, answered by the dialogue that is running."""

from __future__ import annotations

import builtins
import io
import sys
import types
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeAlias

MAX_UNANSWERED = 20
"""After this many questions beyond the end of the input, a program counts as one that never stops asking."""
EOF_MESSAGE = "EOF when reading a line"
"""CPython's own text of the EOFError that `input` raises."""

NextLine: TypeAlias = "Callable[[str], str | None]"
"""Gets a prompt and returns the line that is typed, None for the end of the input."""


class ScriptedStdin(io.TextIOBase):
    """The process's standard input; while no dialogue runs, the input has ended."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, output: Any, sources: Iterable[str], dialogue_function: str) -> None:
        """Show prompts on `output`; `dialogue_function`, in one of the files `sources`, may ask for input."""
        super().__init__()
        self._output, self._sources, self._dialogue_function = output, frozenset(sources), dialogue_function
        self.next_line: NextLine | None = None
        """Answers questions while a dialogue runs."""
        self.on_endless: Callable[[], None] | None = None
        """Called when a statement of the import never stops asking."""
        self.unanswered = 0
        """Questions asked after the end of the input, since this was set to 0."""
        self.dialogue_asked = False
        """Whether the dialogue function asked one of these questions."""

    def install(self) -> None:
        """Become `input` and `sys.stdin`, even if the submission has replaced them."""

        def input_(prompt: object = "", /) -> str:
            text = str(prompt)
            if sys.stdout is self._output or sys.stdout is None:
                self._output.show(text)
            else:  # where the program sends what it prints, a person may not see the prompt
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
        """Accept and ignore options of the real stream, such as another encoding, which files for Windows set."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # always a whole line
        """Return a line with its end, an empty text at the end of the input."""
        line = self._answer_question("")
        return "" if line is None else f"{line}\n"

    def read(self, size: int | None = -1, /) -> str:
        """Return all lines up to the end of the input."""
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
