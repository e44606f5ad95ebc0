"""Alpha-beta pruning as a capability, and what recorded searches show; a value is 1 if X wins, 0 for a tie, else -1."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.blocks import Block, Board, Boards, Detail, Facts, Mark, Table, Text, Verbatim
from grader.capabilities.capability import Asked, Capability, Graded
from grader.game.board import turn
from grader.model.assessment import Assessment, Payload
from grader.model.reason import Said
from grader.model.result import ItemResult
from grader.model.rubric import RubricItem
from grader.text.reasons import said
from grader.widgets import SearchTree

if TYPE_CHECKING:
    from grader.capabilities.rubric_draft import RubricKey


class PruningVerdict(enum.Enum):
    """What kind of search was seen."""

    ALPHA_BETA = "alpha_beta"
    NONE = "none"
    """Every move of every position was tried."""
    MEMO_ONLY = "memo_only"
    """Positions were not searched a second time; nothing else was left out."""
    FIRST_WIN_ONLY = "first_win_only"
    """Moves were left out only where a won move had been found: that needs no bounds."""
    NEEDS_NO_BOUND = "needs_no_bound"
    """Bounds justify the cuts, but a search without bounds leaves out the same."""
    ROOT_ONLY = "root_only"
    """Moves were left out only in the first position or right below it."""
    SHALLOW_ONLY = "shallow_only"
    """Bounds come from the position right above and are not handed down further."""
    ONE_SIDED = "one_sided"
    """Only one of the players leaves moves out."""
    DEPTH_LIMITED = "depth_limited"
    """Some positions were left unsearched, and moves were left out elsewhere."""
    WITH_MEMO = "with_memo"
    """Moves were left out by bounds, and positions were not searched a second time."""
    LITTLE = "little"
    """Justified cuts that hardly make the search smaller."""
    NOT_OPTIMAL = "not_optimal"
    """Justified cuts, but the moves are not all optimal."""
    RULES_WRONG = "rules_wrong"
    """Moves are left out, but functions that know the rules are wrong, so it may know other values than the game's."""
    UNSOUND = "unsound"
    """A move was left out that could still have changed the result."""
    NOT_SEARCHED = "not_searched"
    """There is no search: it is missing, cannot be run, or answers without looking at positions."""
    UNSEEN = "unseen"
    """No search was seen, but there may be one: the work grows as that of a search, or names speak of pruning."""
    NOT_RECURSIVE = "not_recursive"
    """There is a search without recursion: its tree can only be guessed."""
    INCOMPLETE = "incomplete"
    """The recording was cut off."""
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedBoard:
    """The search from one board, in numbers."""

    board: str
    visited: int
    """Positions that were visited, this one included."""
    plain: int
    """Positions that a search without pruning visits, in any order of moves."""
    cuts: int = 0
    """Positions below which moves were left out."""
    unjustified: int = 0
    """Those of the cuts that nothing known at that moment justifies."""
    why: str = ""
    """Why the recording is not complete; empty if it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutExample:
    """A cut to show: what was known when moves were left out."""

    board: str
    """The position below which moves were left out."""
    start: str
    """The board that the grader asked about."""
    best: int | None
    """The best value that the tried moves had reached; None if no move was tried."""
    bound: int | None
    """What the other player had reached already, above this position; None if nothing."""
    skipped: tuple[int, ...]
    """The cells that were never tried, 0 to 8."""
    values: tuple[int, ...]
    """What each of these moves would really have led to."""
    justified: bool
    known: Said = ()
    """What was known there, in words."""


MAX_NODES = 40
"""Positions of a picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """A position of a small picture of the search; the nodes above come before it."""

    board: str
    parent: int | None
    """The index of the node above."""
    value: int | None = None
    """What the search found here; None if it is unknown or was never looked at."""
    low: int | None = None
    """What X had reached already, above this position, when it was visited."""
    high: int | None = None
    """The same of O."""
    skipped: bool = False
    """Whether the position was never visited."""
    marked: bool = False
    """Whether this is the position of the cut that the picture is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PruningReport(Payload):
    """What recorded searches show about alpha-beta pruning."""

    verdict: PruningVerdict
    reasons: Said = ()
    boards: tuple[SearchedBoard, ...] = ()
    names: tuple[str, ...] = ()
    """Names in the file such as `alpha`: a hint for a person, never the verdict."""
    example: CutExample | None = None
    tree: tuple[TreeNode, ...] = ()
    """A picture of `example`: the way to it, what was known there, and what was left out."""

    @property
    def cuts(self) -> int:
        """Positions below which moves were left out, on all boards whose recording is complete."""
        return sum(board.cuts for board in self.boards if not board.why)


class AlphaBeta(Capability[PruningReport]):
    """An item's points are for a search that prunes its tree."""

    name = item_key = "alpha_beta"
    payload = PruningReport

    def rubric_key(self) -> RubricKey:
        """Return what the key accepts: a mode."""
        from grader.capabilities.rubric_draft import MODE, RubricKey

        return RubricKey(
            MODE,
            "The points are for alpha-beta pruning, which is seen by watching the search. auto: clear cases count by"
            " themselves, a person decides about the others. suggest: a person decides about all.",
        )

    def asked(self, value: str) -> Asked:
        """Return what the mode says."""
        return Asked(by_hand=value == "suggest")

    def tell(self, found: PruningReport) -> Iterator[Block]:
        """Yield what explains the sentence of the item."""
        if facts := tuple(_facts(found)):
            yield Facts(facts, level=Detail.ALL)
        tree = found.tree[:MAX_NODES]
        if way := _way_to_cut(tree):
            yield _picture(tree, way)
        if found.boards:
            rows = tuple(map(_row, found.boards[:MAX_BOARDS]))
            title = "All boards on which the search was watched"
            yield Table(title, COLUMNS, rows, right=(1, 2, 3, 4), level=Detail.ALL)

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        """Watch the search."""
        from grader.capabilities.alpha_beta.judge import assess_pruning

        return assess_pruning(item.points, graded)

    def assess_again(self, item: RubricItem, before: ItemResult) -> Assessment | None:
        """Return what the same recordings are worth."""
        from grader.capabilities.alpha_beta.judge import assessment

        found = before.found_as(PruningReport)
        return super().assess_again(item, before) if found is None else assessment(found, item.points)


