"""A terminal to write on: text that others control stays text, in characters the terminal can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from grader.model.result import CriterionResult
from grader.model.sanitize import ELLIPSIS, sanitize
from grader.model.verdict import Verdict

LONGEST = 2000
NARROWEST = 20
"""Columns a text gets at least, in however narrow a terminal."""
GAP = "  "
BELOW = 4
"""Where a last column begins that has no room beside the others."""

STYLES = {Verdict.PASS: "green", Verdict.PENDING: "yellow", Verdict.BLOCKED: "dim", Verdict.HARNESS_FAULT: "magenta"}
SIGNS = {Verdict.PASS: ("✓", "+"), Verdict.PENDING: ("…", "?"), Verdict.BLOCKED: ("-", "-")}
WRONG = ("✗", "x")


def style_of(verdict: Verdict) -> str:
    """Return the colour of a verdict."""
    return STYLES.get(verdict, "red")


@dataclass(frozen=True, slots=True)
class Paper:
    """A console, and what it can show."""

    console: Console

    @property
    def unicode(self) -> bool:
        """Whether any character can be shown."""
        return self.console.encoding.startswith("utf")

    def text(self, raw: str, style: str = "") -> Text:
        """Return `raw` as text that is never read as markup, an emoji code or a control sequence."""
        shown = sanitize(raw, LONGEST)
        if not self.unicode:
            shown = shown.replace(ELLIPSIS, "...")
            shown = shown.encode(self.console.encoding, "backslashreplace").decode(self.console.encoding)
        return Text(shown, style)

    def sign(self, line: CriterionResult) -> Text:
        """Return the line's verdict as one character, told apart without colour too."""
        unearned_bonus = line.bonus and line.by_hand and line.verdict is Verdict.FAIL
        verdict = Verdict.BLOCKED if unearned_bonus else line.verdict
        fine, poor = SIGNS.get(verdict, WRONG)
        return Text(fine if self.unicode else poor, style_of(verdict))

    def say(self, *pieces: Text, indent: int = 0) -> None:
        """Write one line, wrapped at the width of the terminal."""
        for line in self._wrapped(Text.assemble(*pieces), self.console.width - indent):
            self.console.print(Text(" " * indent) + line, highlight=False)

    def say_unwrapped(self, raw: str, style: str = "") -> None:
        """Write one line to be copied: whatever its length, it is not broken."""
        self.console.print(self.text(raw, style), soft_wrap=True, markup=False, highlight=False)

    def blank(self) -> None:
        """Write an empty line."""
        self.console.print()

    def columns(self, rows: Iterable[Sequence[Text]], sides: str, indent: int = 2) -> None:
        """Write rows in columns; `sides` has one of ``l`` and ``r`` per column."""
        for line in self.laid_out(rows, sides, self.console.width - indent):
            self.console.print(Text(" " * indent) + line, highlight=False)

    def laid_out(self, rows: Iterable[Sequence[Text]], sides: str, width: int) -> list[Text]:
        """
        Return rows in columns as lines without trailing spaces.

        The last column is wrapped at `width`, and stands below the others where it has no room beside them. A table
        of rich's would fill every line up with spaces, which are copied along with what is copied from it.
        """
        table = list(rows)
        widths = [max((row[column].cell_len for row in table), default=0) for column in range(len(sides) - 1)]
        margin = sum(widths) + len(GAP) * len(widths)
        quota = width - margin
        lines: list[Text] = []
        for row in table:
            head = Text()
            for cell, side, size in zip(row, sides, widths, strict=False):
                space = Text(" " * (size - cell.cell_len))
                head += (space + cell if side == "r" else cell + space) + Text(GAP)
            if quota < min(NARROWEST, row[-1].cell_len):
                lines += [head, *self._indented(row[-1], width, BELOW)]
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
        lines = list(text.wrap(self.console, max(width, NARROWEST), overflow="fold"))
        for line in lines:
            line.rstrip()
        return lines
