"""
What the inside claims: which functions are memoized or stateless, why none is, and what contradicted that since.

Of a reason the inside only sends a code and names; its words stand here.
"""

from __future__ import annotations

import builtins
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from grader.model.sanitize import quoted
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.messages import read_names
from grader.sandbox.wire.source_text import SourceText
from grader.sandbox.wire.value_decoder import MAX_INT

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


class ParameterKind(enum.Enum):
    """What a parameter is; the text stands for a name that the submission does not have."""

    FUNCTION = "a function"
    NAME = "a name"
    ATTRIBUTE = "an attribute"
    NUMBER = "a number"


F, N, A, NUMBER = ParameterKind.FUNCTION, ParameterKind.NAME, ParameterKind.ATTRIBUTE, ParameterKind.NUMBER


class Words(NamedTuple):
    """How a reason is said."""

    sentence: str
    """With a place for each parameter."""
    kinds: tuple[ParameterKind, ...] = ()


WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "answers-not-kept": Words("the answers cannot be kept"),
        "file-imports-beside": Words("the file imports a module beside it"),
        "given-objects": Words("it is given more than plain data"),
        "not-rewritten": Words("its code cannot be rewritten"),
        "objects-as-cells": Words("the cells of its boards are objects"),
        "world-changed": Words("something the functions read has changed"),
        "line-left-out": Words("line {} was left out of the import", (NUMBER,)),
        "file-imports": Words("the file imports {}", (N,)),
        "file-uses": Words("the file uses {}", (N,)),
        "file-uses-attribute": Words("the file uses {}", (A,)),
        "no-whole-number": Words("{} is no whole number", (N,)),
        "addresses": Words("{} goes by the addresses of objects, which are left to chance", (F,)),
        "any-arguments": Words("{} takes any arguments", (F,)),
        "asks-for-type": Words("{} asks for the type of objects", (F,)),
        "calls-itself": Words("{} calls itself", (F,)),
        "catches-any": Words("{} catches exceptions of any kind", (F,)),
        "catches-groups": Words("{} catches groups of exceptions", (F,)),
        "changes-argument": Words("{} changes what it is given", (F,)),
        "changes-unnamed": Words("{} changes something it does not name", (F,)),
        "clock": Words("{} looks at the clock or the system", (F,)),
        "compares-identity": Words("{} compares with `is`, which does not ask for equality", (F,)),
        "coroutine": Words("{} is a coroutine", (F,)),
        "decorated": Words("{} has a decorator", (F,)),
        "defines-class": Words("{} defines a class", (F,)),
        "depth-limit": Words("{} comes to a limit of depth", (F,)),
        "hands-on-type": Words("{} hands on type", (F,)),
        "inner-default": Words("{} has an inner function with a default that can change", (F,)),
        "makes-class": Words("{} makes a class", (F,)),
        "matches-classes": Words("{} matches classes", (F,)),
        "memory-limit": Words("{} comes to a limit of memory", (F,)),
        "no-plain-function": Words("{} is no plain function of the file", (F,)),
        "no-recursion": Words("{} calls no function that calls itself", (F,)),
        "prints-too-much": Words("{} prints more than is kept", (F,)),
        "recursive-generator": Words("{} is a generator that calls itself", (F,)),
        "same-line": Words("{} is not the only function on its line", (F,)),
        "swallows-exceptions": Words("{} swallows exceptions in a finally", (F,)),
        "with-statement": Words("{} uses a with statement", (F,)),
        "too-deep": Words("{} goes {} calls deep", (F, NUMBER)),
        "calls-on-class": Words("{} calls {} on the class", (F, N)),
        "changes-global": Words("{} changes the global {}", (F, N)),
        "changes-global-variable": Words("{} changes the global variable {}", (F, N)),
        "changes-outer-variable": Words("{} changes the outer variable {}", (F, N)),
        "class-inherits": Words("{} uses the class {}, which inherits", (F, N)),
        "hands-on-class": Words("{} hands on the class {}", (F, N)),
        "hands-on-function": Words("{} hands on the function {}", (F, N)),
        "hands-on-module": Words("{} hands on the module {}", (F, N)),
        "may-change-global": Words("{} may change the global {}", (F, N)),
        "method-of-unknown": Words("{} is a method of {}, whatever that is", (F, N)),
        "more-than-data": Words("{} uses {}, which is more than plain data", (F, N)),
        "more-than-print": Words("{} does more with {} than call it", (F, N)),
        "not-pythons-own": Words("{} uses {}, which is not Python's own", (F, N)),
        "output-unknown": Words("{} uses {}, and what is printed is not known", (F, N)),
        "sets-attribute": Words("{} sets the attribute {}", (F, N)),
        "two-variables": Words("two variables around {} are called {}", (F, N)),
        "uses": Words("{} uses {}", (F, N)),
        "uses-attribute": Words("{} uses {}", (F, A)),
        "uses-carrying": Words("{} uses {}, which carries something with it", (F, N)),
        "uses-changeable-default": Words("{} uses {}, which has a default that can change", (F, N)),
        "uses-module": Words("{} uses the module {}", (F, N)),
        "uses-no-plain-function": Words("{} uses {}, which is no plain function of the file", (F, N)),
        "uses-set-from-outside": Words("{} uses {}, which is set from outside", (F, A)),
        "class-has": Words("{} uses the class {}, which has {}", (F, N, N)),
        "class-part-carries": Words("{} uses the class {}, whose {} carries something with it", (F, N, N)),
    }
)
"""By the code, as in `grader/sandbox/inside/memoizer/reasons.py`."""
SPECIAL_NAMES = frozenset(
    name for value in vars(builtins).values() if isinstance(value, type) for name in vars(value) if name[:2] == "__"
)
"""Names that a class may have although the text of the file lacks them."""


def worded_reason(entry: object, source: SourceText) -> str | None:
    """Return the reason ``[code, parameters]`` in our words, None for null (MalformedFrame if it is no reason)."""
    if entry is None:
        return None
    if type(entry) is not list or len(entry) != 2 or type(entry[0]) is not str or type(entry[1]) is not list:  # noqa: PLR2004 - code and parameters
        raise MalformedFrame("not a reason")
    code, parameters = entry
    words: Words | None = WORDS.get(code)
    if words is None or len(words.kinds) != len(parameters):
        raise MalformedFrame("not a reason")
    shown = [_shown(kind, parameter, source) for kind, parameter in zip(words.kinds, parameters, strict=True)]
    return words.sentence.format(*shown)


def _shown(kind: ParameterKind, parameter: object, source: SourceText) -> str:
    if kind is ParameterKind.NUMBER:
        if type(parameter) is not int or not 0 <= parameter < MAX_INT:
            raise MalformedFrame("not a number")
        return str(parameter)
    if type(parameter) is not str:
        raise MalformedFrame("not a name")
    found = source.defines(parameter) if kind is ParameterKind.FUNCTION else source.has_name(parameter)
    if not (found or parameter in SPECIAL_NAMES):
        return str(kind.value)
    return quoted(f".{parameter}" if kind is ParameterKind.ATTRIBUTE else parameter)
