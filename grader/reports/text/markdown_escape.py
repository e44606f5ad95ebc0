"""Text that others control, made safe for Markdown: it shows as it is and starts nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.model.sanitize import sanitize

# The last two keep a forge from making a link of a bare address.
SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#$]|:(?=//)|(?<=[wW]{3})\.)")
STARTS_A_BLOCK = re.compile(r"^(\d*)((?<!\d)[-+=]|(?<=\d)[.)](?=\s|$))")
BACKTICKS = re.compile(r"`+")
MENTION = "@\N{ZERO WIDTH SPACE}"
"""No escape of Markdown's keeps a forge from reading @name as a person to notify; a letter in between does."""

LONGEST = 2000


def escaped(text: str) -> str:
    """Return `text` for a sentence, a list item, a heading or a table cell."""
    shown = SPECIAL.sub(r"\\\1", sanitize(text, LONGEST).strip())
    return STARTS_A_BLOCK.sub(r"\1\\\2", shown).replace("@", MENTION)


def code(text: str) -> str:
    """Return `text` as a code span; not for table cells, where a bar would end the cell all the same."""
    shown = sanitize(text, LONGEST)
    if not shown.strip():
        return "(nothing)" if not shown else "(blank)"
    fence = "`" * (_longest_run(shown) + 1)
    padding = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{padding}{shown}{padding}{fence}"


def block(lines: Iterable[str]) -> list[str]:
    """Return `lines` as a code block whose fence nothing inside can close."""
    shown = [sanitize(line, LONGEST) for line in lines]
    fence = "`" * max(3, _longest_run("\n".join(shown)) + 1)
    return [fence, *shown, fence]


def table(header: Iterable[str], alignment: str, rows: Iterable[Iterable[str]]) -> list[str]:
    """Return a table; `alignment` has one of ``l`` and ``r`` per column, cells are escaped already."""
    rules = ["---:" if side == "r" else "---" for side in alignment]
    return [f"| {' | '.join(cells)} |" for cells in (header, rules, *rows)]


def document(*blocks: Iterable[str]) -> str:
    """Return blocks of lines as one text, the blocks that are not empty parted by a blank line."""
    texts = ("\n".join(lines) for lines in blocks)
    return "\n\n".join(text for text in texts if text) + "\n"


def _longest_run(text: str) -> int:
    return max((len(run) for run in BACKTICKS.findall(text)), default=0)
