"""Mistakes of `winner`; its answers are read as `X`, `O`, None, or another text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations, product

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, is_error, tells
from grader.assignments.tictactoe.mistakes.line_tests import (
    AND_STOPS,
    THREE,
    Rule,
    counts_on,
    counts_two,
    counts_whole_board,
    diagonals_together,
    first_full,
    first_taken,
    fixed_marks,
    mark_in,
    wrong_comparisons,
)
from grader.game.board import COLUMNS, DIAGONALS, FREE, LINES, ROWS, O, X, full_lines
from grader.game.tree import Position

TRUE = "=True"
"""The token of an answer that only tells that somebody has won."""
EVERY = frozenset((line, mark) for line in range(len(LINES)) for mark in (X, O))


ROW_RUNS = tuple((cell, cell + 1, cell + 2) for cell in range(7))
COLUMN_RUNS = tuple(tuple(cell % 3 * 3 + cell // 3 for cell in run) for run in ROW_RUNS)
"""Three cells each in a row of all cells, as in one text: some run over the end of a line."""


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield answers("winner_none", lambda _: None)
    for mark in (X, O):
        yield tells("winner_always", _is_always(mark), answer=mark)
    pairs = tuple(line for both in zip(ROWS, COLUMNS, strict=True) for line in both)
    orders = [sum(kinds, ()) for kinds in permutations((ROWS, COLUMNS, DIAGONALS))] + [pairs + DIAGONALS]
    yield from _lines_left_out(evidence, orders)
    yield from _cell_decides(evidence)
    yield answers("winner_loser", lambda one: {X: O, O: X}.get(one.winner))
    yield answers("winner_only_three_marks", _with_three_marks)
    yield answers("winner_full_is_tie", lambda one: one.winner if FREE in one.board else None)
    yield answers("winner_counts_marks", lambda one: _first(one.board.count(X) >= THREE, one.board.count(O) >= THREE))
    yield answers("winner_counts_marks", lambda one: _first(one.turn == O, on_o=False))
    yield answers("winner_counts_marks", lambda one: _first(one.turn == O, on_o=True))
    for order, kind in product(orders, (LINES, ROWS, COLUMNS)):
        yield answers("winner_stops_at_empty_line", first_taken(order, kind, _are_all_alike))
        for at in range(THREE):
            ends = partial(_is_equal_or_empty, at)
            yield answers("winner_stops_at_empty_cell", first_taken(order, kind, ends, at))
    yield answers("winner_both_diagonals", _both_diagonals)
    yield from diagonals_together()
    yield from counts_whole_board()
    for runs, rounds in product((ROW_RUNS, COLUMN_RUNS, ROW_RUNS + COLUMN_RUNS), ((X, O), (O, X), (X + O,))):
        yield answers("winner_runs_over_end", _first_of(runs + LINES, rounds))
    yield from counts_on(orders)
    yield from fixed_marks(orders)
    yield from wrong_comparisons(orders)
    yield from counts_two(orders)
    yield from _finds_and_returns_none(evidence, orders)
    for order, kind in product(orders, (LINES, ROWS, COLUMNS)):
        yield answers("winner_empty_overwrites", _last_taken(order, kind))
    yield from (answers("winner_sums_alike", _by_sums(order)) for order in orders)
    for order in orders:
        yield from _other_cell(evidence, order)
    yield from _wrong_cells(evidence)
    yield from _other_values(evidence)
    yield from _true_for_some(evidence)


def false_win_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that players without a full line are returned, mostly where nobody has won."""
    wrong = [(evidence.inputs[at].winner, evidence.tokens[at]) for at in evidence.wrong_places]
    if 2 * sum(winner is None and token in {X, O} for winner, token in wrong) > len(wrong):
        model = tells("winner_without_line", lambda one, token: token == one.winner or token in {X, O})
        yield replace(model, one_in=2)


