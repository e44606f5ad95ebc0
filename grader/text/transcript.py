"""A dialogue with a program as lines: what it printed and what was typed; a long one loses its middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grader.model.counterexample import TranscriptPart
from grader.model.sanitize import sanitize
from grader.text.number_text import count_text

PERSON = "you"
MAX_LINE = 300
"""Characters of a line; a result may come from a file that somebody edited."""
HEAD_SHARE = 3
"""One third of the lines is from the beginning; the others are from the end, which shows the mistake."""
TYPED_MARGIN, PRINTED_MARGIN = ">", " "
DIALOGUE_TITLE = f"The dialogue; what was typed stands behind {TYPED_MARGIN}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueLine:
    """A line of a dialogue, or the line that replaces those left out."""

    text: str
    typed: bool = False
    """Whether a person typed it; otherwise the program printed it."""
    gap: bool = False
    """Whether it replaces lines that are left out."""

    @property
    def margin(self) -> str:
        """The sign in front of the line in a report that has no other way to show who wrote it."""
        return TYPED_MARGIN if self.typed else "" if self.gap else PRINTED_MARGIN


def dialogue_lines(transcript: Sequence[TranscriptPart], most: int) -> tuple[DialogueLine, ...]:
    """Return a dialogue as at most `most` lines, and one between them that says how many are left out."""
    lines = list(_lines(transcript))
    left_out = len(lines) - most
    if left_out > 0:
        head = most // HEAD_SHARE
        gap = DialogueLine(text=f"... {count_text(left_out, 'line')} left out ...", gap=True)
        lines[head : head + left_out] = [gap]
    return tuple(line if line.gap else _sanitized(line) for line in lines)


def dialogue_text(transcript: Sequence[TranscriptPart], most: int) -> Iterator[str]:
    """Yield the same as text: ``> `` in front of what was typed, two spaces in front of what was printed."""
    for line in dialogue_lines(transcript, most):
        yield line.text if line.gap else f"{line.margin} {line.text}".rstrip()


def _lines(transcript: Sequence[TranscriptPart]) -> Iterator[DialogueLine]:
    # Printed parts that follow each other are one text: a part may end in the middle of a line.
    for typed, parts in groupby(transcript, lambda part: part.who == PERSON):
        texts = [part.text for part in parts]
        for text in texts if typed else ["".join(texts)]:
            # A line feed at the end belongs to the last line; no empty line follows it.
            for line in text.removesuffix("\n").split("\n"):
                yield DialogueLine(text=line, typed=typed)


def _sanitized(line: DialogueLine) -> DialogueLine:
    return DialogueLine(text=sanitize(line.text, MAX_LINE), typed=line.typed)
