"""Calls a student's functions and turns each outcome into a number and, when it is new, an encoded value."""

from __future__ import annotations

import array
import marshal
import time
from typing import Any

from codec import Channel, Encoder, decoded, type_name

BLOCK = 512
"""Answers in a frame at most."""
PATIENCE = 0.02
"""Seconds after which a frame is sent even if it is not full, so that the marker knows how far we are."""
MAX_DISTINCT = 20_000
MAX_MESSAGES = 64
MAX_MESSAGE = 400


class Outcomes:
    """Numbers the distinct outcomes of a list of calls; each is encoded once."""

    def __init__(self, encoder: Encoder, sources: set[str]) -> None:
        """Encode with `encoder`; only lines of the files in `sources` are named for an exception."""
        self._encoder = encoder
        self._sources = sources
        self._index: dict[object, int] = {}
        self._messages: dict[object, set[str]] = {}
        self.fresh: list[dict[str, Any]] = []

    def returned(self, value: Any, board: list[Any], before: list[Any], rows: tuple[list[Any], ...]) -> int:
        """Return the number of a returned value, together with what the call did to its board."""
        changed = _differs(board, before)
        shares = type(value) is list and (value is board or any(row is own for row in value for own in rows))
        try:
            # An exact-type key of plain data, cheap; never loaded again.
            key = (marshal.dumps(value, 2), shares, marshal.dumps(board, 2) if changed else None)
        except Exception:  # not plain data, too deep, too big
            key = None
        number = self._index.get(key) if key is not None else None
        if number is not None:
            return number
        entry: dict[str, Any] = {"value": self._encoder.encode(value)}
        if changed:
            entry["after"] = self._encoder.encode(board)
        if shares:
            entry["shares"] = True
        return self._add(key if key is not None else repr(entry), entry)

    def raised(self, error: BaseException, board: list[Any], before: list[Any]) -> int:
        """Return the number of an exception; its message counts as long as there are few different ones."""
        kind, name = exception_kind(error), type_name(error)
        entry: dict[str, Any] = {"raised": [kind, name, message_of(error), line_of(error, self._sources)]}
        if _differs(board, before):
            entry["after"] = self._encoder.encode(board)
        texts = self._messages.setdefault((kind, name, entry["raised"][3]), set())
        if repr(entry) not in texts and len(texts) >= MAX_MESSAGES:
            entry.pop("after", None)
            entry["raised"][2] = ""
        texts.add(repr(entry))
        return self._add(repr(entry), entry)

    def _add(self, key: object, entry: dict[str, Any]) -> int:
        number = self._index.get(key)
        if number is None:
            if len(self._index) >= MAX_DISTINCT:
                key, entry = "full", {"value": ["?", "one of too many different answers"]}
                if key in self._index:
                    return self._index[key]
            number = self._index[key] = len(self._index)
            self.fresh.append(entry)
        return number


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
    place, trace = None, error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in sources:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _differs(board: list[Any], before: list[Any]) -> bool:
    try:
        return bool(board != before)
    except BaseException:  # a cell that refuses to be compared was not put there by us
        return True


def run(  # noqa: PLR0913, PLR0917 - a probe's whole state, used once
    channel: Channel,
    module: object,
    marks: dict[str, Any],
    request: dict[str, Any],
    numbers: bytes,
    sources: set[str],
) -> None:
    """Answer a list of calls, in frames of up to `BLOCK`, or one by one when the request says ``single``."""
    functions = [getattr(module, name) for name in request["functions"]]
    extras = [decoded(extra) for extra in request["extras"]]
    text = request["boards"]
    boards = [
        [[marks[cell] for cell in text[at + row : at + row + 3]] for row in (0, 3, 6)] for at in range(0, len(text), 9)
    ]
    block = 1 if request["single"] else BLOCK
    outcomes = Outcomes(Encoder(marks), sources)
    pending = array.array("I")
    clock, due = time.perf_counter, time.perf_counter() + PATIENCE
    calls = iter(array.array("H", numbers))
    for which, at, extra in zip(calls, calls, calls, strict=True):
        before = boards[at]
        rows = (before[0][:], before[1][:], before[2][:])
        board = list(rows)
        try:
            value = functions[which](board, *extras[extra])
        except BaseException as error:
            pending.append(outcomes.raised(error, board, before))
        else:
            pending.append(outcomes.returned(value, board, before, rows))
        if len(pending) >= block or clock() >= due:
            channel.send({"type": "answers", "fresh": outcomes.fresh}, pending.tobytes())
            outcomes.fresh.clear()
            del pending[:]
            due = clock() + PATIENCE
    if pending:
        channel.send({"type": "answers", "fresh": outcomes.fresh}, pending.tobytes())
