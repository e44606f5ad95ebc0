"""The blocks that a report is told in: a format knows nothing else. Each text is made safe when its block is made."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from grader.text.safe import Safe


class Detail(enum.IntEnum):
    """How much a reader wants to see."""

    BRIEF = 1
    """The answer only."""
    NORMAL = 2
    ALL = 3


class Status(enum.Enum):
    """What a colour or a sign says about a block."""

    PLAIN = ""
    PASS = "pass"  # noqa: S105 - no password
    FAIL = "fail"
    OPEN = "open"
    """Not decided yet: a person marks it."""
    MUTED = "muted"


# Words inside a sentence.


@dataclass(frozen=True, slots=True)
class Verbatim(Safe):
    """Words to show exactly as they are, such as a call or an answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Place(Safe):
    """A line of the student's code, such as ``tictactoe.py:41``. A format that lists the code makes a link of it."""

    at: str


@dataclass(frozen=True, slots=True)
class Link(Safe):
    """Words that lead to the block with this anchor."""

    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class PageLink(Safe):
    """A name that leads to another page."""

    text: str
    href: str
    """Empty if there is no such page."""


@dataclass(frozen=True, slots=True)
class FilterButton(Safe):
    """A button that shows certain students in the table of a class; a format without buttons leaves it out."""

    text: str
    filter: str
    """What the table is filtered by; ``marks`` for the form for points by hand."""
    value: str
    hint: str
    """What a screen reader says besides."""
    checks: tuple[str, ...] = ()
    """The checks for which it opens the form for points by hand, with these students."""


@dataclass(frozen=True, slots=True)
class DoneBox(Safe):
    """A box to tick when something is dealt with; a format without boxes leaves it out."""

    need: str
    students: tuple[str, ...]
    """Their ids."""
    done: bool


@dataclass(frozen=True, slots=True)
class Bar(Safe):
    """A part of a whole in percent, for a format that can draw: the words beside say it too."""

    share: float


Word: TypeAlias = str | Verbatim | Place | Link | PageLink | FilterButton | DoneBox | Bar
Text: TypeAlias = Word | tuple[Word, ...]


def words(text: Text) -> tuple[Word, ...]:
    """Return the words of a text."""
    return text if isinstance(text, tuple) else (text,)


def plain(text: Text) -> str:
    """Return a text without any style."""
    return "".join(_plain(word) for word in words(text))


def _plain(word: Word) -> str:
    if isinstance(word, FilterButton | DoneBox | Bar):
        return ""
    if isinstance(word, Place):
        return word.at
    return word if isinstance(word, str) else word.text


# Blocks.


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Safe):
    """What a story is made of."""

    level: Detail = Detail.NORMAL
    """The least level of detail at which the block is shown."""


@dataclass(frozen=True, slots=True)
class Say(Block):
    """A sentence or a paragraph."""

    text: Text
    status: Status = Status.PLAIN
    ours: bool = False
    """Whether no word of it is a student's, so that it may be broken into lines anywhere."""


@dataclass(frozen=True, slots=True)
class TotalMark(Block):
    """The mark: a format that can draw shows how much of it is earned."""

    earned: str
    out_of: str
    """What follows the number: ``of 95 automatic points``."""
    waits: str = ""
    """What is still to be marked by hand."""
    lost: str = ""
    """The points that are lost."""
    share: float = 0.0
    """How much of what is marked is earned, in percent."""
    praise: str = ""

    @property
    def sentence(self) -> str:
        """All of it in one sentence."""
        return f"{self.earned} {self.out_of}{f'; {self.waits}' if self.waits else ''}"


EXAMPLE = "such as"
"""The label of a fact that is left out where there is little room."""


@dataclass(frozen=True, slots=True)
class Facts(Block):
    """Short texts, each with a label; a label that is equal to the one above is said once."""

    facts: tuple[tuple[str, Text], ...]


