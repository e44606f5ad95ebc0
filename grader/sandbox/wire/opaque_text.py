"""Descriptions of values that are no plain data: a closed set of phrases, in which only the name of a class is free."""

from __future__ import annotations

import re

from grader.sandbox.wire.source_text import type_name

OBJECT = "an object"
FIXED = frozenset({OBJECT, "too deeply nested", "one of too many different answers"})
OF_TYPE = f"{OBJECT} of type "
COUNTED = re.compile(r"int of \d{1,12} bits|str of \d{1,12} characters")
TOO_LONG = re.compile(r"(\w{1,80}) of (\d{1,12} items, more than an answer has)")


def opaque_text(text: str) -> str:
    """Return a description that the inside sent, or the phrase for any object if the inside never writes such a one."""
    if text in FIXED or COUNTED.fullmatch(text):
        return text
    if text.startswith(OF_TYPE) and type_name(text.removeprefix(OF_TYPE)):
        return text
    found = TOO_LONG.fullmatch(text)
    return text if found is not None and type_name(found[1]) else OBJECT
