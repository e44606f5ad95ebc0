"""Alpha-beta pruning as a capability, and the findings of recorded searches. Values: 1 X wins, 0 tie, -1 O wins."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.blocks import Block, Board, Boards, Detail, Facts, Mark, Table, Text, Verbatim
from grader.capabilities.capability import Asked, Capability, Graded
from grader.game.board import turn, with_mark
from grader.model.answer import Call
from grader.model.assessment import Assessment, Payload
from grader.model.reason import Reason, Said, reason
from grader.model.result import ItemResult
from grader.model.rubric import RubricItem
from grader.text.reasons import said

if TYPE_CHECKING:
    from grader.assignments.exhaustive.checks import GradingSpec
    from grader.capabilities.rubric_draft import RubricKey


class PruningVerdict(enum.Enum):
    """The kind of search that was seen."""

    # In `text/item_sentences.py` each has a sentence that says what was seen.
    ALPHA_BETA = "alpha_beta"
    NONE = "none"
    MEMO_ONLY = "memo_only"
    FIRST_WIN_ONLY = "first_win_only"
    NEEDS_NO_BOUND = "needs_no_bound"
    ROOT_ONLY = "root_only"
    SHALLOW_ONLY = "shallow_only"
    ONE_SIDED = "one_sided"
    DEPTH_LIMITED = "depth_limited"
    """Some positions were left unsearched, and moves were left out elsewhere."""
    WITH_MEMO = "with_memo"
    """Bounds cut moves, and no position was searched a second time."""
    LITTLE = "little"
    NOT_OPTIMAL = "not_optimal"
    RULES_WRONG = "rules_wrong"
    UNSOUND = "unsound"
    NOT_SEARCHED = "not_searched"
    """No search: it is missing, cannot run, or answers without looking at positions."""
    UNSEEN = "unseen"
    """No search was seen, but one may exist: the work grows like that of a search, or names speak of pruning."""
    NOT_RECURSIVE = "not_recursive"
    INCOMPLETE = "incomplete"
    """The recording was cut off."""
    UNCLEAR = "unclear"


class SearchedBoard(Struct, frozen=True, kw_only=True):
    """The search from one board in numbers."""

    board: str
    visited: int
    """Visited positions, this one included."""
    plain: int
    """Positions that a search without pruning visits, in any order of moves."""
    cuts: int = 0
    """Positions with moves that were left out."""
    unjustified: int = 0
    """Cuts that nothing known at that moment justifies."""
    why: Reason | None = None
    """Why the recording is not complete; None if it is."""


class CutExample(Struct, frozen=True, kw_only=True):
    """A cut to show, with the values that were known."""

    board: str
    """The position whose moves were left out."""
    start: str
    """The board that the grader asked about."""
    best: int | None
    """The best value of the tried moves; None without any."""
    bound: int | None
    """The opponent's best value above this position; None if there is none."""
    skipped: tuple[int, ...]
    """The cells that were never tried, 0 to 8."""
    values: tuple[int, ...]
    """The real value of each of these moves."""
    justified: bool
    known: Said = ()
    way: tuple[str, ...] = ()
    """The boards from the one that the grader asked about to this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PruningReport(Payload):
    """The findings of recorded searches about alpha-beta pruning."""

    verdict: PruningVerdict
    reasons: Said = ()
    boards: tuple[SearchedBoard, ...] = ()
    names: tuple[str, ...] = ()
    """Names in the file such as `alpha`: a hint for a person, never the verdict."""
    example: CutExample | None = None

    def mistake(self) -> Said:
        """Return that a cut is not justified. The verdict says so only of a file whose other functions are right."""
        unsound = self.verdict is PruningVerdict.UNSOUND and any(board.unjustified for board in self.boards)
        return (reason("minimax_unsound_cut"),) if unsound else ()

    @property
    def cuts(self) -> int:
        return sum(board.cuts for board in self.boards if not board.why)


class AlphaBeta(Capability[PruningReport]):
    """Gives an item's points for a search that prunes its tree."""

    name = item_key = "alpha_beta"
    payload = PruningReport

    def rubric_key(self) -> RubricKey:
        from grader.capabilities.rubric_draft import MODE, RubricKey

        return RubricKey(
            MODE,
            "The points are for alpha-beta pruning, which is seen by watching the search. auto: clear cases count by"
            " themselves, a person decides about the others. suggest: a person decides about all.",
        )

    def asked(self, value: str) -> Asked:
        return Asked(by_hand=value == "suggest")

    def tell(self, found: PruningReport) -> Iterator[Block]:
        if facts := tuple(_facts(found)):
            yield Facts(facts, level=Detail.ALL)
        if found.example is not None:
            yield from _picture(found.example)
        if found.boards:
            rows = tuple(map(_row, found.boards[:MAX_BOARDS]))
            title = "All boards on which the search was watched"
            yield Table(title, COLUMNS, rows, right=(1, 2, 3, 4), level=Detail.ALL)

    def recorded(self, assignment: GradingSpec) -> Sequence[Call]:
        from grader.capabilities.alpha_beta.judge import FIRST, recorded_call

        return [recorded_call(board, assignment) for board in FIRST]

    def assess(self, item: RubricItem, graded: Graded) -> Assessment:
        from grader.capabilities.alpha_beta.judge import assess_pruning

        return assess_pruning(item.points, graded)

    def assess_again(self, item: RubricItem, before: ItemResult) -> Assessment | None:
        """Return the assessment of the same recordings."""
        from grader.capabilities.alpha_beta.judge import assessment

        found = before.found_as(PruningReport)
        return super().assess_again(item, before) if found is None else assessment(found, item.points)


