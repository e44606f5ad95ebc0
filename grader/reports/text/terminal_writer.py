"""Writes on a terminal: text from students stays text, in characters that the terminal can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from grader.model.result import CriterionResult
from grader.model.sanitize import ELLIPSIS, sanitize
from grader.model.verdict import Verdict

MAX_TEXT = 2000
"""Characters of one text; a result may come from a file that somebody edited."""
MIN_WIDTH = 20
"""Columns that a text has at least, even in a narrower terminal."""
GAP = "  "
HANGING_INDENT = 4
"""Columns in front of a last column that is written below the others because there is no room beside them."""

STYLES = {Verdict.PASS: "green", Verdict.PENDING: "yellow", Verdict.BLOCKED: "dim", Verdict.HARNESS_FAULT: "magenta"}


class Sign(NamedTuple):
    """A character that stands for a verdict, and the one for a terminal that shows ASCII only."""

    unicode: str
    ascii: str


SIGNS = {Verdict.PASS: Sign("✓", "+"), Verdict.PENDING: Sign("…", "?"), Verdict.BLOCKED: Sign("-", "-")}
WRONG = Sign("✗", "x")


def style_of(verdict: Verdict) -> str:
    """Return the colour of a verdict, as a style of rich."""
    return STYLES.get(verdict, "red")


@dataclass(frozen=True, slots=True)
class TerminalWriter:
    """Writes on a console of rich."""

    console: Console

    @property
    def unicode(self) -> bool:
        """Whether the terminal shows characters beyond ASCII."""
        return self.console.encoding.startswith("utf")

    def text(self, raw: str, style: str = "") -> Text:
        """Return `raw` as text in which no markup, emoji code or control sequence has an effect."""
        shown = sanitize(raw, MAX_TEXT)
        if not self.unicode:
            shown = shown.replace(ELLIPSIS, "...")
            shown = shown.encode(self.console.encoding, "backslashreplace").decode(self.console.encoding)
        return Text(shown, style)

    def sign(self, criterion: CriterionResult) -> Text:
        """Return the verdict on a rubric line as one character; the characters differ, not only their colours."""
        unearned_bonus = criterion.bonus and criterion.by_hand and criterion.verdict is Verdict.FAIL
        verdict = Verdict.BLOCKED if unearned_bonus else criterion.verdict
        sign = SIGNS.get(verdict, WRONG)
        return Text(sign.unicode if self.unicode else sign.ascii, style_of(verdict))

    def write(self, *pieces: Text, indent: int = 0) -> None:
        """Write the pieces as one text, wrapped at the width of the terminal."""
        for line in self._wrapped(Text.assemble(*pieces), self.console.width - indent):
            self.console.print(Text(" " * indent) + line, highlight=False)

    def write_unwrapped(self, raw: str, style: str = "") -> None:
        """Write one line that is never wrapped, so that it can be copied."""
        self.console.print(self.text(raw, style), soft_wrap=True, markup=False, highlight=False)

    def blank(self) -> None:
        """Write an empty line."""
        self.console.print()

    def columns(self, rows: Iterable[Sequence[Text]], sides: str, indent: int = 2) -> None:
        """Write rows in columns; `sides` has ``l`` or ``r`` for each column."""
        for line in self.lay_out(rows, sides, self.console.width - indent):
            self.console.print(Text(" " * indent) + line, highlight=False)

    def lay_out(self, rows: Iterable[Sequence[Text]], sides: str, width: int) -> list[Text]:
        """
        Return rows in columns, as lines at most `width` columns wide.

        The last column is wrapped, and is written below the others when there is no room beside them. The lines have
        no trailing spaces; those of a table of rich have, and they would be copied with the text.
        """
        table = list(rows)
        widths = [max((row[column].cell_len for row in table), default=0) for column in range(len(sides) - 1)]
        margin = sum(widths) + len(GAP) * len(widths)
        width_left = width - margin
        lines: list[Text] = []
        for row in table:
            head = Text()
            for cell, side, size in zip(row, sides, widths, strict=False):
                space = Text(" " * (size - cell.cell_len))
                head += (space + cell if side == "r" else cell + space) + Text(GAP)
            if width_left < min(MIN_WIDTH, row[-1].cell_len):
                lines += [head, *self._indented(row[-1], width, HANGING_INDENT)]
                continue
            first, *rest = self._indented(row[-1], width, margin)
            lines += [head + first[margin:], *rest]
        for line in lines:
            line.rstrip()
        return lines

    def _indented(self, text: Text, width: int, margin: int) -> list[Text]:
        lines = self._wrapped(text, width - margin)
        for line in lines:
            line.pad_left(margin)
        return lines

    def _wrapped(self, text: Text, width: int) -> list[Text]:
        lines = list(text.wrap(self.console, max(width, MIN_WIDTH), overflow="fold"))
        for line in lines:
            line.rstrip()
        return lines