def empty_line_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that three EMPTY cells end the search for a full line, in whatever order lines are read."""
    model = tells("winner_stops_at_empty_line", lambda one, token: token == one.winner or _misses_by_empty(one, token))
    yield replace(model, witnesses=3)


def _misses_by_empty(one: Position, token: Token) -> bool:
    return token is None and any(all(one.board[cell] == FREE for cell in line) for line in LINES)


def _by_sums(order: Sequence[Sequence[int]]) -> Rule:
    """Return a `winner` that adds 1 for X, 2 for O and 0 for EMPTY: 3 is three X, or one of each."""

    def rule(one: Position) -> Token:
        lines = ({one.board[cell] for cell in line} for line in order)
        return next((O if marks == {O} else X for marks in lines if marks in ({X}, {O}, {X, O, FREE})), None)

    return rule


def missed_lines(inputs: Sequence[Position], tokens: Sequence[Token]) -> frozenset[tuple[int, str]]:
    """Return the lines, each with a player, whose boards are all answered wrongly if they have no other full line."""
    seen: set[tuple[int, str]] = set()
    missed: set[tuple[int, str]] = set()
    for one, token in zip(inputs, tokens, strict=True):
        if one.winner is not None:
            lines = full_lines(one.board)
            if len(lines) == 1:
                (seen if token == one.winner else missed).add((lines[0], one.winner))
    return frozenset(missed - seen)


def only_lines(missed: Collection[tuple[int, str]]) -> Rule:
    """Return a `winner` that looks at all lines but the `missed` ones."""

    def rule(one: Position) -> Token:
        if one.winner is None:
            return None
        seen = any((line, one.winner) not in missed for line in full_lines(one.board))
        return one.winner if seen else None

    return rule


def _lines_left_out(evidence: GivenAnswers, orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    missed = missed_lines(evidence.inputs, evidence.tokens)
    if not missed or missed == EVERY:
        return
    rule = only_lines(missed)
    by_x, by_o = ("".join(str(line) for line in range(len(LINES)) if (line, mark) in missed) for mark in (X, O))
    kept = [str(line) for line in range(len(LINES)) if not {(line, X), (line, O)} <= missed]
    if len(by_x) == len(LINES) or len(by_o) == len(LINES):
        yield answers("winner_only_one_player", rule, mark=X if len(by_x) == len(LINES) else O)
    elif by_x == by_o:
        if len(kept) == 1:
            yield answers("winner_one_line", rule, lines=kept[0])
        model = answers("winner_leaves_out_lines", rule, lines=by_x)
        yield model
        left_out = {LINES[int(at)] for at in by_x}
        for order in orders:
            looked_at = [line for line in order if line not in left_out]
            stops = answers("", first_taken(looked_at, LINES, _are_all_alike))
            yield replace(stops, mistake=(*model.mistake, *AND_STOPS))
    elif by_x and by_o:
        yield answers("winner_leaves_out_lines_of_both", rule, lines_of_x=by_x, lines_of_o=by_o)
    else:
        yield answers("winner_leaves_out_lines_of", rule, lines=by_x or by_o, mark=X if by_x else O)


def _finds_and_returns_none(
    evidence: GivenAnswers, orders: Sequence[Sequence[Sequence[int]]]
) -> Iterator[MistakeModel]:
    """Yield the mistake of a `return` without a value: no line that comes later is looked at."""
    missed = missed_lines(evidence.inputs, evidence.tokens)
    found = sorted({line for line, _ in missed})
    if not 0 < len(missed) == 2 * len(found) < len(EVERY):
        return
    empty = {LINES[at] for at in found}
    for order in orders:
        yield answers(
            "winner_finds_and_returns_none",
            partial(_first_unless_empty, order, empty),
            lines="".join(map(str, found)),
        )


def _first_unless_empty(order: Sequence[Sequence[int]], empty: Collection[Sequence[int]], one: Position) -> Token:
    return None if first_full(order, one) in empty else one.winner


def _cell_decides(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that some lines are tested, and then the content of one cell is returned."""
    pairs = [*zip(evidence.inputs, evidence.tokens, strict=True)]
    lost = [(one.board, token) for one, token in pairs if one.winner is None]
    for cell in range(9) if any(token is not None for _, token in lost) else ():
        if all(mark_in(board[cell]) == token for board, token in lost):
            yield tells(
                "winner_cell_decides",
                lambda one, token, cell=cell: (
                    token in {one.winner, mark_in(one.board[cell])}  # type: ignore[misc]
                    or (one.winner is not None and token is None)
                ),
                cells=str(cell),
            )


def _with_three_marks(one: Position) -> Token:
    """Return the winner if the line has all marks of this player."""
    return one.winner if one.winner and one.board.count(one.winner) == THREE else None


def _first(on_x: bool, on_o: bool) -> Token:  # noqa: FBT001 - two facts about a board
    return X if on_x else O if on_o else None


def _last_taken(lines: Sequence[Sequence[int]], wrong: Collection[Sequence[int]]) -> Rule:
    """Return a `winner` that keeps what the last full line holds; three EMPTY cells of `wrong` lines are one too."""

    def rule(one: Position) -> Token:
        cells = [[one.board[cell] for cell in line] for line in lines]
        full = [a for line, (a, b, c) in zip(lines, cells, strict=True) if a == b == c and (line in wrong or a != FREE)]
        return mark_in(full[-1]) if full else None

    return rule


def _are_all_alike(first: str, second: str, third: str) -> bool:
    """Tell whether three cells are equal, EMPTY ones too."""
    return first == second == third


def _is_equal_or_empty(at: int, *cells: str) -> bool:
    return cells[at] == FREE or cells[0] == cells[1] == cells[2]


def _other_cell(evidence: GivenAnswers, lines: Sequence[Sequence[int]]) -> Iterator[MistakeModel]:
    """Yield the mistake that the line is found, but the content of another cell is returned."""
    returned: dict[int, set[int]] = {}
    for one, token in zip(evidence.inputs, evidence.tokens, strict=True):
        full = full_lines(one.board)
        if len(full) == 1:
            same = {cell for cell in range(9) if mark_in(one.board[cell]) == token}
            returned[full[0]] = returned.get(full[0], same) & same
    wrong = {at: min(cells) for at, cells in returned.items() if cells.isdisjoint(LINES[at]) and cells}
    if wrong:
        cell_of = {at: wrong.get(at, line[0]) for at, line in enumerate(LINES)}
        places = [LINES.index((a, b, c)) for a, b, c in lines]

        def rule(one: Position) -> Token:
            full = full_lines(one.board)
            return next((mark_in(one.board[cell_of[at]]) for at in places if at in full), None)

        yield answers("winner_other_cell", rule, lines="".join(map(str, sorted(wrong))))


