"""Values whose texts are made safe to show at creation."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import force_setattr

from grader.model.sanitize import sanitize
from grader.text.line_breaks import visible_blanks

MAX_TEXT = 2000
"""The characters of one text: somebody may have edited the result file."""


class Safe(Struct, frozen=True):
    """A value that cleans its texts at creation, so that formats need not do so."""

    keeps_blanks: ClassVar[bool] = False
    """Whether long runs of spaces stay, as code and commands need."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            force_setattr(self, name, _clean(getattr(self, name), keeps_blanks=self.keeps_blanks))


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
