"""A hash of everything a check found wrong, so that equal mistakes are known by one short word."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from grader.model.answer import Answer, Call, Value

LENGTH = 16
"""Hexadecimal digits: of a million mistakes, two are taken for one with a chance of one in ten million."""


def behaviour(wrong: Iterable[str]) -> str:
    """Return the hash of what was wrong, in the order it was found in."""
    digest = hashlib.sha256()
    for one in wrong:
        digest.update(one.encode("utf-8", "backslashreplace") + b"\n")
    return digest.hexdigest()[:LENGTH]


def spelled(wrong: Iterable[tuple[Call, Answer]]) -> Iterator[str]:
    """Yield calls with their answers as text, equal for equal answers whatever time they took."""
    known: dict[int, tuple[Answer, str]] = {}
    for call, answer in wrong:
        if id(answer) not in known:  # equal outcomes of a sweep are one object
            known[id(answer)] = answer, _answer(answer)
        yield f"{call.function} {call.board} {call.extra} {known[id(answer)][1]}"


def _answer(answer: Answer) -> str:
    raised = answer.raised.type if answer.raised else ""
    return f"{answer.end.value} {raised} {_value(answer.value)} {_value(answer.after)} {answer.shares_rows}"


def _value(value: Value) -> str:
    kind = type(value).__name__
    if isinstance(value, (set, frozenset)):
        # The order of a set of texts differs from run to run.
        return f"{kind}({', '.join(sorted(map(_value, value)))})"
    if isinstance(value, (list, tuple)):
        return f"{kind}({', '.join(map(_value, value))})"
    if isinstance(value, dict):
        return f"{kind}({', '.join(f'{_value(key)}: {_value(item)}' for key, item in value.items())})"
    return repr(value)
