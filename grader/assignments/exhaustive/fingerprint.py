"""A hash of everything that a check found wrong: equal mistakes have equal fingerprints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from grader.model.answer import Answer, Call, Unordered, Value

LENGTH = 16
"""
Hexadecimal digits, 64 bits: among a million different mistakes, the chance that any two have the same fingerprint is
about 3 in 100 million.
"""


def fingerprint(texts: Iterable[str]) -> str:
    """Return the hash of `texts`, `LENGTH` hexadecimal digits; their order matters."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "backslashreplace") + b"\n")
    return digest.hexdigest()[:LENGTH]


def canonical_text(wrong: Iterable[tuple[Call, Answer]]) -> Iterator[str]:
    """Yield each call with its answer as text: equal texts for equal answers, however long they took."""
    known: dict[int, tuple[Answer, str]] = {}
    for call, answer in wrong:
        if id(answer) not in known:  # equal answers of a sweep are one object
            known[id(answer)] = answer, _answer_text(answer)
        yield f"{call.function} {call.board} {call.extra} {known[id(answer)][1]}"


def _answer_text(answer: Answer) -> str:
    raised = answer.raised.type if answer.raised else ""
    return f"{answer.end.value} {raised} {_value_text(answer.value)} {_value_text(answer.after)} {answer.shares_rows}"


def _value_text(value: Value) -> str:
    kind = type(value).__name__
    if isinstance(value, Unordered):
        return f"{value.kind}({', '.join(map(_value_text, value.members))})"
    if isinstance(value, (list, tuple)):
        return f"{kind}({', '.join(map(_value_text, value))})"
    return repr(value)
