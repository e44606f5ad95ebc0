"""The commonest mistakes as the page shows them: who made them, and on which board they are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.model.result import Counterexample
from grader.reports.classes.mistakes import Mistake, message
from grader.reports.classes.statistics import Graded
from grader.reports.pages.board import Drawing, drawing
from grader.reports.pages.evidence import pointed_out
from grader.reports.pages.student_links import Listed, Person, listed, short
from grader.reports.text.board_text import board_tells
from grader.reports.text.number_text import counted, points

SHOWN = 12
DRAWN = 60
"""Mistakes with a board; after these, and for one student alone, a line says what the student's page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A mistake to show."""

    key: str
    """What the table can be filtered by; empty where it is one student's."""
    number: str
    noun: str
    share: str
    """Of those with a mark."""
    subject: str
    title: str
    details: tuple[str, ...]
    """The check, how often it was wrong, what it cost."""
    boards: tuple[Drawing, ...]
    call: str
    got: str
    expected: str
    also: tuple[str, ...]
    people: Listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """The mistakes of a class."""

    top: tuple[Card, ...]
    more: tuple[Card, ...]
    """With a board as well."""
    short: tuple[Card, ...]
    """Without one."""


def cards(found: Sequence[Mistake], graded: Sequence[Graded], people: Sequence[Person]) -> Cards:
    """Return `found` as the page shows it; `people` names those of `graded`, in the same order."""
    several = sum(len(one.students) > 1 for one in found)
    drawn = min(max(SHOWN, several), DRAWN)
    made = [_card(one, graded, people) for one in found]
    return Cards(top=tuple(made[:SHOWN]), more=tuple(made[SHOWN:drawn]), short=tuple(made[drawn:]))


def _card(one: Mistake, graded: Sequence[Graded], people: Sequence[Person]) -> Card:
    example, count = one.check.counterexample, len(one.students)
    return Card(
        key=one.key if count > 1 else "",
        number=f"{count:,}",
        noun="student" if count == 1 else "students",
        share=f"{count * 100 / len(graded):.0f} %" if count * 100 >= len(graded) else "under 1 %",
        subject=short(one.subject),
        title=short(one.title),
        details=tuple(_details(one)),
        boards=tuple(_boards(example)) if example else (),
        call=short(example.call) if example else "",
        got=short(example.got) if example else "",
        expected=short(example.expected) if example else "",
        also=tuple(_also(one.also)),
        people=listed([people[at] for at in one.students]),
    )


def _details(one: Mistake) -> Iterator[str]:
    check = one.check
    if len(one.checks) > 1:
        yield counted(len(one.checks), "check")
    else:
        yield short(f"{check.id}: {check.title}" if check.id != one.subject else check.title)
    if message(check) not in one.title:
        yield short(message(check))
    if one.lost is not None:
        yield f"costs {points(one.lost)}{' each' if len(one.students) > 1 else ''}"


def _also(others: Sequence[Mistake]) -> Iterator[str]:
    """Yield what the same students got wrong besides, a line per function."""
    by_function: dict[str, list[str]] = {}
    for other in others:
        for check in other.checks if not other.subject else [other.check.id]:
            function, _, name = check.partition(".")
            said = other.title if other.subject == function else name
            by_function.setdefault(short(function), []).append(short(said))
    for function, every in by_function.items():
        yield f"{function}: {', '.join(dict.fromkeys(every))}"


def _boards(example: Counterexample) -> Iterator[Drawing]:
    if example.after is not None:
        yield drawing(example.board, caption="before")
        yield drawing(example.after, played=_changed(example.board, example.after), caption="after")
    elif board_tells(example):
        # As far as it is shown: of a large class, no more than that is kept.
        found = pointed_out(replace(example, got=short(example.got), expected=short(example.expected)))
        # An action that was passed in is nobody's mistake: it is shown as a full line is.
        line = found.pop("passed", set()) or found["line"]
        yield drawing(example.board, caption="", **{**found, "line": line})


def _changed(before: str, after: str) -> list[int]:
    return [at for at, (old, new) in enumerate(zip(before[:9], after[:9], strict=False)) if old != new]
