"""
Ways to leave moves out without a bound: which explain what a search left out, and which cuts need a bound.

A search without bounds may take a win in one, stop at a won move, ask for one goal, try one of two mirrored moves or
only the block. Whatever of these it does, what it does at a position follows from the position. Alpha-beta pruning
leaves moves out below one bound and tries them below another. What a table answers is not searched a second time.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from grader.capabilities.alpha_beta.visits import DRAW, Cut, CutReason, Recorded, Visit, successors
from grader.capabilities.alpha_beta.walk import WalkFindings, mirrored
from grader.game.board import FREE, LINES, OPPONENT, turn, winner


class Searched(NamedTuple):
    """A position, and the moves that were tried there, in order."""

    part: Visit
    """Where a part of the search begins that has one goal; it may change below a first move or a repeated one."""
    board: str
    cells: tuple[int, ...]


def cuts_that_need_a_bound(found: WalkFindings) -> Iterator[Cut]:
    """Yield the cuts of one search that nothing but a bound explains."""
    places = positions_by_part(found.recorded)
    went_on = {
        place._replace(cells=place.cells[:count]) for place in places.values() for count in range(1, len(place.cells))
    }
    return (cut for cut in found.cuts if cut.reason is CutReason.BOUND and places.get(cut.visit) in went_on)


def positions_by_part(search: Recorded) -> dict[Visit, Searched]:
    """Return what was tried at each visit below the first position."""
    places = {}
    left = [(one.visit, one.visit) for one in search.root.tried]
    while left:
        visit, part = left.pop()
        cells = tuple(dict.fromkeys(one.cell for one in visit.tried))
        if cells:
            places[visit] = Searched(part, visit.board, cells)
        again = len(cells) < len(visit.tried)
        left += [(one.visit, one.visit if again else part) for one in visit.tried]
    return places


class Model(enum.Enum):
    """What a search does that leaves moves out and knows no bound; `grader.text.item_sentences` says it in words."""

    WIN_IN_ONE = "win_in_one"
    WON_MOVE = "won_move"
    BLOCK = "block"
    SYMMETRY = "symmetry"
    NO_WIN_LEFT = "no_win_left"
    TABLE = "table"
    GOAL = "goal"
    POSITION = "position"
    """Nothing better is known, but no cut needs a bound."""


class Explained(NamedTuple):
    """A cut, and the models that explain it."""

    cut: Cut
    models: frozenset[Model]


def models(searches: Iterable[WalkFindings]) -> tuple[Model, ...]:
    """Return the fewest models that explain all cuts of some searches; where these do not, the one that always does."""
    wanted = {applying for found in searches for _cut, applying in explained(found)}
    named = [model for model in Model if model is not Model.POSITION]
    rows = (row for count in range(len(Model)) for row in combinations(named, count))
    return next((row for row in rows if all(not one.isdisjoint(row) for one in wanted)), (Model.POSITION,))


def explained(found: WalkFindings) -> Iterator[Explained]:
    """Yield each cut of a search with the models that explain it, if there are any."""
    goals = _one_goal(found)
    searched = {visit.board for visit in found.recorded.visits if visit.tried}
    return (Explained(cut, frozenset(_applying(cut, goals, searched))) for cut in found.cuts)


def _applying(cut: Cut, goals: Mapping[Visit, Collection[str]], searched: Collection[str]) -> Iterator[Model]:
    """Yield the models that explain a cut in a search that `searched` some boards."""
    board, tried = cut.visit.board, cut.visit.visited
    if cut.won or (cut.reached is None and _wins(board, cut.mover)):
        yield Model.WON_MOVE if tried else Model.WIN_IN_ONE
    if mirrored(cut.visit, cut.skipped):
        yield Model.SYMMETRY
    if tried and tried <= _blocks(board):
        yield Model.BLOCK
    if tried and not _may_win(board, cut.mover):
        yield Model.NO_WIN_LEFT
    if tried and (cut.won or cut.mover in goals.get(cut.visit, ())):
        yield Model.GOAL
    if cut.reason is CutReason.MEMO or (not tried and board in searched):
        yield Model.TABLE


def _one_goal(found: WalkFindings) -> dict[Visit, Collection[str]]:
    """Return, by visit, the players who stop at each draw in that part of the search while the other one does not."""
    places = positions_by_part(found.recorded)
    stops: dict[Visit, set[str]] = {place.part: set() for place in places.values()}
    for cut in found.cuts:
        if cut.visit in places and not cut.won:
            stops[places[cut.visit].part].add(cut.mover)
    for visit, place in places.items():
        tried = [found.values[one.visit] for one in visit.tried if one.cell != place.cells[-1]]
        if DRAW in tried:
            stops[place.part].discard(turn(visit.board))
    return {visit: stops[place.part] for visit, place in places.items() if len(stops[place.part]) == 1}


def _wins(board: str, mover: str) -> bool:
    return any(winner(after) == mover for after in successors(board).values())


@cache
def _blocks(board: str) -> frozenset[int]:
    """Return the cells that stop a line of the opponent."""
    line = sorted(FREE + 2 * OPPONENT[turn(board)])
    threats = (cells for cells in LINES if sorted(board[cell] for cell in cells) == line)
    return frozenset(cell for cells in threats for cell in cells if board[cell] == FREE)


@cache
def _may_win(board: str, mover: str) -> bool:
    """Tell whether a line is left that the player to move can still fill."""
    own_moves = (board.count(FREE) + 1) // 2
    lines = ([board[cell] for cell in cells] for cells in LINES)
    return any(OPPONENT[mover] not in line and line.count(FREE) <= own_moves for line in lines)