VALUES = {1: "X wins", 0: "draw", -1: "O wins"}
MAX_WAY, MAX_SKIPPED = 10, 4
MAX_BOARDS = 12
"""Boards in a table: somebody may have edited the result file."""
COLUMNS = ("board", "positions visited", "without pruning", "cuts", "not justified")


def _facts(report: PruningReport) -> Iterator[tuple[str, Text]]:
    example = report.example
    if example is not None and example.known and report.verdict is not PruningVerdict.UNSOUND:
        yield "for example", said(example.known)
    if report.names:
        yield "words in the file", ", ".join(report.names)


def _picture(example: CutExample) -> Iterator[Boards]:
    """Yield the way to a cut, and the boards after its left-out moves with their values."""
    pairs = zip(example.way, (*example.way[:1], *example.way), strict=False)
    way = [Board(board, marks=_new(before, board)) for board, before in pairs][:MAX_WAY]
    if way:
        yield Boards(
            (*way[:-1], replace(way[-1], caption="cut here")), title="The way to the cut", small=True, level=Detail.ALL
        )
    skipped = [_skipped(example.board, *one) for one in zip(example.skipped, example.values, strict=False)]
    if skipped:
        more = f" (and {len(skipped) - MAX_SKIPPED} more)" if len(skipped) > MAX_SKIPPED else ""
        yield Boards(tuple(skipped[:MAX_SKIPPED]), title=f"Never tried{more}", small=True, level=Detail.ALL)


def _skipped(board: str, cell: int, value: int) -> Board:
    after = with_mark(board, cell, turn(board)) if 0 <= cell < len(board) else board
    return Board(after, caption=VALUES.get(value, ""), marks=_new(board, after))


def _new(before: str, after: str) -> dict[int, Mark]:
    return {cell: Mark.NEW for cell in range(9) if before[cell : cell + 1] != after[cell : cell + 1]}


def _row(one: SearchedBoard) -> tuple[Text, ...]:
    board = " ".join(one.board[at : at + 3] for at in (0, 3, 6))
    cuts = ("", said((one.why,))) if one.why else (f"{one.cuts:,}", f"{one.unjustified:,}")
    return (Verbatim(board), f"{one.visited:,}", f"{one.plain:,}", *cuts)
