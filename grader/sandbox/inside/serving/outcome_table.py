"""Numbers the outcomes of calls; each distinct outcome is encoded once."""

from __future__ import annotations

import builtins
from dis import get_instructions
from functools import lru_cache
from marshal import dumps
from types import CodeType
from typing import Any, NamedTuple

from ..boards import shares_row
from .codec import Encoder, to_json, type_name
from .refusals import REFUSALS, RefusedUse, frames_of

MAX_DISTINCT = 20_000
"""The most distinct outcomes of one list of calls; the game has 16,167 moves."""
PLAIN_EXCEPTIONS = {
    value
    for value in vars(builtins).values()
    if isinstance(value, type) and issubclass(value, Exception) and value.__str__ is BaseException.__str__
} - {MemoryError}
"""Python's own exceptions whose text depends only on their arguments."""
MAX_MESSAGES = 64
"""The most different texts of one exception on one line; further exceptions are sent without text."""
MAX_COLUMN = 10_000
MAX_MESSAGE = 400


class RaisedException(NamedTuple):
    """A reported exception, in the order of the wire."""

    kind: str
    """``exception``, ``memory`` or ``exit``."""
    type: str
    message: str
    at: str | None
    """``file:line`` in the submission."""
    refusal: RefusedUse | None
    """What the wall refused, if the refusal caused the exception."""


class OutcomeTable:
    """The distinct outcomes of one list of calls, numbered."""

    def __init__(self, encoder: Encoder, sources: set[str]) -> None:
        """Encode with `encoder`; report only lines of the files in `sources`."""
        self._encoder = encoder
        self._sources = sources
        self._index: dict[object, int] = {}
        self._simple: dict[object, int] = {}
        """Numbers of texts, booleans and None, which equal no value of another type: one look-up is enough."""
        self._plain: dict[object, int] = {}
        """Numbers of plain exceptions by type, arguments and line."""
        self._messages: dict[object, set[str]] = {}
        self.fresh = bytearray()
        """All outcomes as JSON, each after a comma."""

    def returned(self, value: Any, board: list[Any], after: list[Any] | None, rows: tuple[list[Any], ...]) -> int:
        """Return the number of a returned value; `rows` are the three rows of `board`, `after` is a changed board."""
        kind = type(value)  # the exact type: a subclass from the student's file may define equality and hash itself
        if after is not None or not (kind is str or kind is bool or value is None):
            return self._number(value, board, after, rows)
        number = self._simple.get(value)
        if number is None:
            number = self._number(value, board, after, rows)
            if len(self._simple) < MAX_DISTINCT:
                self._simple[value] = number
        return number

    def _number(self, value: Any, board: list[Any], after: list[Any] | None, rows: tuple[list[Any], ...]) -> int:
        shares = type(value) is list and (value is board or shares_row(value, rows))
        key: object = None
        try:
            # A cheap key that tells types apart; the bytes are never loaded again.
            key = dumps(value, 2)
            if after is not None or shares:
                key = (key, shares, None if after is None else dumps(after, 2))
            return self._index[key]
        except KeyError:
            pass
        except Exception:  # no plain data, too deep or too big
            key = None
        entry = {"value": self._encoder.encode(value)}
        if shares:
            entry["shares"] = True
        return self._add(key, entry, after)

    def printed(self, text: str, after: list[Any] | None) -> int:
        return self._add(None, {"printed": text}, after)

    def raised(self, error: BaseException, after: list[Any] | None) -> int:
        """Return the number of an exception, without its text after `MAX_MESSAGES` different texts."""
        line = _line_of_trace(error, self._sources)
        key = None
        if type(error) in PLAIN_EXCEPTIONS and after is None:
            arguments = error.args
            if not arguments or (len(arguments) == 1 and type(arguments[0]) is str):
                # The text depends only on the argument, so a known text is not read again.
                key = (type(error), arguments, line, REFUSALS.behind(error))
                known = self._plain.get(key)
                if known is not None:
                    return known
        number = self._add(None, self._entry(error, after, line))
        if key is not None:
            self._plain[key] = number
        return number

    def _entry(self, error: BaseException, board: list[Any] | None, line: str | None) -> dict[str, Any]:
        raised = _raised_exception(error, line)
        entry: dict[str, Any] = {"raised": [*raised]}
        if board is not None:
            entry["after"] = self._encoder.encode(board)
        texts = self._messages.setdefault((raised.kind, raised.type, raised.at), set())
        if repr(entry) not in texts and len(texts) >= MAX_MESSAGES:
            entry.pop("after", None)
            entry["raised"][2] = ""
        texts.add(repr(entry))
        return entry

    def _add(self, key: object, entry: dict[str, Any], after: list[Any] | None = None) -> int:
        if after is not None:
            entry["after"] = self._encoder.encode(after)
        key = repr(entry) if key is None else key
        number = self._index.get(key)
        if number is None:
            if len(self._index) >= MAX_DISTINCT:
                key, entry = "full", {"value": ["?", "one of too many different answers"]}
                if key in self._index:
                    return self._index[key]
            number = self._index[key] = len(self._index)
            self.fresh += b"," + to_json(entry)
        return number


