"""Values whose texts are made safe to show when they are made."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

from grader.model.sanitize import sanitize
from grader.text.line_breaks import visible_blanks

MAX_TEXT = 2000
"""Characters of one text; a result may come from a file that somebody edited."""


@dataclass(frozen=True, slots=True)
class Safe:
    """A value whose texts are cleaned when it is made, so that no format has to think about them."""

    keeps_blanks: ClassVar[bool] = False
    """Whether all spaces of its texts stay: those of a line of code or of a command matter."""

    def __post_init__(self) -> None:
        """Clean every text."""
        for one in fields(self):
            object.__setattr__(self, one.name, _clean(getattr(self, one.name), keeps_blanks=self.keeps_blanks))


def _clean(value: object, *, keeps_blanks: bool) -> object:
    """Return `value` with each text in it in one line, and without characters that deceive."""
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
