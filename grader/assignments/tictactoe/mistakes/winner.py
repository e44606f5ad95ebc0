"""Mistakes of `winner`; its answers are read as `X`, `O`, None, or another text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations, product

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, tells
from grader.game.board import COLUMNS, DIAGONALS, FREE, LINES, ROWS, O, X, full_lines
from grader.game.tree import Position

EVERY = frozenset((line, mark) for line in range(len(LINES)) for mark in (X, O))
Rule = Callable[[Position], Token]
THREE = 3
OR_FOR_AND: tuple[Callable[[str, str, str], bool], ...] = (
    lambda a, b, c: a != FREE or a == b == c,
    lambda a, b, c: b in {a, c},
    lambda a, b, c: a != FREE and b in {a, c},
)
"""When a line with these cells counts as full, if its test has `or` instead of `and`."""
MARK_FOR_EQUAL: tuple[Callable[[str, str, str], bool], ...] = (
    lambda a, b, c: FREE != a == b and c != FREE,
    lambda a, b, c: FREE != b == c and a != FREE,
    lambda a, b, c: FREE != a == c and b != FREE,
    lambda a, b, c: FREE not in (a, b, c),
)
"""The same, if the test only asks whether a cell has a mark."""
UNEQUAL: tuple[Callable[[str, str, str], bool], ...] = (
    lambda a, b, c: a != b == c,
    lambda a, b, c: FREE != a != b == c,
    lambda a, b, c: FREE != b != a and b == c,
    lambda a, b, c: a == b != c,
    lambda a, b, c: FREE != a == b != c,
    lambda a, b, c: a != b != c,
    lambda a, b, c: FREE != a != b != c,
)
"""The same, if the test has ``!=`` instead of ``==``."""


ROW_RUNS = tuple((cell, cell + 1, cell + 2) for cell in range(7))
COLUMN_RUNS = tuple(tuple(cell % 3 * 3 + cell // 3 for cell in run) for run in ROW_RUNS)
"""Three cells each in a row of all cells, as in one text: some run over the end of a line."""


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield answers("winner_none", lambda _: None)
    for mark in (X, O):
        yield tells("winner_always", _is_always(mark), answer=mark)
    yield from _lines_left_out(evidence)
    yield answers("winner_loser", lambda one: {X: O, O: X}.get(one.winner))
    yield answers("winner_only_three_marks", _with_three_marks)
    yield answers("winner_full_is_tie", lambda one: one.winner if FREE in one.board else None)
    yield answers("winner_counts_marks", lambda one: _first(one.board.count(X) >= THREE, one.board.count(O) >= THREE))
    yield answers("winner_counts_marks", lambda one: _first(one.turn == O, on_o=False))
    yield answers("winner_counts_marks", lambda one: _first(one.turn == O, on_o=True))
    pairs = tuple(line for both in zip(ROWS, COLUMNS, strict=True) for line in both)
    orders = [sum(kinds, ()) for kinds in permutations((ROWS, COLUMNS, DIAGONALS))] + [pairs + DIAGONALS]
    for order, kind in product(orders, (LINES, ROWS, COLUMNS)):
        yield answers("winner_stops_at_empty_line", _first_taken(order, kind, lambda a, b, c: a == b == c))
        for at in range(THREE):
            ends = partial(_is_equal_or_empty, at)
            yield answers("winner_stops_at_empty_cell", _first_taken(order, kind, ends, at))
    yield answers("winner_both_diagonals", _both_diagonals)
    for runs, rounds in product((ROW_RUNS, COLUMN_RUNS, ROW_RUNS + COLUMN_RUNS), ((X, O), (O, X), (X + O,))):
        yield answers("winner_runs_over_end", _first_of(runs + LINES, rounds))
    yield from _counts_on(orders)
    yield from _wrong_comparisons(orders)
    for mark, order, kind, (one, other) in product((X, O), orders, (LINES, ROWS, COLUMNS), ((0, 1), (1, 2), (0, 2))):
        rule = _first_taken(order, kind, partial(_are_equal_for, mark, one, other), one)
        yield answers("winner_two_of_three_for", rule, mark=mark)
    yield from _counts_two(orders)
    for order, kind in product(orders, (LINES, ROWS, COLUMNS)):
        yield answers("winner_empty_overwrites", _last_taken(order, kind))
    for order in orders:
        yield from _other_cell(evidence, order)
    yield from _wrong_cells(evidence)
    yield from _other_values(evidence)


def false_win_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that players without a full line are returned, mostly where nobody has won."""
    wrong = [(evidence.inputs[at].winner, evidence.tokens[at]) for at in evidence.wrong_places]
    if 2 * sum(winner is None and token in {X, O} for winner, token in wrong) > len(wrong):
        model = tells("winner_without_line", lambda one, token: token == one.winner or token in {X, O})
        yield replace(model, one_in=2)


