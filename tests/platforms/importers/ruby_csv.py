"""CSV as Ruby's strict reader takes it: what Canvas uses."""

from __future__ import annotations

import re

from tests.platforms.importers.outcome import RefusedError

LINE_END = re.compile("\r\n|\n|\r")


def ruby_rows(text: str, delimiter: str) -> list[list[str | None]]:
    """Return the rows; an empty field without quotes is nil. Refuse what Ruby calls malformed."""
    found = LINE_END.search(text)
    line_end = found.group() if found else "\n"  # the first line end decides for the whole file
    reader = _Reader(text, delimiter, line_end)
    rows = []
    while not reader.at_end():
        rows.append(reader.row())
    return rows


class _Reader:
    """Where in the text the reader stands."""

    def __init__(self, text: str, delimiter: str, line_end: str) -> None:
        self._text = text
        self._delimiter = delimiter
        self._line_end = line_end
        self._at = 0

    def at_end(self) -> bool:
        return self._at >= len(self._text)

    def row(self) -> list[str | None]:
        fields = [self._field()]
        while not self.at_end():
            if self._text.startswith(self._line_end, self._at):
                self._at += len(self._line_end)
                break
            if self._text[self._at] != self._delimiter:
                raise RefusedError(f"malformed CSV: text after a closing quote at {self._at}")
            self._at += 1
            fields.append(self._field())
        return fields if fields != [None] else []

    def _field(self) -> str | None:
        return self._quoted() if self._text.startswith('"', self._at) else self._plain()

    def _quoted(self) -> str:
        start = self._at + 1
        parts = []
        while True:
            end = self._text.find('"', start)
            if end < 0:
                raise RefusedError("malformed CSV: unclosed quote")
            parts.append(self._text[start:end])
            if not self._text.startswith('"', end + 1):
                self._at = end + 1
                return '"'.join(parts)
            start = end + 2

    def _plain(self) -> str | None:
        ends = (self._text.find(sign, self._at) for sign in (self._delimiter, self._line_end))
        end = min((end for end in ends if end >= 0), default=len(self._text))
        field = self._text[self._at : end]
        self._at = end
        if '"' in field or "\r" in field or "\n" in field:
            raise RefusedError(f"malformed CSV: a quote or line end inside a plain field: {field!r}")
        return field or None
