"""The student's page: the mark, each line with what explains it, the AI to play against. One file, from a result."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from grader.model.result import Output, Result, Score
from grader.model.sanitize import sanitize
from grader.reports.pages.check_entries import percent_of
from grader.reports.pages.evidence import page_text
from grader.reports.pages.playable_board import played
from grader.reports.pages.rubric_items import lines, quoted_once, shared_findings
from grader.reports.pages.templating import render
from grader.reports.student.findings import findings, headline, parts
from grader.reports.text import shortcut_text
from grader.reports.text.isolation_text import sentence
from grader.reports.text.number_text import plain

HASH_SHOWN = 12
FEW_LINES = 12
"""Lines of printed text that are shown without being asked for."""
SHORTEST = 0.1
"""Seconds of computing time that are told apart."""
LONGEST_OUTPUT = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of the bar under the mark, in percent of the whole."""

    kind: str
    """``earned``, ``lost`` or ``pending``."""
    points: str
    start: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The mark and what it is made of."""

    headline: str
    earned: str
    possible: str
    bonus: str
    segments: tuple[Segment, ...]
    parts: tuple[tuple[str, str], ...]
    perfect: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The end of what the submission printed."""

    where: str
    text: str
    characters: str
    open: bool


def student_page(result: Result, *, refresh: int = 0) -> bytes:
    """Return the page as HTML; with `refresh` it loads itself again after so many seconds."""
    found = findings(result) if result.score else []
    shared, every = quoted_once(shared_findings(found), lines(result.criteria, found) if result.score else [])
    return render(
        "student",
        {
            "student": page_text(result.submission.student),
            "main": page_text(result.submission.main),
            "title": page_text(result.rubric.title),
            "mark": _mark(result, result.score) if result.score else None,
            "fault": page_text(result.fault) or "no more is known",
            "shared": shared,
            "lines": every,
            "play": played(result) if result.score else None,
            "notes": [page_text(note) for note in result.notes],
            "printed": [_printed(output) for output in result.observed.output],
            "footer": _footer(result),
            "near_limit": [page_text(call) for call in result.timing.near_limit],
            "refresh": max(refresh, 0),
        },
    )


def _mark(result: Result, score: Score) -> Mark:
    return Mark(
        headline=headline(score),
        earned=plain(score.earned),
        possible=plain(score.possible),
        bonus=plain(score.bonus) if score.bonus else "",
        segments=_segments(score),
        parts=tuple((name, page_text(value)) for name, value in parts(result)),
        perfect=score.automatic_earned == score.automatic_possible > 0,
    )


def _segments(score: Score) -> tuple[Segment, ...]:
    lost = max(score.possible - score.earned - score.pending, Decimal(0))
    found, start = [], 0.0
    for kind, value in (("earned", score.earned), ("lost", lost), ("pending", score.pending)):
        width = min(percent_of(value, score.possible), 100 - start)
        if width > 0:
            found.append(Segment(kind=kind, points=plain(value), start=round(start, 2), width=round(width, 2)))
        start += width
    return tuple(found)


def _printed(output: Output) -> Printed:
    text = sanitize(output.tail.rstrip("\n"), LONGEST_OUTPUT, keep="\n")
    return Printed(
        where=page_text(output.where),
        text=text,
        characters=f"{output.characters:,}",
        open=text.count("\n") < FEW_LINES,
    )


def _footer(result: Result) -> list[str]:
    grader, timing = result.grader, result.timing
    first = timing.first_move_seconds
    times = [f"Computing time: {_seconds(timing.cpu_seconds)} in all"]
    times += [f"the first move of a game takes {_seconds(first)}"] if first is not None else []
    versions = [
        f"Grader {grader.version}",
        f"Python {grader.python}",
        f"submission {result.submission.sha256[:HASH_SHOWN]}",
        f"rubric {result.rubric.sha256[:HASH_SHOWN]}",
    ]
    texts = [
        sentence(grader.isolation),
        shortcut_text.sentence(result.shortcut),
        f"{'; '.join(times)}.",
        f"{'; '.join(versions)}.",
    ]
    return [page_text(text) for text in texts if text]


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value >= SHORTEST else f"less than {SHORTEST} s"
