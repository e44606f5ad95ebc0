"""Values whose texts are made safe to show at creation."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

from grader.model.sanitize import sanitize
from grader.text.line_breaks import visible_blanks

MAX_TEXT = 2000
"""The characters of one text: somebody may have edited the result file."""


@dataclass(frozen=True, slots=True)
class Safe:
    """A value that cleans its texts at creation, so that formats need not do so."""

    keeps_blanks: ClassVar[bool] = False
    """Whether long runs of spaces stay, as code and commands need."""

    def __post_init__(self) -> None:
        for one in fields(self):
            object.__setattr__(self, one.name, _clean(getattr(self, one.name), keeps_blanks=self.keeps_blanks))


def _clean(value: object, *, keeps_blanks: bool) -> object:
    """Return `value` with each text on one line and without deceptive characters."""
    if isinstance(value, enum.Enum):
        return value
    if isinstance(value, str):
        shown = sanitize(value, MAX_TEXT)
        return shown if keeps_blanks else visible_blanks(shown)
    if isinstance(value, tuple):
        return tuple(_clean(one, keeps_blanks=keeps_blanks) for one in value)
    if isinstance(value, Mapping):
        return {key: _clean(one, keeps_blanks=keeps_blanks) for key, one in value.items()}
    return value
