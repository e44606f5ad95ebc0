"""Walks through a recorded search in its own order, with the values known at each moment, and judges each cut."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from grader.capabilities.alpha_beta.visits import (
    DRAW,
    UNKNOWN,
    WIN,
    Cut,
    CutReason,
    Missed,
    Recorded,
    Value,
    Visit,
    Window,
    best,
    perhaps_enough,
    successors,
    surely_enough,
)
from grader.game.board import canonical, is_over, turn, winner
from grader.game.tree import VALUE_OF_WINNER


class EarlierSearch(NamedTuple):
    value: Value
    proved: Value


class SearchedPositions:
    """The positions searched so far; `strict` if none was searched twice, so that missing visits were looked up."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict
        self._found: dict[str, EarlierSearch] = {}

    def add(self, board: str, found: EarlierSearch) -> None:
        self._found[canonical(board)] = found

    def get(self, board: str) -> EarlierSearch | None:
        return self._found.get(canonical(board))

    def hidden(self, visit: Visit) -> dict[int, EarlierSearch]:
        """Return, by cell, the values at `visit` that a lookup without a call may have given."""
        if not self.strict:
            return {}
        left = {cell: self.get(board) for cell, board in successors(visit.board).items() if cell not in visit.cells}
        return {cell: found for cell, found in left.items() if found is not None}


def never_searches_twice(searches: Sequence[Recorded]) -> bool:
    """Tell whether no searched position was searched again, although some came up again."""
    met_again = False
    for search in searches:
        done: set[str] = set()
        for visit in filter(lambda visit: visit.open, search.visits):
            again = visit.board in done
            if again and visit.tried:
                return False
            met_again = met_again or again or not done.isdisjoint(_left_out(visit))
            if visit.tried:
                done.add(visit.board)
    return met_again


def _left_out(visit: Visit) -> Iterable[str]:
    return (board for cell, board in successors(visit.board).items() if cell not in visit.cells) if visit.tried else ()


NOTHING = Window()
OPEN_ENDED = (CutReason.NONE, CutReason.UNSURE, CutReason.IMAGE, CutReason.LEAF)


@dataclass(slots=True, eq=False)
class WalkFindings:
    recorded: Recorded
    cuts: list[Cut] = field(default_factory=list)
    missed: list[Missed] = field(default_factory=list)
    proved: dict[Visit, Value] = field(default_factory=dict)
    """The value that the tried moves prove at each visit, whatever the others lead to."""
    seen_aside: int = 0
    """The number of finished positions that were recognized without a visit."""


class _VisitPlace(NamedTuple):
    above: tuple[Visit, ...] = ()
    window: Window = NOTHING
    near: Window = NOTHING
    """The best values of the position right above alone."""
    inner: Window = NOTHING
    """The best values above, without the first position: many searches hand nothing down from there."""
    tentative: bool = False

    def below(self, visit: Visit, reached: Value | None, *, tentative: bool) -> _VisitPlace:
        """Return the place of a move at `visit`, where the mover has reached `reached`."""
        mover = turn(visit.board)
        return _VisitPlace(
            above=(*self.above, visit),
            window=self.window.after(mover, reached),
            near=NOTHING.after(mover, reached),
            inner=self.inner.after(mover, reached) if self.above else NOTHING,
            tentative=self.tentative or tentative,
        )


def examined(searches: Sequence[Recorded]) -> list[WalkFindings]:
    """Return the findings of each recorded search, given in the order of the searches."""
    if all(one.tries_everything for one in searches):  # then there is no cut, and what is known nowhere matters
        return [WalkFindings(one) for one in searches]
    seen_over = frozenset(_ending(visit.board) for one in searches for visit in one.visits if not visit.open)
    strict = never_searches_twice(searches)
    found = [_Walk(one, seen_over, SearchedPositions(strict=strict)).findings for one in searches]
    if any(len(visit.visited) < len(visit.tried) for one in searches for visit in one.visits):  # tried again
        return [_judged_by_proof(one, looked_up=strict) for one in found]
    return found


def _ending(board: str) -> str:
    return winner(board) or "tie"


