"""
Reads the claim from inside: memoized and stateless functions, why none is memoized, and later contradictions.

The inside sends a reason as a code and names; this module has the words.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct

from grader.model.sanitize import quoted
from grader.sandbox.wire.frames import MAX_INT, Frame, MalformedFrame, checked
from grader.sandbox.wire.messages import read_names
from grader.sandbox.wire.source_text import SourceText

MAX_NAME = 120


class ShortcutClaim(Struct, frozen=True, kw_only=True):
    """What the inside found about the functions of a submission."""

    memoized: tuple[str, ...] = ()
    reason: str = ""
    """Why nothing is memoized, as a phrase; empty if something is memoized."""
    stateless: frozenset[str] = frozenset()
    memo_safe: frozenset[str] = frozenset()
    """Functions that may run while answers are kept: they read no identity of an object."""


def read_claim(read: Frame, ready: Frame, source: SourceText) -> ShortcutClaim:
    """
    Read the field ``claim`` of a ``ready`` frame (MalformedFrame if the inside never writes such a field).

    The claim does not count if `read`, sent before any of the submission's code ran, says that the code could reach the
    claim's maker. Functions that the text `source` does not define are left out.
    """
    doubt = worded_reason(read.message.get("doubt"), source)
    if doubt is not None:
        return ShortcutClaim(reason=doubt)
    entry = ready.message.get("claim")
    if entry is None:
        return ShortcutClaim(reason="the file could not be read for it")
    entry = checked(entry, dict[str, object])
    memoized = tuple(filter(source.defines, read_names(entry.get("memoized"), MAX_NAME)))
    stateless = read_names(entry.get("stateless"), MAX_NAME)
    memo_safe = frozenset(read_names(entry.get("memo_safe"), MAX_NAME)) if memoized else frozenset()
    reason = worded_reason(entry.get("reason"), source) or ""
    return ShortcutClaim(memoized=memoized, reason=reason, stateless=frozenset(stateless), memo_safe=memo_safe)


def inconsistency_of(frame: Frame, source: SourceText) -> str | None:
    """Return what contradicted the memo, in our words; None if nothing did (MalformedFrame if it is no reason)."""
    return worded_reason(frame.message.get("inconsistency"), source)


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "answers-not-kept": "the answers cannot be kept",
        "given-objects": "it is given more than plain data",
        "not-rewritten": "its code cannot be rewritten",
        "objects-as-cells": "the cells of its boards are objects",
        "world-changed": "something the functions read has changed",
        "line-left-out": "line {number} was left out of the import",
        "file-imports": "the file imports {name}",
        "file-uses": "the file uses {name}",
        "no-whole-number": "{name} is no whole number",
        "addresses": "{function} goes by the addresses of objects, which are left to chance",
        "any-arguments": "{function} takes other than plain parameters",
        "calls-itself": "{function} calls itself",
        "catches-any": "{function} may catch a limit of Python, or raise a caller's exception again",
        "catches-groups": "{function} catches groups of exceptions",
        "changes-argument": "{function} changes what it is given",
        "changes-unnamed": "{function} changes something it does not name",
        "compares-identity": "{function} compares with `is`, which does not ask for equality",
        "decorated": "{function} has a decorator",
        "inner-default": "{function} has an inner function with a default that can change",
        "limit": "{function} comes to a limit of depth or memory",
        "matches-classes": "{function} matches classes",
        "no-plain-function": "{function} is no plain function of the file",
        "no-recursion": "{function} calls no function that calls itself",
        "prints-too-much": "{function} prints more than is kept",
        "recursive-generator": "{function} is a generator that calls itself",
        "same-line": "{function} is not the only function on its line",
        "swallows-exceptions": "{function} swallows exceptions in a finally",
        "too-deep": "{function} goes {number} calls deep",
        "changes-global": "{function} changes the global {name}",
        "changes-outer-variable": "{function} changes the outer variable {name}",
        "may-change-global": "{function} may change the global {name}",
        "two-variables": "two variables around {function} are called {name}",
        "uses": "{function} uses {name}",
        "uses-class": "{function} uses the class {name}",
    }
)
"""The sentence of each code that `grader/sandbox/inside` uses; each gap is named for the kind of its parameter."""
REASON = tuple[str, list[str | Annotated[int, Meta(ge=0, lt=MAX_INT)]]]
GAP = re.compile(r"\{(\w+)\}")
SPECIAL_NAMES = frozenset(
    name for value in vars(builtins).values() if isinstance(value, type) for name in vars(value) if name[:2] == "__"
)
"""Names that a class may have although the text of the file lacks them."""


def worded_reason(entry: object, source: SourceText) -> str | None:
    """Return the reason ``[code, parameters]`` in our words, None for null (MalformedFrame if it is no reason)."""
    if entry is None:
        return None
    code, parameters = checked(entry, REASON)
    sentence = WORDS.get(code)
    if sentence is None or len(kinds := GAP.findall(sentence)) != len(parameters):
        raise MalformedFrame("not a reason")
    shown = [_shown(kind, parameter, source) for kind, parameter in zip(kinds, parameters, strict=True)]
    return GAP.sub("{}", sentence).format(*shown)


def _shown(kind: str, parameter: str | int, source: SourceText) -> str:
    if isinstance(parameter, int) != (kind == "number"):
        raise MalformedFrame("not a parameter of this kind")
    if isinstance(parameter, int):
        return str(parameter)
    name = parameter.removeprefix(".")  # of an attribute
    found = source.defines(parameter) if kind == "function" else source.has_name(name)
    return quoted(parameter) if found or name in SPECIAL_NAMES else f"a {kind}"
