"""What only a page can show: boards to play on, the code, the fields for points by hand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from grader.blocks import Widget, Word
from grader.model.counterexample import SourceLine
from grader.model.sanitize import sanitize
from grader.model.source import LinesRun, SourceCopy

MAX_SHORT = 200
"""Characters of a name or a message on the page of a class, which has many."""


def short_text(text: str) -> str:
    """Return `text` as far as the page of a class shows it."""
    return sanitize(text, MAX_SHORT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeListing(Widget):
    """The student's code. Every `Place` in the story is a link to a line of it."""

    source: tuple[SourceCopy, ...]


class MarkedPiece(NamedTuple):
    """A part of a line, and what it has in common with the other file."""

    text: str
    kind: str
    """``same``, ``common`` for what many files have, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedLine:
    """A line of one of two files."""

    pieces: tuple[MarkedPiece, ...]
    part: int
    """The number of the common part that begins on it; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide(Widget):
    """Two files, and in each what the other has too."""

    names: tuple[Word, Word]
    files: tuple[tuple[MarkedLine, ...], tuple[MarkedLine, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class YourLines(Widget):
    """The lines around the one that raised an exception, and those that a call ran last."""

    excerpt: tuple[SourceLine, ...]
    run: tuple[LinesRun, ...]
    stopped: bool
    """Whether the call was stopped while it ran them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOn(Widget):
    """A link to the playable board, to play on after a wrong move."""

    board: str
    """Nine characters."""
    cell: int
    """What the student's function played on it: 0 to 8."""
    words: str
    """The same in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGame:
    """A game that the student's AI loses, or in which it gives no legal move."""

    ai: str
    """The side of the student's AI, `X` or `O`."""
    moves: tuple[int, ...]
    """Cell numbers 0 to 8 in the order played, X first."""
    lost: bool
    """Whether the other side wins; otherwise the AI has to move and gives no legal move."""

    @property
    def title(self) -> str:
        """The label of the button that replays the game."""
        return f"See how it {'loses' if self.lost else 'gets stuck'} as {self.ai}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayableBoard(Widget):
    """The board to play on, which answers with the recorded moves of the student's AI."""

    policy: str
    """As `Observed.policy`; empty when there is nothing to play."""
    games: tuple[LostGame, ...]
    sides: str = ""
    """The sides that the AI plays: `XO`, or only one when the sheet asks for no more."""
    reason: str = ""
    """Why there is nothing to play, as a sentence; otherwise empty."""
    is_live: bool = False
    """Whether the AI is asked now, so that nothing is recorded."""

    def __post_init__(self) -> None:
        """Change nothing: a policy is long, and consists of signs that were checked."""

    @property
    def games_json(self) -> str:
        """The games as JSON, for the page's script."""
        return json.dumps([{"ai": game.ai, "moves": game.moves, "lost": game.lost} for game in self.games])


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkField(Widget):
    """A place for points by hand, for those who mark in their own browser: an item, or a check of it."""

    id: str
    title: str
    points: str
    item: str
    """The id of the item that a check belongs to; empty for an item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentMarks:
    """What the scripts for marks by hand know about a student: lists of texts, one in a line; some belong together."""

    waiting: str
    """For each item that waits for a person: id, proposed points, and why."""
    given: str
    """For each mark: id, points, comment, who, when, the grader's points, proposed points."""
    confirm: str
    """For each mark that an earlier version of the file was given: id, points, comment, the grader's points."""
    version: str
    """What differs for different versions of the file."""
    lost: str
    """For each item and check without its full points: id and the grader's points, empty if it could not decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkingBar(Widget):
    """What the script of the fields on a student's page starts with."""

    student: str
    marks: StudentMarks


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLinks(Widget):
    """
    Links from a student's page to the page of the class, and through it to the students before and after.

    The page names no other student: it may be sent to the one whom it is about. The page of the class knows the order,
    and leads on (`class_page.js`).
    """

    student: str
    """The own id, as a part of an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkingForm(Widget):
    """A form that writes the file which `grader report --manual` reads; it starts with what the table's rows know."""

    items: tuple[MarkField, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Widget):
    """How marks are spread: the number of students between two edges each, in percent."""

    title: str
    caption: str
    counts: tuple[int, ...]
    edges: tuple[str, ...]
    """One more than counts."""
    middle: float
    """Where a line shows the median, in percent of the width."""
    middle_label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterOption:
    """One choice of a filter."""

    value: str
    """Its name in the address of the page."""
    label: str
    tag: str
    """Its name in `TableRow.tags`, shorter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilter:
    """What the table can be filtered by."""

    id: str
    label: str
    everybody: str
    """The choice that filters nothing."""
    groups: tuple[tuple[str, tuple[FilterOption, ...]], ...]
    """The options, in groups with a title, which may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumn:
    """The column of a rubric item."""

    id: str
    title: str
    points: str
    """Empty when they are not the same for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemCell:
    """The points of one student for one item."""

    text: str
    label: str = ""
    """The item's id if points are lost: a narrow screen shows only these. Otherwise empty."""
    is_open: bool = False
    """Whether a person has still to give them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A student."""

    id: str
    name: str
    href: str
    belongs: str
    """The group and the section, as far as they are known."""
    search: str
    """What finds the row beside what it shows: login, e-mail address and the platform's own id."""
    is_late: bool
    mark: str
    """Empty without a mark."""
    status: str
    status_kind: str
    """``fail``, ``wait`` or ``muted``."""
    twins: str
    """The students with an identical file, as a phrase; empty when there are none."""
    cells: tuple[ItemCell, ...]
    seconds: str
    notes: tuple[str, ...]
    marks: StudentMarks | None
    """None without a mark."""
    order: str
    """Numbers to sort by, separated by spaces: mark in percent, urgency of the status, CPU seconds."""
    tags: str
    """The tags of the filters that find this row, separated by spaces."""
    share: int
    """By which several people share out a class: of ``1/3`` are those that leave 0 when divided by 3."""
    sample: str = ""
    """The place in a sample for second marking; empty for who is not marked by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentTable(Widget):
    """The students of a class, to sort, to search and to filter."""

    rows: tuple[TableRow, ...]
    columns: tuple[ItemColumn, ...]
    filters: tuple[TableFilter, ...]
    possible: str
    """The points that the marks are of; empty when they are not the same for all."""
    notes: tuple[str, ...]
    """What is true of most students, said once."""