VALUES = {1: "X wins", 0: "draw", -1: "O wins"}
MAX_SKIPPED = 4
"""Boards after moves left out, where the whole picture is not drawn."""
MAX_BOARDS = 12
"""Boards in a table; a result may come from a file that somebody edited."""
COLUMNS = ("board", "positions visited", "without pruning", "cuts", "not justified")


def _facts(report: PruningReport) -> Iterator[tuple[str, Text]]:
    example = report.example
    if example is not None and example.known and report.verdict is not PruningVerdict.UNSOUND:
        yield "for example", said(example.known)
    if report.names:
        yield "words in the file", ", ".join(report.names)


def _way_to_cut(tree: Sequence[TreeNode]) -> tuple[int, ...]:
    """Return the indices of the positions that lead to the cut, the first position first; none without a cut."""
    at = next((index for index, node in enumerate(tree) if node.marked), None)
    way: list[int] = []
    while at is not None and (not way or 0 <= at < way[0]):  # in an edited result, a node can stand above itself
        way.insert(0, at)
        at = tree[at].parent
    return tuple(way)


def _picture(tree: Sequence[TreeNode], way: Sequence[int]) -> SearchTree:
    rows = [("The board asked about", [way[0]])]
    rows += [(_title(tree[above]), [at for at, node in enumerate(tree) if node.parent == above]) for above in way]
    rows = [(title, nodes) for title, nodes in rows if nodes]
    skipped = [node for node in tree if node.skipped and node.parent == way[-1]]
    more = f" (and {len(skipped) - MAX_SKIPPED} more)" if len(skipped) > MAX_SKIPPED else ""
    short = [Boards(tuple(Board(tree[at].board) for at in way), title="The way to the cut", small=True)]
    if skipped:
        shown = tuple(Board(node.board) for node in skipped[:MAX_SKIPPED])
        short.append(Boards(shown, title=f"Never tried{more}", small=True))
    return SearchTree(
        levels=tuple(
            Boards(tuple(_board(tree, at, way) for at in nodes), title=title, small=True) for title, nodes in rows
        ),
        kinds=tuple(tuple(_kind(tree[at], at, way) for at in nodes) for _title, nodes in rows),
        otherwise=tuple(short),
        level=Detail.ALL,
    )


def _title(node: TreeNode) -> str:
    reached = [f"{who}: {_value(value)}" for who, value in (("X", node.low), ("O", node.high)) if _value(value)]
    known = f" (already reached above by {', by '.join(reached)})" if reached else ""
    return f"Moves of {turn(node.board)}{known}"


def _board(tree: Sequence[TreeNode], at: int, way: Sequence[int]) -> Board:
    node = tree[at]
    before = tree[node.parent].board if node.parent is not None and 0 <= node.parent < at else node.board
    new = {cell: Mark.NEW for cell in range(len(node.board)) if node.board[cell : cell + 1] != before[cell : cell + 1]}
    caption = {"skipped": "never tried", "cut": "cut here"}.get(_kind(node, at, way), _value(node.value))
    return Board(node.board, caption=caption, marks=new)


def _kind(node: TreeNode, at: int, way: Sequence[int]) -> str:
    return "skipped" if node.skipped else "cut" if node.marked else "way" if at in way else "tried"


def _row(one: SearchedBoard) -> tuple[Text, ...]:
    board = " ".join(one.board[at : at + 3] for at in (0, 3, 6))
    cuts = ("", one.why) if one.why else (f"{one.cuts:,}", f"{one.unjustified:,}")
    return (Verbatim(board), f"{one.visited:,}", f"{one.plain:,}", *cuts)


def _value(value: int | None) -> str:
    """Return what a position leads to, in two words; empty if it is not known."""
    return "" if value is None else VALUES.get(value, "")