class _Walk:
    def __init__(self, search: Recorded, seen_over: Collection[str], memo: SearchedPositions) -> None:
        self.findings = WalkFindings(search)
        self._seen_over = seen_over
        self._memo = memo
        self._visit(search.root, _VisitPlace())

    def _visit(self, visit: Visit, place: _VisitPlace) -> Value:
        found = self._open_visit(visit, place) if visit.open else _truth(visit.board)
        self.findings.proved[visit] = found.proved
        return found.value

    def _open_visit(self, visit: Visit, place: _VisitPlace) -> EarlierSearch:
        mover = turn(visit.board)
        aside = self._seen_aside(visit)
        self.findings.seen_aside += len(aside.keys() & _over_after(visit.board).keys() - visit.visited)
        last = max((one.search for one in visit.tried), default=0)
        last_of = {one.cell: at for at, one in enumerate(visit.tried)}
        last_new = _last_new_move(visit)
        found: dict[int, dict[int, Value]] = {}
        for at, one in enumerate(visit.tried):
            values = found.setdefault(one.search, {})
            others = [value for cell, value in values.items() if cell != one.cell]
            reached = best(mover, [*(known.value for known in aside.values()), *others])
            again = one.search != last or last_of[one.cell] > at
            values[one.cell] = self._visit(one.visit, place.below(visit, reached, tentative=again))
            if last_new[one.search] > at:
                self._note_missed(mover, best(mover, values.values()), place)
        reached = best(mover, [*(known.value for known in aside.values()), *found.get(last, {}).values()])
        self._note_cut(visit, place, reached, aside)
        if reached is None:
            return self._leaf(visit)
        known = EarlierSearch(reached, self._proved(visit, aside))
        self._memo.add(visit.board, known)
        return known

    def _seen_aside(self, visit: Visit) -> dict[int, EarlierSearch]:
        """Return, by cell, the values of moves without a visit of their own."""
        over = _over_after(visit.board)
        seen = {cell for cell in over if cell in visit.looked_at}
        if visit.tried:  # a search that never visits such positions recognizes them before
            seen |= {cell for cell, board in over.items() if _ending(board) not in self._seen_over}
        if self._memo.strict:
            seen |= over.keys() - visit.cells
        return self._memo.hidden(visit) | {cell: _truth(over[cell]) for cell in seen}

    def _proved(self, visit: Visit, aside: Mapping[int, EarlierSearch]) -> Value:
        mover = turn(visit.board)
        moves = dict.fromkeys(successors(visit.board), UNKNOWN) | {cell: known.proved for cell, known in aside.items()}
        for one in visit.tried:
            low, high = moves[one.cell]
            again = self.findings.proved[one.visit]
            moves[one.cell] = Value(max(low, again.low), min(high, again.high))
        return best(mover, moves.values()) or UNKNOWN

    def _note_missed(self, mover: str, reached: Value | None, place: _VisitPlace) -> None:
        bound = place.inner.against(mover)
        # Where wins differ in worth, two wins or two losses are not equal for the search, but two draws are.
        comparable = reached == DRAW or (reached != bound and reached is not None and reached.exact != WIN[mover])
        if comparable and surely_enough(mover, reached, bound) and not place.tentative:
            near = len(place.above) > 1 and surely_enough(mover, reached, place.near.against(mover))
            self.findings.missed.append(Missed(mover, far=not near, equal=reached == bound))

    def _note_cut(self, visit: Visit, place: _VisitPlace, reached: Value | None, aside: Collection[int]) -> None:
        mover, hidden = turn(visit.board), set(self._memo.hidden(visit))
        skipped = set(successors(visit.board)) - visit.cells - (set(aside) - hidden)
        if not skipped or (reached is None and not place.above):  # a board with an answer without a search
            return
        if reached is None:
            reason = self._reason_of_leaf(visit, place.window)
        elif skipped <= hidden:
            reason = CutReason.MEMO
        else:
            reason = _reason(mover, reached, place.window)
            if reason is CutReason.NONE and mirrored(visit, skipped):
                reason = CutReason.IMAGE
        self.findings.cuts.append(
            Cut(
                visit=visit,
                above=place.above,
                skipped=tuple(sorted(skipped)),
                reached=reached,
                window=place.window,
                reason=reason,
                far=not surely_enough(mover, reached, place.near.against(mover)),
            )
        )

    def _reason_of_leaf(self, visit: Visit, window: Window) -> CutReason:
        seen = self._memo.get(visit.board) is not None
        if seen and self._memo.strict:
            return CutReason.MEMO
        if window.closed:
            return CutReason.BOUND
        if seen:
            return CutReason.MEMO
        return CutReason.WIN if _can_win(visit.board) else CutReason.LEAF

    def _leaf(self, visit: Visit) -> EarlierSearch:
        win = WIN[turn(visit.board)]
        known = Value(win, win) if _can_win(visit.board) else UNKNOWN
        return self._memo.get(visit.board) or EarlierSearch(known, known)


def _judged_by_proof(findings: WalkFindings, *, looked_up: bool) -> WalkFindings:
    """
    Return `findings` with each cut judged by the values that the whole search proves.

    A search that goes through parts of its tree again leaves moves out by supposed bounds, and looks again where these
    were wrong.
    """
    if findings.proved[findings.recorded.root].exact is None:
        return findings
    doubtful = OPEN_ENDED if looked_up else (*OPEN_ENDED, CutReason.MEMO)
    cuts = [replace(cut, reason=CutReason.LATER) if cut.reason in doubtful else cut for cut in findings.cuts]
    return replace(findings, cuts=cuts)


def _reason(mover: str, reached: Value, window: Window) -> CutReason:
    bound = window.against(mover)
    if surely_enough(mover, reached, bound) or window.closed:
        return CutReason.BOUND
    own = window.of(mover)
    if reached.exact == WIN[mover] or (own is not None and own.exact == WIN[mover]):
        return CutReason.WIN
    unsure = perhaps_enough(mover, reached, bound) or reached.exact is None
    return CutReason.UNSURE if unsure else CutReason.NONE


def mirrored(visit: Visit, skipped: Collection[int]) -> bool:
    after = successors(visit.board)
    tried = {canonical(after[one.cell]) for one in visit.tried}
    return all(canonical(after[cell]) in tried for cell in skipped)


def _last_new_move(visit: Visit) -> Mapping[int, int]:
    """Return, by search, the index of the last move that the search had not tried before."""
    last: dict[int, int] = {}
    known: set[tuple[int, int]] = set()
    for at, one in enumerate(visit.tried):
        if (one.search, one.cell) not in known:
            known.add((one.search, one.cell))
            last[one.search] = at
    return last


@cache
def _over_after(board: str) -> Mapping[int, str]:
    return {cell: after for cell, after in successors(board).items() if is_over(after)}


@cache
def _can_win(board: str) -> bool:
    return any(winner(after) is not None for after in successors(board).values())


@cache
def _truth(board: str) -> EarlierSearch:
    value = VALUE_OF_WINNER[winner(board)]
    return EarlierSearch(Value(value, value), Value(value, value))
