"""Writes on a terminal. Text from students never begins a line, and has only characters that the terminal can show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from grader.blocks import MAX_TEXT
from grader.model.sanitize import ELLIPSIS, sanitize
from grader.text.line_breaks import MARK, cells, line_breaks, visible_blanks

MIN_WIDTH = 20  # smallest width of a text, even in a narrower terminal
SHORT_LINE = 0.8
"""The part of the width below which a cut-off line gets the beginning of the next word, such as long code."""
GAP = "  "
HANGING_INDENT = 4
"""The indentation of a last column that is written below the others."""


@dataclass(frozen=True, slots=True)
class TerminalWriter:
    """Lines for a console of rich, written all at once."""

    console: Console
    limit: int = 0
    """The lines of one text, whose rest is cut off; 0 for all."""
    folds: bool = True
    """Whether folded blocks are written."""
    more: int = 2
    """Which corrections may have one line more: 2 all, 1 the first one in the answer."""
    lines: list[Text] = field(default_factory=list)

    @property
    def unicode(self) -> bool:
        return self.console.encoding.startswith("utf")

    @property
    def rows(self) -> int:
        return sum(max(1, -(-line.cell_len // self.console.width)) for line in self.lines)

    def flush(self) -> None:
        """Write the lines. rich does not wrap them again, since it would drop the marks."""
        for line in self.lines:
            self.console.print(line, soft_wrap=True, markup=False, highlight=False)

    def text(self, raw: str, style: str = "") -> Text:
        """Return `raw` as text without effective markup, emoji codes, control sequences or long blanks."""
        return self.verbatim(visible_blanks(sanitize(raw, MAX_TEXT)), style)

    def verbatim(self, raw: str, style: str = "") -> Text:
        """Return `raw` as such a text with all its spaces, for a drawing or a command."""
        shown = sanitize(raw, MAX_TEXT)
        if not self.unicode:
            shown = shown.replace(ELLIPSIS, "...")
            shown = shown.encode(self.console.encoding, "backslashreplace").decode(self.console.encoding)
        return Text(shown, style)

    def write(self, *pieces: Text, indent: int = 0, marked: bool = False, longer: bool = False) -> None:
        """
        Write the pieces as one text, wrapped at the width of the terminal; a `longer` text may have more lines.

        A text with words of a student must be `marked`: then all its lines but the first begin with `MARK`.
        """
        text, width = Text.assemble(*pieces), self.console.width - indent
        for line in self._wrapped(text, width, after=MARK if marked else "", longer=longer):
            self.lines.append(Text(" " * indent) + line)

    def write_unwrapped(self, raw: str, style: str = "", *, label: str = "") -> None:
        """Write one line without wrapping, for copying."""
        self.lines.append(Text.assemble((label, "dim"), self.verbatim(raw, style)))

    def blank(self) -> None:
        self.lines.append(Text())

    def columns(
        self, rows: Iterable[Sequence[Text]], sides: str, indent: int = 2, longer: Collection[int] = ()
    ) -> None:
        """Write rows in columns; `sides` has ``l`` or ``r`` for each column."""
        for line in self.lay_out(rows, sides, self.console.width - indent, longer):
            self.lines.append(Text(" " * indent) + line)

    def lay_out(
        self, rows: Iterable[Sequence[Text]], sides: str, width: int, longer: Collection[int] = ()
    ) -> list[Text]:
        """
        Return rows in columns, as lines of at most `width` columns; the rows `longer` may have more lines.

        The last column may hold words of a student. It is wrapped, or written below the others if there is no room; its
        lines are marked. Unlike in a table of rich, lines have no trailing spaces, which would be copied with the text.
        """
        table = list(rows)
        widths = [max((row[column].cell_len for row in table), default=0) for column in range(len(sides) - 1)]
        margin = sum(widths) + len(GAP) * len(widths)
        # Some terminals show signs wider than others do.
        room = [max((cells(row[column].plain) for row in table), default=0) for column in range(len(sides) - 1)]
        width_left = width - sum(room) - len(GAP) * len(room)
        lines: list[Text] = []
        for number, row in enumerate(table):
            head = Text()
            for cell, side, size in zip(row, sides, widths, strict=False):
                space = Text(" " * (size - cell.cell_len))
                head += (space + cell if side == "r" else cell + space) + Text(GAP)
            if width_left < min(MIN_WIDTH, row[-1].cell_len):
                below = self._wrapped(row[-1], width - HANGING_INDENT, before=MARK, after=MARK)
                lines += self._wrapped(head, width, after=MARK)
                lines += (Text(" " * HANGING_INDENT) + line for line in below)
                continue
            first, *rest = self._wrapped(row[-1], width_left, after=MARK, longer=number in longer)
            lines += [head + first, *(Text(" " * margin) + line for line in rest)]
        for line in lines:
            line.rstrip()
        return lines

    def _wrapped(
        self, text: Text, width: int, *, before: str = "", after: str = "", longer: bool = False
    ) -> list[Text]:
        """Return the lines of `text`, at most `width` wide: `before` begins the first, `after` the others."""
        breaks = line_breaks(text.plain, width - len(before), width - len(after))
        lines = list(text.divide(breaks))
        for line in lines:
            line.rstrip()
        limit = self.limit + longer
        if 0 < self.limit and limit < len(lines):
            dots = ELLIPSIS if self.unicode else "..."
            if lines[limit - 1].cell_len < SHORT_LINE * width:  # a long word, such as code, was to come next
                lines[limit - 1] = text[breaks[limit - 2] if limit > 1 else 0 :]
            del lines[limit:]
            lines[-1].truncate(max(width - len(after) - len(dots), 0))
            lines[-1].append(dots, "dim")
        first, *rest = lines
        # A sum of texts would take the style of its first part, and be dim as a whole.
        return [
            Text.assemble((mark, "dim"), line) for mark, line in ((before, first), *((after, line) for line in rest))
        ]
