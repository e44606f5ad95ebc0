"""The head of the student's page: the mark, what is still to be marked by hand, and what to correct first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.model.result import Result, Score
from grader.reports.pages.check_entries import bar_percent
from grader.reports.pages.evidence import page_text
from grader.story.answer import answer_facts
from grader.text.labelled_text import LabelledText
from grader.text.mark_text import mark_text, praise, to_be_marked
from grader.text.number_text import decimal_text

SHOWN = {"Mark", "Lost", "Fix this first"}
"""Facts that the page shows in its own way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of the bar under the mark, in percent of the whole."""

    kind: str
    """``earned`` or ``lost``."""
    points: str
    start: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSummary:
    """The mark and what it is made of."""

    headline: str
    """All of it in one sentence."""
    earned: str
    """The number in large type."""
    out_of: str
    """What follows it: ``of 95 automatic points``."""
    by_hand: str
    """What is still to be marked by hand; empty if nothing is."""
    segments: tuple[Segment, ...]
    parts: tuple[LabelledText, ...]
    praise: str
    """A sentence for a student who has lost no automatic point; empty for others."""
    first: str
    """What to correct first; empty if nothing costs points."""


def mark_summary(result: Result, score: Score) -> MarkSummary:
    """Return the head of the page on `result`, with its `score`."""
    headline, by_hand = mark_text(score), to_be_marked(score)
    facts = dict(answer_facts(result))
    earned, _, rest = headline.removesuffix(f"; {by_hand}").partition(" ")
    return MarkSummary(
        headline=headline,
        earned=earned,
        out_of=rest,
        by_hand=by_hand,
        segments=tuple(_segments(score)),
        parts=tuple(LabelledText(label, page_text(text)) for label, text in facts.items() if label not in SHOWN),
        praise=praise(result),
        first=page_text(facts.get("Fix this first", "")),
    )


def _segments(score: Score) -> Iterator[Segment]:
    """Yield the parts of the bar: it is as long as what is marked, so that a perfect file fills it."""
    marked = score.possible - score.pending
    earned, start = min(score.earned, marked), 0.0
    for kind, value in (("earned", earned), ("lost", marked - earned)):
        width = min(bar_percent(value, marked), 100 - start)
        if width > 0:
            yield Segment(kind=kind, points=decimal_text(value), start=round(start, 2), width=round(width, 2))
        start += width
