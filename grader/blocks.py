"""The blocks of a report: all that a format knows. Creating a block makes its texts safe to show."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import ClassVar, TypeAlias

from msgspec import Struct, field
from msgspec.structs import force_setattr

from grader.model.sanitize import sanitize
from grader.text.line_breaks import visible_blanks

MAX_TEXT = 2000
"""The characters of one text: somebody may have edited the result file."""


class Safe(Struct, frozen=True):
    """A value that cleans its texts at creation, so that formats need not do so."""

    keeps_blanks: ClassVar[bool] = False
    """Whether long runs of spaces stay, as code and commands need."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            force_setattr(self, name, _clean(getattr(self, name), keeps_blanks=self.keeps_blanks))


def _clean(value: object, *, keeps_blanks: bool) -> object:
    """Return `value` with each text on one line and without deceptive characters."""
    if isinstance(value, enum.Enum):
        return value
    if isinstance(value, str):
        shown = sanitize(value, MAX_TEXT)
        return shown if keeps_blanks else visible_blanks(shown)
    if isinstance(value, tuple):
        return tuple(_clean(one, keeps_blanks=keeps_blanks) for one in value)
    if isinstance(value, Mapping):
        return {key: _clean(one, keeps_blanks=keeps_blanks) for key, one in value.items()}
    return value


class Detail(enum.IntEnum):
    BRIEF = 1
    """The answer only."""
    NORMAL = 2
    ALL = 3


class Status(enum.Enum):
    """What the colour or the sign of a block says."""

    PLAIN = ""
    PASS = "pass"  # noqa: S105 - no password
    FAIL = "fail"
    OPEN = "open"  # to be marked by a person
    MUTED = "muted"


class Verbatim(Safe, frozen=True):
    """Words that every format shows unchanged, such as a call or an answer."""

    text: str


class Place(Safe, frozen=True):
    """A line of the student's code, such as ``tictactoe.py:41``; a link where the format lists the code."""

    at: str


class Link(Safe, frozen=True):
    """Words that lead to the block with this anchor."""

    text: str
    anchor: str


class PageLink(Safe, frozen=True):
    text: str
    href: str  # empty without such a page


class FilterButton(Safe, frozen=True):
    """A button that filters the table of a class; a format without buttons leaves it out."""

    text: str
    filter: str
    """The filter; ``marks`` opens the form for points by hand."""
    value: str
    hint: str
    """Additional words for screen readers."""
    checks: tuple[str, ...] = ()
    """The checks that the form for points by hand asks about, for the filtered students."""


class DoneBox(Safe, frozen=True):
    """A box to tick when a task is done; a format without boxes leaves it out."""

    need: str
    students: tuple[str, ...]  # ids of the students
    done: bool


class Bar(Safe, frozen=True):
    """A bar that shows a percentage. The words beside it say the percentage, too."""

    share: float


Word: TypeAlias = str | Verbatim | Place | Link | PageLink | FilterButton | DoneBox | Bar
Text: TypeAlias = Word | tuple[Word, ...]


def words(text: Text) -> tuple[Word, ...]:
    return text if isinstance(text, tuple) else (text,)


def plain(text: Text) -> str:
    return "".join(_plain(word) for word in words(text))


def _plain(word: Word) -> str:
    if isinstance(word, FilterButton | DoneBox | Bar):
        return ""
    if isinstance(word, Place):
        return word.at
    return word if isinstance(word, str) else word.text


class Block(Safe, frozen=True, kw_only=True):
    level: Detail = Detail.NORMAL
    """The lowest level of detail that shows the block."""


class Say(Block, frozen=True):
    """A sentence or a paragraph."""

    text: Text
    status: Status = Status.PLAIN
    ours: bool = False
    """Whether the text has no words of a student: a format may break such a text into lines anywhere."""


class TotalMark(Block, frozen=True):
    """The mark, with a bar in formats that can draw."""

    earned: str
    out_of: str
    """The words after the number: ``of 95 automatic points``."""
    waits: str = ""
    lost: str = ""
    share: float = 0.0
    """The earned part of the marked points, in percent."""
    praise: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.earned} {self.out_of}{f'; {self.waits}' if self.waits else ''}"


EXAMPLE, MEANS, WHERE, BONUS, SCALED = "such as", "means", "in your file", "Bonus", "Scaled"
LOST = "Lost"
LEAST_NEEDED = frozenset({EXAMPLE, MEANS, LOST, BONUS, SCALED})
"""The labels of facts that a format without much room leaves out."""


class Facts(Block, frozen=True):
    """Short texts with labels. Equal labels in a row are shown once."""

    facts: tuple[tuple[str, Text], ...]


class Table(Block, frozen=True):
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: tuple[int, ...] = ()  # columns of numbers
    enough: int = 0
    """The number of rows that a format without much room shows; 0 for all."""
    whole: str = ""
    """The file that has all rows."""