def describe(error: BaseException, sources: set[str]) -> RaisedException:
    return _raised_exception(error, line_of(error, sources))


def _raised_exception(error: BaseException, at: str | None) -> RaisedException:
    return RaisedException(exception_kind(error), type_name(error), message_of(error), at, REFUSALS.behind(error))


def exception_kind(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "memory"
    return "exception" if isinstance(error, Exception) else "exit"


def message_of(error: BaseException) -> str:
    """Return the exception's text; an empty text if a student's class raises while making it."""
    try:
        # The text of a SyntaxError also names the line, which is reported separately.
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        if isinstance(error, ImportError) and str(error.path)[:1] == "/":  # where Python is installed stays here
            text = text.replace(f" ({error.path})", "")
        return text[:MAX_MESSAGE] if type(text) is str else ""
    except BaseException:
        return ""


def column_of(error: BaseException) -> int:
    """Return the column of a syntax error, from 1; 0 for any other exception."""
    column = error.offset if isinstance(error, SyntaxError) else None
    return column if type(column) is int and 0 < column <= MAX_COLUMN else 0


def line_of(error: BaseException, sources: set[str]) -> str | None:
    """Return ``file:line`` of the innermost frame of the submission's own code, None if there is none."""
    if isinstance(error, SyntaxError) and type(error.filename) is str and error.filename in sources:
        return f"{error.filename}:{error.lineno}"
    return _line_of_trace(error, sources)


def _line_of_trace(error: BaseException, sources: set[str]) -> str | None:
    own = [trace for trace in frames_of(error) if trace.tb_frame.f_code.co_filename in sources]
    if not own:
        return None
    code = own[-1].tb_frame.f_code
    is_unbound = type(error) is UnboundLocalError
    line = _line_of_unbound(code, message_of(error)) if is_unbound else own[-1].tb_lineno
    return f"{code.co_filename}:{line}"


@lru_cache(maxsize=MAX_MESSAGES)
def _line_of_unbound(code: CodeType, message: str) -> int:
    """
    Return the first line of a function that reads the variable of an UnboundLocalError, or else that of the function.

    The line that Python reports changes after the function has run a few times.
    """
    name = next(iter(message.split("'")[1:2]), "")
    lines = sorted((start, end, line) for start, end, line in code.co_lines() if line is not None)
    for one in get_instructions(code):
        values = one.argval if type(one.argval) is tuple else (one.argval,)
        if one.opname.startswith("LOAD_FAST") and name in values:
            return next((line for start, end, line in lines if start <= one.offset < end), code.co_firstlineno)
    return code.co_firstlineno
