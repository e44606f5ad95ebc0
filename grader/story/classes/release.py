"""How far a class is from its release: the ready marks, and the reasons of all others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from grader.blocks import Block, Command, Facts, PageLink, Say, Status, Story, Text, Verbatim
from grader.capabilities.by_hand.capability import open_items
from grader.capabilities.by_hand.journal import Journal
from grader.model.class_row import ClassRow
from grader.model.result import Result, Score
from grader.story.classes.mistakes import joined
from grader.story.classes.statistics import ClassStatistics, Points
from grader.story.classes.student_table import student_link
from grader.text.number_text import count_text, decimal_text

NAMED = 10  # students whom a line names


class ReleaseState(NamedTuple):
    """The students of a class by what their marks wait for. Only `above` overlaps with other groups."""

    ready: tuple[Result, ...]
    unmarked: tuple[Result, ...]
    """Some points are to be marked by hand, or confirmed for a new version of the file."""
    in_conflict: tuple[Result, ...]
    """Two people gave one item different points."""
    not_graded: tuple[ClassRow, ...]
    missing: tuple[ClassRow, ...]
    above: tuple[Result, ...]
    """Marks above full marks, ready or not."""
    full: str
    """Full marks, if all students have the same."""

    for_nothing: str
    """The mark of a student who handed in nothing."""

    @property
    def may_change(self) -> bool:
        """Whether some marks are not final."""
        return bool(self.unmarked or self.in_conflict)


def release_state(statistics: ClassStatistics, journal: Journal) -> ReleaseState:
    """Return who of a class is ready; the `journal` has the conflicts between people."""
    disputed = {student for student, _ in journal.conflicts}
    in_conflict = tuple(row.result for row in statistics.graded if row.result.submission.id in disputed)
    open_still = tuple(row.result for row in statistics.graded if any(open_items(row.result)))
    waiting = {id(one) for one in (*in_conflict, *open_still)}
    marks = {row: _mark(row.score) for row in statistics.graded}
    full = {mark.possible for mark in marks.values()}
    is_zero = any(row.result.rubric.zero_missing for row in statistics.graded)
    return ReleaseState(
        ready=tuple(row.result for row in statistics.graded if id(row.result) not in waiting),
        unmarked=tuple(one for one in open_still if one.submission.id not in disputed),
        in_conflict=in_conflict,
        not_graded=(*statistics.faults, *statistics.not_graded),
        missing=statistics.missing,
        above=tuple(row.result for row, mark in marks.items() if mark.earned > mark.possible),
        for_nothing="0 in exports, by the rubric" if is_zero else "no mark, and no zero by itself",
        full=decimal_text(full.pop()) if len(full) == 1 else "",
    )


def release_story(state: ReleaseState, statistics: ClassStatistics, exports: Sequence[tuple[str, str]] = ()) -> Story:
    links = {id(row): student_link(row) for row in statistics.rows}
    told = tuple(tell_release(state, links, exports))
    return Story(title="Release", about=f"{statistics.count}.", blocks=told)


def tell_release(
    state: ReleaseState, links: Mapping[int, PageLink], exports: Sequence[tuple[str, str]] = ()
) -> Iterator[Block]:
    """Yield the number of ready marks, the other students with reasons, and the commands that export the marks."""
    scale = f"scale: {{to: {state.full}, cap: true}} ends marks there" if state.full else "by different rubrics"
    groups: list[tuple[str, str, Sequence[ClassRow]]] = [
        ("Ready", "", state.ready),
        ("Unmarked", "points are to be given by hand", state.unmarked),
        ("In conflict", "two people say different points", state.in_conflict),
        ("Above full marks", f"a platform may refuse them; {scale}", state.above),
        ("Not graded", "no mark; the page says why", state.not_graded),
        ("Handed in nothing", state.for_nothing, state.missing),
    ]
    yield Facts(tuple((title, _group(why, rows, links)) for title, why, rows in groups if rows or not why))
    if state.may_change:
        waits = ("These marks can still change; ", Verbatim("grader release"), " waits for them.")
        yield Say(waits, Status.OPEN, ours=True)
    elif state.ready:
        yield Say(f"{count_text(len(state.ready), 'mark')} can be released.", Status.PASS, ours=True)
    for title, command in exports:
        yield Command(command, title)


def _group(why: str, rows: Sequence[ClassRow], links: Mapping[int, PageLink]) -> Text:
    if not why:
        return f"{len(rows):,}"
    return (f"{len(rows):,} ({why}): ", *joined([links[id(row)] for row in rows], NAMED))


def _mark(score: Score) -> Points:
    if score.scaled is not None and score.scaled_possible is not None:
        return Points(score.scaled, score.scaled_possible)
    return Points(score.earned + score.bonus, score.possible)
