"""A dialogue with a program, line by line: what it printed and what was typed, long ones without their middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grader.model.result import TranscriptPart
from grader.model.sanitize import sanitize
from grader.reports.text.number_text import counted

PERSON = "you"
LONGEST_LINE = 300
"""Characters; a result may come from a file somebody edited."""
HEAD_SHARE = 3
"""A third of what is kept is the beginning: what went wrong stands at the end."""
TYPED, PRINTED = ">", " "


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A line of a dialogue, or what stands for the lines that were left out."""

    text: str
    typed: bool = False
    gap: bool = False

    @property
    def margin(self) -> str:
        """What stands in front of the line where there is no other way to tell who wrote it."""
        return TYPED if self.typed else "" if self.gap else PRINTED


def turns(transcript: Sequence[TranscriptPart], most: int) -> tuple[Turn, ...]:
    """Return a dialogue as `most` lines at most, and one in the middle that says how many are left out."""
    lines = list(_lines(transcript))
    left_out = len(lines) - most
    if left_out > 0:
        head = most // HEAD_SHARE
        gap = Turn(text=f"... {counted(left_out, 'line')} left out ...", gap=True)
        lines[head : head + left_out] = [gap]
    return tuple(line if line.gap else _clean(line) for line in lines)


def marked(transcript: Sequence[TranscriptPart], most: int) -> Iterator[str]:
    """Yield the same as plain lines: in front of what was typed stands ``> ``, of what was printed two spaces."""
    for turn in turns(transcript, most):
        yield turn.text if turn.gap else f"{turn.margin} {turn.text}".rstrip()


def _lines(transcript: Sequence[TranscriptPart]) -> Iterator[Turn]:
    # What was printed in several parts is one text: a part may end within a line.
    for typed, parts in groupby(transcript, lambda spoken: spoken.who == PERSON):
        texts = [part.text for part in parts]
        for text in texts if typed else ["".join(texts)]:
            # A line feed at the end ends the last line and begins no other.
            for line in text.removesuffix("\n").split("\n"):
                yield Turn(text=line, typed=typed)


def _clean(line: Turn) -> Turn:
    return Turn(text=sanitize(line.text, LONGEST_LINE), typed=line.typed)