def _wrong_comparisons(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    """Yield the mistakes of one comparison in the test of all lines, or of the lines of one kind."""
    for order, kind in product(orders, (LINES, ROWS, COLUMNS, DIAGONALS)):
        for takes in OR_FOR_AND:
            yield answers("winner_or_for_and", _first_taken(order, kind, takes))
        for one, other in ((0, 1), (1, 2), (0, 2)):
            yield answers("winner_two_of_three", _first_taken(order, kind, partial(_are_equal, one, other), one))
        for code, tests in (("winner_mark_for_equal", MARK_FOR_EQUAL), ("winner_unequal", UNEQUAL)):
            for takes, returned in product(tests, range(THREE)):
                yield answers(code, _first_taken(order, kind, takes, returned))


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


def _lines_left_out(evidence: GivenAnswers) -> Iterator[MistakeModel]:
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
        yield answers("winner_leaves_out_lines", rule, lines=by_x)
    elif by_x and by_o:
        yield answers("winner_leaves_out_lines_of_both", rule, lines_of_x=by_x, lines_of_o=by_o)
    else:
        yield answers("winner_leaves_out_lines_of", rule, lines=by_x or by_o, mark=X if by_x else O)


def _with_three_marks(one: Position) -> Token:
    """Return the winner if the line has all marks of this player."""
    return one.winner if one.winner and one.board.count(one.winner) == THREE else None


def _first(on_x: bool, on_o: bool) -> Token:  # noqa: FBT001 - two facts about a board
    return X if on_x else O if on_o else None


def _first_taken(
    lines: Sequence[Sequence[int]], wrong: Collection[Sequence[int]], takes: Callable[..., bool], returned: int = 0
) -> Rule:
    """Return a `winner` that returns a cell of the first full line; `takes` tests the `wrong` lines."""

    def rule(one: Position) -> Token:
        for a, b, c in lines:
            cells = one.board[a], one.board[b], one.board[c]
            if takes(*cells) if (a, b, c) in wrong else FREE != cells[0] == cells[1] == cells[2]:
                return _mark(cells[returned])
        return None

    return rule


def _last_taken(lines: Sequence[Sequence[int]], wrong: Collection[Sequence[int]]) -> Rule:
    """Return a `winner` that keeps what the last full line holds; three EMPTY cells of `wrong` lines are one too."""

    def rule(one: Position) -> Token:
        cells = [[one.board[cell] for cell in line] for line in lines]
        full = [a for line, (a, b, c) in zip(lines, cells, strict=True) if a == b == c and (line in wrong or a != FREE)]
        return _mark(full[-1]) if full else None

    return rule


def _is_equal_or_empty(at: int, *cells: str) -> bool:
    return cells[at] == FREE or cells[0] == cells[1] == cells[2]


def _are_equal(first: int, second: int, *cells: str) -> bool:
    return FREE != cells[first] == cells[second]


def _are_equal_for(mark: str, first: int, second: int, *cells: str) -> bool:
    return cells[first] == cells[second] == mark or FREE != cells[0] == cells[1] == cells[2]


def _first_counted(
    lines: Sequence[Sequence[int]],
    wrong: Collection[Sequence[int]],
    counts: Collection[int],
    marks: Sequence[Sequence[str]],
) -> Rule:
    """Return a `winner` for which `wrong` lines are full if they hold one mark as often as `counts` says."""
    rounds = [(line, mark) for group in marks for line in lines for mark in group]

    def rule(one: Position) -> Token:
        for line, mark in rounds:
            if [one.board[cell] for cell in line].count(mark) in (counts if line in wrong else {THREE}):
                return mark
        return None

    return rule


def _counts_two(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    """Yield the mistake that two marks in a line are enough: of either player, or of the player in its first cell."""
    kinds = (LINES, ROWS, COLUMNS, DIAGONALS)
    enough = (("winner_counts_two", {2}), ("winner_counts_two", {2, 3}), ("winner_any_mark", {1, 2, 3}))
    for order, kind, (code, counts) in product([*orders, ROWS], kinds, enough):
        for marks in (((X, O),), ((X,), (O,))):
            yield answers(code, _first_counted(order, kind, counts, marks))
    for order, kind in product(orders, kinds):
        yield answers("winner_counts_two", _first_taken(order, kind, _stands_twice))


def _counts_on(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    """Yield the mistake that the counts of marks go on from line to line."""
    kinds, counts = (LINES, ROWS, COLUMNS), ({THREE}, range(THREE, 10))
    of_x, of_o = {X: {X: 1}}, {O: {O: 1}}
    one_sum = {X: {X: 1, O: -1}, O: {O: 1, X: -1}}
    for order, kind, full, each_cell in product(orders, kinds, counts, (False, True)):
        for_both, summed, for_x, for_o = (
            _counting_on(order, kind, full, worth, each_cell) for worth in (of_x | of_o, one_sum, of_x, of_o)
        )
        yield answers("winner_counts_on", for_both)
        yield answers("winner_counts_on", summed)
        yield answers("winner_counts_on", lambda one, x=for_x, o=for_o: x(one) or o(one))  # type: ignore[misc]


def _counting_on(
    lines: Sequence[Sequence[int]],
    wrong: Collection[Sequence[int]],
    counts: Collection[int],
    worth: Mapping[str, Mapping[str, int]],
    each_cell: bool,  # noqa: FBT001 - when the counts are looked at
) -> Rule:
    """
    Return a `winner` whose counts begin at 0 for the first of the `wrong` lines alone.

    `worth` has the counted players, each with what a cell adds to the count: of one sum for both, X is 1 and O is -1.
    """

    def rule(one: Position) -> Token:
        counted = dict.fromkeys(worth, 0)
        for line in lines:
            own = counted if line in wrong else dict.fromkeys(worth, 0)
            for at, cell in enumerate(line):
                for mark, added in worth.items():
                    own[mark] += added.get(one.board[cell], 0)
                full = [mark for mark in worth if own[mark] in (counts if line in wrong else {THREE})]
                if full and (each_cell or at == THREE - 1):
                    return full[0]
        return None

    return rule


def _stands_twice(first: str, *others: str) -> bool:
    return first != FREE and others.count(first) == 1


def _other_cell(evidence: GivenAnswers, lines: Sequence[Sequence[int]]) -> Iterator[MistakeModel]:
    """Yield the mistake that the line is found, but the content of another cell is returned."""
    returned: dict[int, set[int]] = {}
    for one, token in zip(evidence.inputs, evidence.tokens, strict=True):
        full = full_lines(one.board)
        if len(full) == 1:
            same = {cell for cell in range(9) if _mark(one.board[cell]) == token}
            returned[full[0]] = returned.get(full[0], same) & same
    wrong = {at: min(cells) for at, cells in returned.items() if cells.isdisjoint(LINES[at]) and cells}
    if wrong:
        cell_of = {at: wrong.get(at, line[0]) for at, line in enumerate(LINES)}
        places = [LINES.index((a, b, c)) for a, b, c in lines]

        def rule(one: Position) -> Token:
            full = full_lines(one.board)
            return next((_mark(one.board[cell_of[at]]) for at in places if at in full), None)

        yield answers("winner_other_cell", rule, lines="".join(map(str, sorted(wrong))))


def _mark(cell: str) -> Token:
    return None if cell == FREE else cell


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
    if any(isinstance(value, str) and value.startswith("!") for value in values.values()) or for_none in {for_x, for_o}:
        return
    if for_x == for_o and for_x in {X, O}:
        yield answers("winner_same_for_both", lambda one: values[one.winner], mark=O if for_x == X else X)
    elif for_x == for_o:
        yield answers("winner_no_player", lambda one: values[one.winner])
    elif (for_x, for_o) == (X, O):
        yield answers("winner_not_none", lambda one: values[one.winner])
    elif for_none is None and for_x not in {X, O}:
        yield answers("winner_other_values", lambda one: values[one.winner])


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
