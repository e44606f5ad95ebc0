"""What only a page can show: boards to play on, the code, the fields for points by hand."""

from __future__ import annotations

import json
from typing import NamedTuple

from msgspec import Struct

from grader.blocks import Widget, Word
from grader.model.counterexample import SourceLine
from grader.model.sanitize import sanitize
from grader.model.source import LinesRun, SourceCopy

MAX_SHORT = 200


def short_text(text: str) -> str:
    return sanitize(text, MAX_SHORT)


class CodeListing(Widget, frozen=True, kw_only=True):
    """The student's code. Every `Place` in the story links to a line of the listing."""

    source: tuple[SourceCopy, ...]


class MarkedPiece(NamedTuple):
    """A part of a line, and its likeness to the other file."""

    text: str
    kind: str
    """``same``, ``common`` for code of many files, or empty."""


class MarkedLine(Struct, frozen=True, kw_only=True):
    pieces: tuple[MarkedPiece, ...]
    part: int
    """The number of the common part that begins on the line; 0 for none."""


class SideBySide(Widget, frozen=True, kw_only=True):
    """Two files side by side, with their common parts."""

    names: tuple[Word, Word]
    files: tuple[tuple[MarkedLine, ...], tuple[MarkedLine, ...]]


class YourLines(Widget, frozen=True, kw_only=True):
    """The lines around an exception, and the last lines that a call ran."""

    excerpt: tuple[SourceLine, ...]
    run: tuple[LinesRun, ...]
    stopped: bool
    """Whether the call was stopped while it ran these lines."""


class PlayOn(Widget, frozen=True, kw_only=True):
    """A link to the playable board after a wrong move."""

    board: str  # nine characters
    cell: int  # the student's move: 0 to 8
    words: str


class LostGame(Struct, frozen=True, kw_only=True):
    """A game that the student's AI loses, or in which the AI returns no legal move."""

    ai: str  # `X` or `O`
    moves: tuple[int, ...]
    """Cell numbers 0 to 8 in the order played, X first."""
    lost: bool
    """Whether the other side wins; otherwise the AI returns no legal move."""

    @property
    def title(self) -> str:
        return f"See how it {'loses' if self.lost else 'gets stuck'} as {self.ai}"


class PlayableBoard(Widget, frozen=True, kw_only=True):
    """A board to play on, which answers with the recorded moves of the student's AI."""

    policy: str
    """As `Observed.policy`; empty if no game can be played."""
    games: tuple[LostGame, ...]
    sides: str = ""
    """The sides of the AI: `XO`, or one side if the sheet asks for one only."""
    reason: str = ""
    """A sentence that says why no game can be played; otherwise empty."""
    is_live: bool = False
    """Whether the AI answers live, without recorded moves."""

    def __post_init__(self) -> None:
        """Leave the texts as they are: a policy is long, and its signs are already checked."""

    @property
    def games_json(self) -> str:
        return json.dumps([{"ai": game.ai, "moves": game.moves, "lost": game.lost} for game in self.games])


class MarkField(Widget, frozen=True, kw_only=True):
    """A field for the points by hand of an item or of one check."""

    id: str
    title: str
    points: str
    item: str
    """The id of the item with the check; empty for an item."""


class StudentMarks(Struct, frozen=True, kw_only=True):
    """The data of one student for the scripts of marks by hand. Each text has a list, with one entry in a line."""

    waiting: str
    """The items that wait for a person: id, proposed points, reason."""
    given: str
    """The given marks: id, points, comment, marker, time, the grader's points, proposed points."""
    confirm: str
    """The marks of an earlier version of the file: id, points, comment, the grader's points."""
    version: str
    """A text that differs between versions of the file."""
    lost: str
    """
    The items and checks without full points: id, and the grader's points or nothing if the grader could not decide.
    """


class MarkingBar(Widget, frozen=True, kw_only=True):
    """The start data for the script of the mark fields on a student's page."""

    student: str
    marks: StudentMarks


class ClassLinks(Widget, frozen=True, kw_only=True):
    """
    Links from a student's page to the page of the class, and from there to the previous and the next student.

    The page names no other student, because its student may get it. The page of the class knows the order of students,
    and leads on (`class_page.js`).
    """

    student: str


class MarkingForm(Widget, frozen=True, kw_only=True):
    """A form that writes the table for `grader report --manual`. The rows of the class table fill the form."""

    items: tuple[MarkField, ...]


class Chart(Widget, frozen=True, kw_only=True):
    """A chart of all marks: the percentage of students between every two edges."""

    title: str
    caption: str
    counts: tuple[int, ...]
    edges: tuple[str, ...]  # one more edge than counts
    middle: float
    """The median's place, in percent of the width."""
    middle_label: str


class FilterOption(Struct, frozen=True, kw_only=True):
    value: str
    """The name in the address of the page."""
    label: str
    tag: str
    """The short name in `TableRow.tags`."""


class TableFilter(Struct, frozen=True, kw_only=True):
    id: str
    label: str
    everybody: str
    groups: tuple[tuple[str, tuple[FilterOption, ...]], ...]
    """The choices in groups; the title of a group may be empty."""


class ItemColumn(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    points: str


class ItemCell(Struct, frozen=True, kw_only=True):
    text: str
    label: str = ""
    """The item's id if points are lost, because a narrow screen shows only such items; otherwise empty."""
    is_open: bool = False


class TableRow(Struct, frozen=True, kw_only=True):
    id: str
    name: str
    href: str
    belongs: str
    search: str
    """Further words for the search: login, e-mail address, the platform's id."""
    is_late: bool
    mark: str  # empty without a mark
    status: str
    status_kind: str  # ``fail``, ``wait`` or ``muted``
    twins: str
    """A phrase with the students who have an identical file; empty if there are none."""
    cells: tuple[ItemCell, ...]
    seconds: str
    notes: tuple[str, ...]
    marks: StudentMarks | None  # None without a mark
    order: str
    """Numbers for sorting, separated by spaces: mark in percent, urgency of the status, CPU seconds."""
    tags: str
    """The tags by which filters find the row, separated by spaces."""
    share: int
    """A number that shares out a class: the rows of ``1/3`` leave 0 when divided by 3."""
    sample: str = ""
    """The place in a sample for second marking; empty for a student without marks by hand."""


class StudentTable(Widget, frozen=True, kw_only=True):
    """The students of a class, to sort, search and filter."""

    rows: tuple[TableRow, ...]
    columns: tuple[ItemColumn, ...]
    filters: tuple[TableFilter, ...]
    possible: str
    """The maximum of the marks; empty if students have different maxima."""
    notes: tuple[str, ...]
