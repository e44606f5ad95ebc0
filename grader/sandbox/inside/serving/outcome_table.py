"""Turns what came of a student's calls into numbers and, where it is new, into plain data."""

from __future__ import annotations

import builtins
import marshal
from typing import Any

from .codec import Encoder, type_name

MAX_DISTINCT = 20_000
PLAIN_EXCEPTIONS = {
    value
    for value in vars(builtins).values()
    if isinstance(value, type) and issubclass(value, Exception) and value.__str__ is BaseException.__str__
} - {MemoryError}
"""Exceptions of Python's own whose text comes from their arguments alone."""
MAX_MESSAGES = 64
MAX_MESSAGE = 400


class Outcomes:
    """Numbers the distinct outcomes of a list of calls; each is encoded once."""

    def __init__(self, encoder: Encoder, sources: set[str]) -> None:
        """Encode with `encoder`; only lines of the files in `sources` are named for an exception."""
        self._encoder = encoder
        self._sources = sources
        self._index: dict[object, int] = {}
        self._simple: dict[object, int] = {}
        """Numbers of values that are the same only as themselves."""
        self._plain: dict[object, int] = {}
        """Numbers of exceptions by what their text is made of."""
        self._messages: dict[object, set[str]] = {}
        self.fresh: list[dict[str, Any]] = []

    def returned(self, value: Any, board: list[Any], after: list[Any] | None, rows: tuple[list[Any], ...]) -> int:
        """Return the number of a returned value, together with `after`, the board where the call changed it."""
        kind = type(value)  # compared by what it is: a class of the file may have a say in how it is compared or hashed
        if after is not None or not (kind is str or kind is bool or value is None):
            return self._looked_at(value, board, after, rows)
        number = self._simple.get(value)
        if number is None:
            number = self._looked_at(value, board, after, rows)
            if len(self._simple) < MAX_DISTINCT:
                self._simple[value] = number
        return number

    def _looked_at(self, value: Any, board: list[Any], after: list[Any] | None, rows: tuple[list[Any], ...]) -> int:
        shares = type(value) is list and (value is board or _shares(value, rows))
        key: object = None
        try:
            # An exact-type key of plain data, cheap; never loaded again.
            key = marshal.dumps(value, 2)
            if after is not None or shares:
                key = (key, shares, None if after is None else marshal.dumps(after, 2))
            return self._index[key]
        except KeyError:
            pass
        except Exception:  # not plain data, too deep, too big
            key = None
        entry: dict[str, Any] = {"value": self._encoder.encode(value)}
        if after is not None:
            entry["after"] = self._encoder.encode(after)
        if shares:
            entry["shares"] = True
        return self._add(key, entry)

    def printed(self, text: str, after: list[Any] | None) -> int:
        """Return the number of a call that printed `text`, which is its answer."""
        entry: dict[str, Any] = {"printed": text}
        if after is not None:
            entry["after"] = self._encoder.encode(after)
        return self._add(None, entry)

    def raised(self, error: BaseException, after: list[Any] | None) -> int:
        """Return the number of an exception; its message counts as long as there are few different ones."""
        place = _place_of(error, self._sources)
        key = None
        if type(error) in PLAIN_EXCEPTIONS and after is None:
            arguments = error.args
            if not arguments or (len(arguments) == 1 and type(arguments[0]) is str):
                # Such a one says what its argument says: no need to ask it every time.
                key = (type(error), arguments, place)
                known = self._plain.get(key)
                if known is not None:
                    return known
        number = self._add(None, self._entry(error, after, place))
        if key is not None:
            self._plain[key] = number
        return number

    def _entry(self, error: BaseException, board: list[Any] | None, place: tuple[str, int] | None) -> dict[str, Any]:
        kind, name = exception_kind(error), type_name(error)
        line = None if place is None else f"{place[0]}:{place[1]}"
        entry: dict[str, Any] = {"raised": [kind, name, message_of(error), line]}
        if board is not None:
            entry["after"] = self._encoder.encode(board)
        texts = self._messages.setdefault((kind, name, line), set())
        if repr(entry) not in texts and len(texts) >= MAX_MESSAGES:
            entry.pop("after", None)
            entry["raised"][2] = ""
        texts.add(repr(entry))
        return entry

    def _add(self, key: object, entry: dict[str, Any]) -> int:
        key = repr(entry) if key is None else key
        number = self._index.get(key)
        if number is None:
            if len(self._index) >= MAX_DISTINCT:
                key, entry = "full", {"value": ["?", "one of too many different answers"]}
                if key in self._index:
                    return self._index[key]
            number = self._index[key] = len(self._index)
            self.fresh.append(entry)
        return number


def raised_by(error: BaseException, sources: set[str]) -> list[Any]:
    """Return all that is said of an exception."""
    return [exception_kind(error), type_name(error), message_of(error), line_of(error, sources)]


def exception_kind(error: BaseException) -> str:
    """Tell an ordinary exception from running out of memory and from a wish to exit."""
    if isinstance(error, MemoryError):
        return "memory"
    return "exception" if isinstance(error, Exception) else "exit"


def message_of(error: BaseException) -> str:
    """Return the exception's text, which a student's class may refuse to give."""
    try:
        # The place stands beside it anyway.
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        return text[:MAX_MESSAGE] if type(text) is str else ""
    except BaseException:
        return ""


def line_of(error: BaseException, sources: set[str]) -> str | None:
    """Return ``file:line`` of the innermost frame that runs the submission's own code."""
    if isinstance(error, SyntaxError) and type(error.filename) is str and error.filename in sources:
        return f"{error.filename}:{error.lineno}"
    place = _place_of(error, sources)
    return None if place is None else f"{place[0]}:{place[1]}"


def _place_of(error: BaseException, sources: set[str]) -> tuple[str, int] | None:
    place, trace = None, error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in sources:
            place = (name, trace.tb_lineno)
            if type(error) is UnboundLocalError:
                # Python names another line for it once a function has run a few times: the function's own is constant.
                place = (name, trace.tb_frame.f_code.co_firstlineno)
        trace = trace.tb_next
    return place


def _shares(value: list[Any], rows: tuple[list[Any], ...]) -> bool:
    """Tell whether a returned list holds a row of the argument itself."""
    first, second, third = rows
    for row in value:  # noqa: SIM110 - asked sixteen thousand times: a generator takes longer
        if row is first or row is second or row is third:
            return True
    return False
