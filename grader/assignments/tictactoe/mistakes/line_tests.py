"""Mistakes of `winner` in the test of one line: its comparisons, or the marks that it counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from grader.assignments.exhaustive.mistakes import MistakeModel, Token, answers
from grader.game.board import COLUMNS, DIAGONALS, FREE, LINES, ROWS, O, X, full_lines
from grader.game.tree import Position
from grader.model.reason import Said, reason

Rule = Callable[[Position], Token]
THREE = 3
MIDDLE = 4
KINDS = {"line": LINES, "row": ROWS, "column": COLUMNS, "diagonal": DIAGONALS, "row or column": ROWS + COLUMNS}
"""By the word for it: the lines whose test is wrong."""
PAIRS = ((0, 1), (1, 2), (0, 2))
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
AND_STOPS: Said = (reason("and_edit"), reason("winner_stops_at_empty_line"))
"""What is said beside another mistake where three EMPTY cells count as a full line as well."""
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


def wrong_comparisons(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    """Yield the mistakes of one comparison in the test of all lines, or of the lines of one kind."""
    for order, (kind, wrong) in product(orders, KINDS.items()):
        for takes in OR_FOR_AND:
            yield answers("winner_or_for_and", first_taken(order, wrong, takes), kind=kind)
        for one, other in PAIRS:
            rule = first_taken(order, wrong, partial(_are_equal, one, other), one)
            yield answers("winner_two_of_three", rule, kind=kind)
            rule = first_taken(order, wrong, partial(_are_alike, one, other), one)
            model = answers("winner_two_of_three", rule, kind=kind)
            yield replace(model, mistake=(*model.mistake, *AND_STOPS))
        for code, tests in (("winner_mark_for_equal", MARK_FOR_EQUAL), ("winner_unequal", UNEQUAL)):
            for takes, returned in product(tests, range(THREE)):
                yield answers(code, first_taken(order, wrong, takes, returned), kind=kind)
    for mark, order, (kind, wrong), (one, other) in product((X, O), orders, KINDS.items(), PAIRS):
        rule = first_taken(order, wrong, partial(_are_equal_for, mark, one, other), one)
        yield answers("winner_two_of_three_for", rule, kind=kind, mark=mark)


def fixed_marks(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    """Yield the mistake that one mark is returned for all full lines of one kind."""
    for mark, order, (kind, wrong) in product((X, O), orders, KINDS.items()):
        if wrong != LINES:
            yield answers("winner_fixed_mark", partial(_fixed, order, wrong, mark), kind=kind, mark=mark)


def _fixed(lines: Sequence[Sequence[int]], wrong: Collection[Sequence[int]], mark: str, one: Position) -> Token:
    full = first_full(lines, one)
    return mark if full in wrong else one.winner


def first_full(lines: Sequence[Sequence[int]], one: Position) -> Sequence[int] | None:
    """Return the first of `lines` that is full."""
    full = [LINES[at] for at in full_lines(one.board)]
    return next((line for line in lines if line in full), None)


def counts_two(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
    """Yield the mistake that two marks in a line are enough: of either player, or of the player in its first cell."""
    enough = (("winner_counts_two", {2}), ("winner_counts_two", {2, 3}), ("winner_any_mark", {1, 2, 3}))
    for order, (kind, wrong), (code, counts) in product([*orders, ROWS], KINDS.items(), enough):
        for marks in (((X, O),), ((X,), (O,))):
            yield answers(code, _first_counted(order, wrong, counts, marks), kind=kind)
    for order, (kind, wrong) in product(orders, KINDS.items()):
        yield answers("winner_counts_two", first_taken(order, wrong, _stands_twice), kind=kind)
    for mark, other in ((X, O), (O, X)):
        yield answers("winner_any_mark", partial(_full_or_more, mark, other), kind="line")


def _full_or_more(mark: str, other: str, one: Position) -> Token:
    """Return `mark` for a full line, else `other` if it stands more often than `mark` in a line, as sums below 0."""
    lines = [[one.board[cell] for cell in line] for line in LINES]
    if [mark] * THREE in lines:
        return mark
    return other if any(line.count(other) > line.count(mark) for line in lines) else None


def counts_on(orders: Sequence[Sequence[Sequence[int]]]) -> Iterator[MistakeModel]:
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


def counts_whole_board() -> Iterator[MistakeModel]:
    """Yield the mistake that for lines of one kind all marks are counted, perhaps beside one in the middle."""
    for (kind, wrong), middle in product(KINDS.items(), (False, True)):
        yield answers("winner_counts_whole_board", partial(_with_all_marks, wrong, middle), kind=kind)


def _with_all_marks(wrong: Collection[Sequence[int]], middle: bool, one: Position) -> Token:  # noqa: FBT001 - one model
    if not {*map(LINES.index, wrong)}.issuperset(full_lines(one.board)):
        return one.winner
    marks = (mark for mark in (X, O) if one.board.count(mark) >= THREE and (not middle or one.board[MIDDLE] == mark))
    return next(marks, None)


def diagonals_together() -> Iterator[MistakeModel]:
    """Yield the mistake that the marks of both diagonals are added up: cell by cell, or in steps of two cells."""
    rounds: Sequence[Sequence[str]] = ((X, O), (O, X), (X + O,))
    counts = (_on_diagonals, _cells_on_diagonals, _steps_on_diagonals)
    for count, marks, exact in product(counts, rounds, (False, True)):
        yield answers("winner_diagonals_together", partial(_counted_together, count, marks, exact))


def _on_diagonals(board: str, mark: str) -> int:
    return sum(board[cell] == mark for line in DIAGONALS for cell in line)


def _cells_on_diagonals(board: str, mark: str) -> int:
    return sum(board[cell] == mark for cell in {*DIAGONALS[0], *DIAGONALS[1]})


def _steps_on_diagonals(board: str, mark: str) -> int:
    return sum(mark in {board[cell] for cell in step} for step in zip(*DIAGONALS, strict=True))


def _counted_together(
    count: Callable[[str, str], int],
    rounds: Sequence[str],
    exact: bool,  # noqa: FBT001 - `==` or `>=`
    one: Position,
) -> Token:
    full = {one.board[LINES[at][0]] for at in full_lines(one.board) if LINES[at] not in DIAGONALS}
    for marks in rounds:
        counts = {mark: count(one.board, mark) for mark in marks}
        taken = [mark for mark in marks if counts[mark] == THREE or (counts[mark] > THREE and not exact)]
        if found := [mark for mark in marks if mark in full] + taken:
            return found[0]
    return None


def first_taken(
    lines: Sequence[Sequence[int]], wrong: Collection[Sequence[int]], takes: Callable[..., bool], returned: int = 0
) -> Rule:
    """Return a `winner` that returns a cell of the first full line; `takes` tests the `wrong` lines."""

    def rule(one: Position) -> Token:
        for a, b, c in lines:
            cells = one.board[a], one.board[b], one.board[c]
            if takes(*cells) if (a, b, c) in wrong else FREE != cells[0] == cells[1] == cells[2]:
                return mark_in(cells[returned])
        return None

    return rule


def _are_equal(first: int, second: int, *cells: str) -> bool:
    return FREE != cells[first] == cells[second]


def _are_alike(one: int, other: int, *cells: str) -> bool:
    """Tell whether two cells are equal, EMPTY ones too."""
    return cells[one] == cells[other]


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


def mark_in(cell: str) -> Token:
    return None if cell == FREE else cell
