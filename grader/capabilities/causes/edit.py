"""One small edit of a text, and edits that are made alike in several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

DECIDES = re.compile(
    r"[ \t]*(?:(?:if|elif|raise|assert|for|while|except)\b|return\b[^\n]{1,200}?(?: in | and |[<>=]=))"
)

DEPTH = re.compile(r"(?i)depth|level|ply|limit")
BESIDE = 10
"""Characters."""


class Edit(NamedTuple):
    """Lines of a text replaced by others."""

    rank: int
    """0 for what is most often meant."""
    code: str
    """The code of the sentence that tells it."""
    first: int  # counted from 1
    last: int
    new: tuple[str, ...]
    old_part: str
    """The part of the first line that is told, and what is written there; empty if there is nothing to tell."""
    new_part: str = ""
    also: tuple[tuple[int, str], ...] = ()
    """Further lines in which the same part is replaced, each with its new text."""
    at: int = 0
    """The line that is told; 0 for the first one."""
    token: tuple[str, str] = ("", "")
    """The nearest words around the edit, before and after; empty for an edit of more than a few words."""

    @property
    def lines(self) -> Sequence[int]:
        """The numbers of the lines that are replaced."""
        return (*range(self.first, self.last + 1), *(number for number, _ in self.also))

    @property
    def is_in_test(self) -> bool:
        """Whether the line may tell invalid actions from others, or a helper's answer does."""
        return DECIDES.match(self.new[0]) is not None

    def is_about_depth(self, line: str) -> bool:
        """Tell whether the first `line` is changed beside a word for the depth of a search, to work around a limit."""
        at = next((at for at, (old, new) in enumerate(zip(line, self.new[0], strict=False)) if old != new), 0)
        return DEPTH.search(line, max(at - BESIDE, 0), at + BESIDE) is not None

    def keeps_numbers(self, lines: Sequence[str]) -> bool:
        """Tell whether each of the `lines` has the same number after the edit; a new text may have several lines."""
        return "\n".join(self.applied(lines)).count("\n") == len(lines) - 1

    def applied(self, lines: Sequence[str]) -> list[str]:
        """Return `lines` of the text with the edit."""
        changed = [*lines]
        for number, text in self.also:
            changed[number - 1] = text
        return [*changed[: self.first - 1], *self.new, *changed[self.last :]]


def with_repeated(found: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits of `found`, and those that are made alike in several lines: in two neighbours, or in all."""
    alike: dict[tuple[str, str], dict[int, Edit]] = {}
    for one in found:
        if one.token[0]:
            alike.setdefault(one.token, {}).setdefault(one.first, one)
    for token, same in alike.items():
        every = [*same.values()]
        pairs = [*pairwise(every)] if len(every) > 2 else []  # noqa: PLR2004 - two are all
        for first, *others in [*pairs, every] if len(every) > 1 else []:
            also = tuple((one.first, one.new[0]) for one in others)
            yield Edit(first.rank + 1, "edit_part", first.first, first.first, first.new, *token, also)
    yield from found
