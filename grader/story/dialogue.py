"""A dialogue with a program as lines: what it printed and what was typed; a long one loses its middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from grader.blocks import Line
from grader.model.counterexample import TranscriptPart
from grader.model.sanitize import sanitize
from grader.text.number_text import count_text

PERSON = "you"
MAX_LINE = 300
"""Characters of a line; a result may come from a file that somebody edited."""
HEAD_SHARE = 3
"""One third of the lines is from the beginning; the others are from the end, which shows the mistake."""
TYPED_MARGIN = ">"
DIALOGUE_TITLE = f"The dialogue; what was typed stands behind {TYPED_MARGIN}"


def dialogue_lines(transcript: Sequence[TranscriptPart], most: int) -> tuple[Line, ...]:
    """Return a dialogue as at most `most` lines, and one between them that says how many are left out."""
    lines = list(_lines(transcript))
    left_out = len(lines) - most
    if left_out > 0:
        head = most // HEAD_SHARE
        gap = Line(f"... {count_text(left_out, 'line')} left out ...", gap=True)
        lines[head : head + left_out] = [gap]
    return tuple(replace(line, text=sanitize(line.text, MAX_LINE)) for line in lines)


def _lines(transcript: Sequence[TranscriptPart]) -> Iterator[Line]:
    # Printed parts that follow each other are one text: a part may end in the middle of a line.
    for typed, parts in groupby(transcript, lambda part: part.who == PERSON):
        texts = [part.text for part in parts]
        for text in texts if typed else ["".join(texts)]:
            # A line feed at the end belongs to the last line; no empty line follows it.
            for line in text.removesuffix("\n").split("\n"):
                yield Line(line, TYPED_MARGIN if typed else "", marked=typed)