class Bullets(Block, frozen=True):
    items: tuple[Text, ...]
    enough: int = 0
    whole: str = ""
    """`enough` and `whole` mean the same as in a `Table`."""


class Quote(Block, frozen=True):
    """A quotation of the assignment or of a person."""

    source: str
    text: str


class Command(Block, frozen=True):
    """A command to paste into a terminal: no format may break it into lines."""

    keeps_blanks: ClassVar[bool] = True
    text: str
    title: str = ""


class Line(Safe, frozen=True):
    """One line of code, of a dialogue or of output."""

    keeps_blanks: ClassVar[bool] = True
    text: str
    margin: str = ""
    """The sign before the line, such as ``>`` before typed input."""
    marked: bool = False
    """Whether a format points the line out."""
    gap: bool = False
    """Whether the line stands for lines that are left out."""


class Lines(Block, frozen=True):
    """A dialogue, a difference of two files, or printed output."""

    title: Text
    lines: tuple[Line, ...]
    enough: int = 0
    """The number of last non-empty lines that a format without much room shows; 0 for all lines."""
    folded: bool = False
    """Whether a page shows the lines only after a click."""


class Mark(enum.Enum):
    """Why a cell of a board is pointed out. A cell with two of these marks is drawn as the later one."""

    LINE = "line"
    ASKED = "asked"
    PASSED = "passed"
    CHANGED = "changed"
    NEW = "new"
    PLAYED = "played"


class Board(Safe, frozen=True):
    """A board of three rows: one character a cell, ``.`` for a free cell."""

    cells: str
    caption: str = ""
    marks: Mapping[int, Mark] = field(default_factory=dict)
    move: str = ""
    """`X` or `O`, drawn in the free cell that is marked as played."""
    in_words: bool = False
    """Whether the words beside the board say the same: a text format then leaves the board out."""


class Boards(Block, frozen=True):
    """Boards side by side: one board, or a game with a board after each move."""

    boards: tuple[Board, ...]
    title: str = ""
    legend: tuple[tuple[Mark, str], ...] = ()
    small: bool = False


class Beside(Block, frozen=True):
    """Boards, with the facts about them on the right where there is room."""

    boards: Boards
    facts: Facts


class Failure(Block, frozen=True):
    """A failed check or item: the points that it costs, and the evidence."""

    title: str
    status: Status
    points: str
    word: str
    text: Text
    share: float | None = None
    """The percentage of the boards that failed."""
    children: tuple[Block, ...] = ()
    anchor: str = ""


class Row(Safe, frozen=True):
    title: Text
    status: Status
    word: str
    points: str


class Item(Safe, frozen=True):
    title: str
    status: Status
    word: str
    earned: str
    """Empty while the points are not known."""
    possible: str
    """Empty for an item that only takes points off."""
    note: str = ""
    """The words beside the points, such as ``was 9``."""
    decided: str = ""
    """The points in words, and who decides about them."""
    bonus: bool = False
    share: float = 0.0
    """The earned part of the points, in percent."""
    rows: tuple[Row, ...] = ()
    functions: tuple[str, ...] = ()
    """The functions of the item, for links into the code."""
    children: tuple[Block, ...] = ()
    widgets: tuple[Block, ...] = ()
    """What only some formats show, such as fields to fill in."""


class Items(Block, frozen=True):
    """All items of the rubric: an overview, then the blocks of each item."""

    title: str
    items: tuple[Item, ...]


class Section(Block, frozen=True):
    title: str
    children: tuple[Block, ...]
    anchor: str = ""
    """The name of the section in links; empty in a short page, which has no list of sections."""


class Fold(Block, frozen=True):
    """
    A sentence, and blocks for a reader who asks for more.

    `level` shows the sentence, `inside` the blocks. A page opens them with a click.
    """

    summary: Text
    children: tuple[Block, ...]
    status: Status = Status.PLAIN
    inside: Detail = Detail.ALL
    open: bool = False
    """Whether a page shows the blocks without a click."""
    heading: bool = False
    """Whether the summary is a title and not a sentence."""


class Widget(Block, frozen=True, kw_only=True):
    """A block that only some formats can show, such as a board to play on. Each kind is a class."""

    otherwise: tuple[Block, ...] = ()
    """The blocks that the other formats show."""


class Story(Safe, frozen=True, kw_only=True):
    """A report in reading order."""

    title: str
    who: str = ""
    """The student; empty for a class."""
    about: Text = ""
    """The file and the time of the submission; for a class, the number of submissions."""
    mark: str = ""
    """The mark in its shortest form."""
    answer: tuple[Block, ...] = ()
    """What a reader wants to know first: on top of a page, at the end of a terminal's text, which scrolls."""
    closing: tuple[tuple[str, Text], ...] = ()
    """Facts below the answer on a terminal. They stand for the blocks that this level hides."""
    blocks: tuple[Block, ...] = ()
    left_out: int = 0
    """The number of findings that this level hides."""
    level: Detail = Detail.ALL