@dataclass(frozen=True, slots=True)
class Table(Block):
    """Rows of texts under a header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: tuple[int, ...] = ()
    """The columns with numbers."""
    enough: int = 0
    """How many of the rows do where there is little room; 0 if all are needed."""
    whole: str = ""
    """The file that has all of them."""


@dataclass(frozen=True, slots=True)
class Bullets(Block):
    """A list of sentences."""

    items: tuple[Text, ...]
    enough: int = 0
    whole: str = ""
    """Both as in a `Table`."""


@dataclass(frozen=True, slots=True)
class Quote(Block):
    """What the assignment or a person says."""

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Command(Block):
    """Something to paste whole into a terminal: no format may break it into lines."""

    keeps_blanks: ClassVar[bool] = True
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Line(Safe):
    """One line of code, of a dialogue or of output."""

    keeps_blanks: ClassVar[bool] = True
    text: str
    margin: str = ""
    """What stands before it, such as ``>`` before what was typed."""
    marked: bool = False
    """Whether it is the one to look at."""
    gap: bool = False
    """Whether it stands for lines that are left out."""


@dataclass(frozen=True, slots=True)
class Lines(Block):
    """A dialogue, a difference of two files or printed output."""

    title: Text
    lines: tuple[Line, ...]
    enough: int = 0
    """How many of the last lines, but empty ones, do where there is little room; 0 if all are needed."""
    folded: bool = False
    """Whether a page shows them only after a click."""


class Mark(enum.Enum):
    """Why a cell of a board is pointed out; a cell of two kinds is drawn as the later one."""

    LINE = "line"
    ASKED = "asked"
    PASSED = "passed"
    CHANGED = "changed"
    NEW = "new"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Board(Safe):
    """A board of three rows: one character a cell, ``.`` for a free one."""

    cells: str
    caption: str = ""
    marks: Mapping[int, Mark] = field(default_factory=dict)
    move: str = ""
    """`X` or `O`: what stands in a free cell that is marked as played, though it is not on the board yet."""
    in_words: bool = False
    """Whether the words beside say the same, so that a format of letters leaves it out."""


@dataclass(frozen=True, slots=True)
class Boards(Block):
    """Boards side by side: one that matters, or a game with a board after each move."""

    boards: tuple[Board, ...]
    title: str = ""
    legend: tuple[tuple[Mark, str], ...] = ()
    small: bool = False


@dataclass(frozen=True, slots=True)
class Beside(Block):
    """Boards, and on their right, where there is room, the facts about them."""

    boards: Boards
    facts: Facts


@dataclass(frozen=True, slots=True)
class Failure(Block):
    """Something that was judged and is not right: what it costs, and what shows it."""

    title: str
    status: Status
    points: str
    word: str
    """The verdict."""
    text: Text
    """What is wrong; it may be words of the student."""
    share: float | None = None
    """On how many of the boards, in percent."""
    children: tuple[Block, ...] = ()
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Row(Safe):
    """A check of an item, for formats that show each."""

    title: Text
    status: Status
    word: str
    points: str


@dataclass(frozen=True, slots=True)
class Item(Safe):
    """An item of the rubric with its points."""

    title: str
    status: Status
    word: str
    earned: str
    """Empty while nobody knows."""
    possible: str
    """Empty for an item that only takes off."""
    note: str = ""
    """What stands beside the points, such as ``was 9``."""
    decided: str = ""
    """The points in words, and who decides about them."""
    bonus: bool = False
    share: float = 0.0
    """How much of it is earned, in percent."""
    rows: tuple[Row, ...] = ()
    functions: tuple[str, ...] = ()
    """What it is about, so that a format that lists the code can link to it."""
    children: tuple[Block, ...] = ()
    widgets: tuple[Block, ...] = ()
    """What some formats show besides, such as fields to fill in."""


@dataclass(frozen=True, slots=True)
class Items(Block):
    """All items of the rubric: an overview, and what there is to say about each."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Section(Block):
    """Blocks under a heading."""

    title: str
    children: tuple[Block, ...]
    anchor: str = ""
    """Its name in links of the page; empty for a short page, which has no list of its parts."""


@dataclass(frozen=True, slots=True)
class Fold(Block):
    """
    A sentence, and blocks for a reader who asks for more.

    The sentence is shown from `level` on, the blocks from `inside` on; a page opens them with a click.
    """

    summary: Text
    children: tuple[Block, ...]
    status: Status = Status.PLAIN
    inside: Detail = Detail.ALL
    open: bool = False
    """Whether a page shows the blocks before the click."""
    heading: bool = False
    """Whether the summary is a title rather than a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Widget(Block):
    """What only some formats can show, such as a board to play on: each kind is a class."""

    otherwise: tuple[Block, ...] = ()
    """What the other formats show instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story(Safe):
    """A report in reading order."""

    title: str
    who: str
    """Whom it is about; empty for a class."""
    about: Text
    """The file, and when it was handed in; of a class, how many handed in."""
    mark: str
    """The mark, as short as possible."""
    answer: tuple[Block, ...]
    """What a reader wants to know at once: a page begins with it, a terminal, which scrolls, ends with it."""
    closing: tuple[tuple[str, Text], ...] = ()
    """Facts that stand below the answer where it comes last, in place of what is not shown at this level."""
    blocks: tuple[Block, ...]
    left_out: int = 0
    """The findings that are not shown at this level."""
    level: Detail = Detail.ALL
