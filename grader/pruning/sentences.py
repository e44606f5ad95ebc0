"""Verdicts and cuts in words that a student and an instructor understand."""

from __future__ import annotations

from grader.game.board import O, X, turn
from grader.model.pruning import CutExample, PruningVerdict
from grader.pruning.cuts import Reason
from grader.pruning.evidence import Evidence

RESULT = {1: "a win for X", 0: "a draw", -1: "a win for O"}
OTHER = {X: O, O: X}


def sentence(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> str:
    """Return what was seen."""
    return " ".join(filter(None, (_first(verdict, seen), _more(verdict, seen, example))))


def _first(verdict: PruningVerdict, seen: Evidence) -> str:  # noqa: PLR0911 - one line for each verdict
    match verdict:
        case PruningVerdict.ALPHA_BETA:
            return f"Alpha-beta pruning works: {_numbers(seen)}. Each cut is justified by values known at that moment."
        case PruningVerdict.NONE:
            return f"No pruning: every move of every position was tried on all {len(seen.findings)} boards watched."
        case PruningVerdict.MEMO_ONLY:
            return "No pruning: moves are left out only where a position had been searched before (a memo table)."
        case PruningVerdict.FIRST_WIN_ONLY:
            return "The search stops at the first winning move; no bound (alpha or beta) ever leaves a move out."
        case PruningVerdict.ROOT_ONLY:
            return "Moves are left out only right below the first position; deeper in the tree every move is tried."
        case PruningVerdict.SHALLOW_ONLY:
            return f"The cuts are justified, but bounds are handed down one level only, not further: {_numbers(seen)}."
        case PruningVerdict.ONE_SIDED:
            return f"Only {OTHER[seen.never_cuts]} leaves moves out; {seen.never_cuts} tries all: {_numbers(seen)}."
        case PruningVerdict.DEPTH_LIMITED:
            return "Some open positions are left unsearched (a depth limit, for example)."
        case PruningVerdict.WITH_MEMO:
            return f"Pruning together with a memo table: {_numbers(seen)}. The cuts that were seen are justified."
        case PruningVerdict.LITTLE:
            return f"The cuts are justified, but they save little: {_numbers(seen)}."
        case PruningVerdict.NOT_OPTIMAL:
            return f"The cuts are justified ({_numbers(seen)}), but not every move that the search plays is optimal."
        case PruningVerdict.UNSOUND:
            return "The pruning is not sound: a move is left out that could still change the result."
        case PruningVerdict.NOT_SEARCHED:
            if seen.only_raises:
                return "There is no search to watch: each call ends with an exception."
            return "No search was seen: the answer comes without looking more than one move ahead."
        case PruningVerdict.NOT_RECURSIVE:
            return "The search does not use recursion, so its tree can only be guessed."
        case PruningVerdict.INCOMPLETE:
            why = seen.cut_off.why if seen.cut_off is not None else ""
            return f"The search could not be watched to its end: {why or 'it was cut off'}."
        case PruningVerdict.UNCLEAR:
            return "Moves are left out, but what was known at those moments is not clear from watching."


def _more(verdict: PruningVerdict, seen: Evidence, example: CutExample | None) -> str:
    if verdict is PruningVerdict.UNSOUND and example is not None:
        return example.text
    if verdict is PruningVerdict.DEPTH_LIMITED:
        cuts = any(cut.reason is not Reason.LEAF and cut.reached is not None for cut in seen.cuts)
        return "Elsewhere moves are left out as well." if cuts else "Everywhere else every move is tried."
    if verdict is PruningVerdict.NOT_RECURSIVE:
        return f"As far as it can be guessed, {_numbers(seen)}."
    if verdict in {PruningVerdict.ALPHA_BETA, PruningVerdict.NONE} and seen.unsearched:
        return f"{len(seen.unsearched)} of the boards watched are answered without a search."
    return ""


def _numbers(seen: Evidence) -> str:
    boards = [board for board in seen.boards() if board.visited > 1]
    visited, plain = sum(board.visited for board in boards), sum(board.plain for board in boards)
    return f"{visited:,} positions were visited where a search without pruning visits {plain:,}"


def cut_text(example: CutExample, *, equal: bool) -> str:
    """Return what was known at a cut; `equal` if the cut is justified, but what it showed was taken for more."""
    mover, other = turn(example.board), OTHER[turn(example.board)]
    if example.best is None:
        return f"{mover} is to move here, the game is open, and no move was tried."
    reached = f"{mover} is to move here and had found a move that leads to {RESULT[example.best]}"
    above = f"{other} could already reach {RESULT[example.bound]} above" if example.bound is not None else ""
    if equal:
        return f"{reached}, which shows only that the position is not better for {other}. {_skipped(example, mover)}"
    if not example.justified:
        known = f"; {above}" if above else f"; nothing better for {other} was known above"
        return f"{reached}{known}. {_skipped(example, mover)}"
    if example.best == {X: 1, O: -1}[mover]:
        return f"{reached}: no other move can be better."
    if above:
        return f"{reached}; {above}, so {other} will not let the game come here, and the other moves cannot matter."
    return f"{reached}."


def _skipped(example: CutExample, mover: str) -> str:
    sign = 1 if mover == X else -1
    best = max(range(len(example.skipped)), key=lambda at: sign * example.values[at])
    row, column = divmod(example.skipped[best], 3)
    return f"The move ({row}, {column}) was left out: it leads to {RESULT[example.values[best]]}."
