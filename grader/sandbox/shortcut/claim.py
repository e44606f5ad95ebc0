"""What the inside claims about the memo: what may be memoized, and whether anything contradicted it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.sandbox.shortcut.reasons import worded_reason
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.messages import read_names
from grader.sandbox.wire.source_text import SourceText

MAX_NAME = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutClaim:
    """What the inside found about the functions of a submission."""

    memoized: tuple[str, ...] = ()
    """Functions of the file whose answers are kept."""
    reason: str = ""
    """Why nothing is memoized, as a phrase; empty if something is memoized."""
    stateless: frozenset[str] = frozenset()
    """Functions that answer from their arguments alone."""
    memo_safe: frozenset[str] = frozenset()
    """Functions that may run while answers are kept: they read no clock and no identity of an object."""


def read_claim(read: Frame, ready: Frame, source: SourceText) -> ShortcutClaim:
    """
    Read the field ``claim`` of a ``ready`` frame (MalformedFrame if it is not what the inside writes).

    It counts only if the frame `read`, which was sent before any of the submission's code had run, names nothing in
    the text by which that code could reach whoever makes the claim. Functions that the submission, whose text is
    `source`, does not define are left out.
    """
    doubt = worded_reason(read.message.get("doubt"), source)
    if doubt is not None:
        return ShortcutClaim(reason=doubt)
    entry = ready.message.get("claim")
    if entry is None:
        return ShortcutClaim(reason="the file could not be read for it")
    if type(entry) is not dict:
        raise MalformedFrame("not a claim")
    memoized = tuple(filter(source.defines, read_names(entry.get("memoized"), MAX_NAME)))
    stateless = read_names(entry.get("stateless"), MAX_NAME)
    memo_safe = frozenset(read_names(entry.get("memo_safe"), MAX_NAME)) if memoized else frozenset()
    reason = worded_reason(entry.get("reason"), source) or ""
    return ShortcutClaim(memoized=memoized, reason=reason, stateless=frozenset(stateless), memo_safe=memo_safe)


def inconsistency_of(frame: Frame, source: SourceText) -> str | None:
    """Return what contradicted the memo, in our words; None if nothing did (MalformedFrame if it is no reason)."""
    return worded_reason(frame.message.get("inconsistency"), source)
