"""Single YAML nodes: what a scalar stands for, and what no node of a rubric may hold."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import yaml

from grader.model.sanitize import sanitize
from grader.rubric_file.problems import quoted

if TYPE_CHECKING:
    from grader.rubric_file.document import Data

# Plain digits only: ``010``, ``1_000``, ``1:30`` and ``1e3`` mean different numbers to different YAML versions.
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
SURROGATE = re.compile("[\ud800-\udfff]")
WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}


def scalar(event: yaml.ScalarEvent) -> Data:
    """Return what a scalar stands for; in quotes it is a text, whatever it looks like."""
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in WORDS:
        return WORDS[text]
    return Decimal(text) if NUMBER.fullmatch(text) else text


def fault(event: yaml.Event) -> str | None:
    """Say what a rubric must not hold: references, tags, and half characters that no report could be encoded with."""
    anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
    if isinstance(event, yaml.AliasEvent):
        return f"the alias *{sanitize(str(anchor))} is not allowed in a rubric; write the value out"
    if anchor is not None:
        return f"the anchor &{sanitize(anchor)} is not allowed in a rubric; remove it"
    if tag is not None:
        name = sanitize(tag).replace("tag:yaml.org,2002:", "!!")
        return f"the tag {name} is not allowed in a rubric; remove it, or put the text in quotes"
    if isinstance(event, yaml.ScalarEvent) and SURROGATE.search(event.value):
        return f"{quoted(event.value)} holds half of a character; write the character itself"
    return None
