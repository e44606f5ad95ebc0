"""An idiom: something that stands in a share of all files, and the edits that put it there."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One way to put an idiom into a source."""

    find: str
    """A regular expression."""
    put: str
    """What replaces it."""
    unless: str = r"(?!)"
    """Where this is found, the edit does not fit."""
    imports: str = ""
    """The import that the new text needs."""
    count: int = 0
    """How many places are changed at most; 0 for all."""

    def fits(self, source: str) -> bool:
        """Return whether the edit changes `source` and nothing is in its way."""
        found = re.search(self.find, source, re.MULTILINE)
        return found is not None and re.search(self.unless, source, re.MULTILINE) is None

    def applied(self, source: str) -> str:
        """Return the changed source."""
        changed = re.sub(self.find, self.put, source, count=self.count, flags=re.MULTILINE)
        return with_imports(changed, self.imports) if self.imports else changed


@dataclass(frozen=True, slots=True, kw_only=True)
class Idiom:
    """Something that a share of all files has."""

    family: str
    """A file has at most one idiom of a family."""
    name: str
    percent: float
    edits: tuple[Edit, ...]


def with_imports(source: str, line: str) -> str:
    """Return `source` with an import at its top, unless it is there."""
    if re.search(rf"^{re.escape(line)}$", source, re.MULTILINE):
        return source
    docstring, closing, rest = source.partition('Player\n"""\n')
    return f"{docstring}{closing}{line}\n{rest}" if closing else f"{line}\n{source}"
