"""What the inside claims about the memo: what may be memoized, and whether anything contradicted it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.sanitize import sanitize
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.messages import read_names

MAX_NAME, MAX_REASON = 120, 160


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutClaim:
    """What the inside found about the functions of a submission."""

    memoized: tuple[str, ...] = ()
    reason: str = ""
    """Why nothing is memoized, as a phrase; empty if something is memoized."""
    stateless: frozenset[str] = frozenset()
    """Functions that answer from their arguments alone."""
    memo_safe: frozenset[str] = frozenset()
    """Functions that may run while answers are kept: they read no clock and no identity of an object."""


def read_claim(ready: Frame) -> ShortcutClaim:
    """Read the field ``shortcut`` of a ``ready`` frame (MalformedFrame if it is not what the inside writes)."""
    entry = ready.message.get("shortcut")
    if entry is None:
        return ShortcutClaim(reason="the file could not be read for it")
    if type(entry) is not dict:
        raise MalformedFrame("not a shortcut")
    memoized, stateless = read_names(entry.get("memoized"), MAX_NAME), read_names(entry.get("steady"), MAX_NAME)
    memo_safe = frozenset(read_names(entry.get("through"), MAX_NAME)) if memoized else frozenset()
    reason = _read_phrase(entry.get("why")) or ""
    return ShortcutClaim(memoized=memoized, reason=reason, stateless=frozenset(stateless), memo_safe=memo_safe)


def inconsistency_of(frame: Frame) -> str | None:
    """Return the phrase that says what contradicted the memo, None if nothing did (MalformedFrame if it is no text)."""
    return _read_phrase(frame.message.get("poison"))


def _read_phrase(entry: object) -> str | None:
    if not (entry is None or type(entry) is str):
        raise MalformedFrame("not a reason")
    return None if entry is None else sanitize(entry, MAX_REASON)