def _both_diagonals(one: Position) -> Token:
    lines = {*full_lines(one.board)}
    return one.winner if lines - {6, 7} or {6, 7} <= lines else None


def _wrong_cells(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that other cells are read than those of a line; some cells may be left out."""
    false_wins = [
        (one.board, token)
        for one, token in zip(evidence.inputs, evidence.tokens, strict=True)
        if token in {X, O} and one.winner is None
    ]
    common = [cell for cell in range(9) if all(board[cell] == token for board, token in false_wins)]
    if not false_wins or len(common) not in {2, 3}:
        return
    written = "".join(map(str, common))
    for left_out in (None, *range(len(LINES))):
        kept = tuple(line for at, line in enumerate(LINES) if at != left_out)
        own = len(kept) if left_out is None else left_out
        in_lines = ((*kept[:own], common, *kept[own:]), (common, *kept), (*kept, common))
        for order, marks in product(in_lines, ((X + O,), (X, O), (O, X))):
            part_of = [line for line in LINES if {*common} < {*line}]
            if left_out is None and part_of:
                yield answers("winner_two_of_line", _first_of(order, marks), lines=str(LINES.index(part_of[0])))
            elif left_out is None:
                yield answers("winner_extra_cells", _first_of(order, marks), cells=written)
            else:
                cells, right_cells = _different(common, LINES[left_out])
                rule = _first_of(order, marks)
                yield answers("winner_wrong_cells", rule, cells=cells, lines=str(left_out), right_cells=right_cells)


def _different(*lines: Sequence[int]) -> Iterator[str]:
    """Yield the cells of each of two lines, without the common ones if both have others."""
    own = [[cell for cell in line if not all(cell in each for each in lines)] for line in lines]
    for line in own if all(own) else lines:
        yield "".join(map(str, line))


def _first_of(lines: Sequence[Sequence[int]], rounds: Sequence[str]) -> Rule:
    """Return a `winner` with these lines; the first full one decides, in a round for the marks of each text."""

    def rule(one: Position) -> Token:
        for marks, line in product(rounds, lines):
            mark = one.board[line[0]]
            if mark in marks and all(one.board[cell] == mark for cell in line):
                return mark
        return None

    return rule


def _other_values(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of a function that sees all lines, but returns other values than the player or None."""
    found: dict[str | None, set[Token]] = {X: set(), O: set(), None: set()}
    for one, token in zip(evidence.inputs, evidence.tokens, strict=True):
        found[one.winner].add(token)
    if not all(len(tokens) == 1 for tokens in found.values()):
        yield from _other_than_none(found)
        return
    for_x, for_o, for_none = (tokens.copy().pop() for tokens in found.values())
    values = {X: for_x, O: for_o, None: for_none}
    if any(map(is_error, values.values())) or for_none in {for_x, for_o}:
        return
    if for_x == for_o and for_x in {X, O}:
        yield answers("winner_same_for_both", lambda one: values[one.winner], mark=O if for_x == X else X)
    elif for_x == for_o:
        yield answers("winner_no_player", lambda one: values[one.winner])
    elif (for_x, for_o) == (X, O):
        yield answers("winner_not_none", lambda one: values[one.winner])
    elif for_x not in {X, O}:
        code = "winner_other_values" if for_none is None else "winner_own_values"
        yield answers(code, lambda one: values[one.winner])


def _true_for_some(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that for some lines one other value is returned, such as True."""
    values = {evidence.tokens[at] for at in evidence.wrong_places}
    value = values.pop() if len(values) == 1 else None
    if isinstance(value, str) and value.startswith("="):
        code = "winner_no_player" if value == TRUE else "winner_other_values"
        yield tells(code, lambda one, token: token == one.winner or (one.winner is not None and token == value))


def _other_than_none(found: dict[str | None, set[Token]]) -> Iterator[MistakeModel]:
    """Yield the mistake that a tie, or an open game, has another answer than None."""
    if found[X] != {X} or found[O] != {O} or len(found[None]) != len({"tie", "open"}) or None not in found[None]:
        return
    other = next(iter(found[None] - {None}))
    if isinstance(other, str) and other.startswith("="):
        for on_ties in (True, False):
            code = "winner_tie_not_none" if on_ties else "winner_open_not_none"
            yield answers(code, partial(_winner_or, other, on_ties))


def _winner_or(other: Token, on_ties: bool, one: Position) -> Token:  # noqa: FBT001 - which of the two
    return one.winner if one.winner or one.over is not on_ties else other


def _is_always(mark: str) -> Callable[[Position, Token], bool]:
    return lambda _, token: token == mark
