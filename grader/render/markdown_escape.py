"""Markdown with text from students: the text is shown as it is and never becomes markup, a link or a mention."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.model.sanitize import sanitize
from grader.text.line_breaks import visible_blanks

# The last two keep GitHub and GitLab from making a link of an address without markup.
SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#$]|:(?=//)|(?<=[wW]{3})\.)")
STARTS_A_BLOCK = re.compile(r"^(\d*)((?<!\d)[-+=]|(?<=\d)[.)](?=\s|$))")
BACKTICKS = re.compile(r"`+")
MENTION = "@\N{ZERO WIDTH SPACE}"
"""No Markdown escape keeps GitHub from notifying the person in @name; an invisible character in between does."""

MAX_TEXT = 2000
"""Characters of one text; a result may come from a file that somebody edited."""


def escape(text: str) -> str:
    """Return `text` to put into a sentence, a list item, a heading or a table cell."""
    shown = SPECIAL.sub(r"\\\1", visible_blanks(sanitize(text, MAX_TEXT).strip()))
    return STARTS_A_BLOCK.sub(r"\1\\\2", shown).replace("@", MENTION)


def code_span(text: str) -> str:
    """Return `text` as inline code. Not for table cells: there a bar ends the cell even inside code."""
    shown = visible_blanks(sanitize(text, MAX_TEXT))
    if not shown.strip():
        return "(nothing)" if not shown else "(blank)"
    fence = "`" * (_longest_run(shown) + 1)
    padding = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{padding}{shown}{padding}{fence}"


def code_block(lines: Iterable[str]) -> list[str]:
    """Return `lines` as a fenced code block; the fence is longer than any in `lines`."""
    shown = [sanitize(line, MAX_TEXT) for line in lines]
    fence = "`" * max(3, _longest_run("\n".join(shown)) + 1)
    return [fence, *shown, fence]


def table(header: Iterable[str], alignment: str, rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table of escaped cells; `alignment` has ``l`` or ``r`` for each column."""
    rules = ["---:" if side == "r" else "---" for side in alignment]
    return [f"| {' | '.join(cells)} |" for cells in (header, rules, *rows)]


def join_blocks(*blocks: Iterable[str]) -> str:
    """Return blocks of lines as one text, with a blank line between those that are not empty."""
    texts = ("\n".join(lines) for lines in blocks)
    return "\n\n".join(text for text in texts if text) + "\n"


def _longest_run(text: str) -> int:
    return max((len(run) for run in BACKTICKS.findall(text)), default=0)
