"""Mistakes of `terminal`; its answers are read as true or false."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, answers, tells
from grader.assignments.tictactoe.mistakes.winner import missed_lines, only_lines
from grader.game.board import EMPTY_BOARD, FREE, LINES, O, X
from grader.game.tree import Position

FULL = 9
Rule = Callable[[Position], bool]


def models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    for code, rule in RULES.items():
        yield answers(code, rule)
    yield answers("terminal_winner_test_turned", lambda one: not _is_won(one) or _is_full(one))
    yield answers("terminal_winner_test_turned", lambda one: not _is_won(one))
    for mark, other in ((X, O), (O, X)):
        yield answers("terminal_only_wins_of", _won_by(mark), mark=other)
    for marks in range(3, FULL):
        yield answers("terminal_marks_counted", _after(marks), marks=marks)
    yield from _empty_lines_count(evidence)
    yield from _looks_at_part(evidence)
    yield from _lines_left_out(evidence)


def type_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of the answers' type; pairs of the game's state and the answer are read."""
    yield answers("terminal_none_for_false", lambda one: True if one.over else None)
    yield tells("terminal_returns_winner", lambda one, token: token == one.winner if one.winner else True)
    yield answers("terminal_zero_and_one", lambda one: "=1" if one.over else "=0")


def _is_full(one: Position) -> bool:
    return FREE not in one.board


def _is_won(one: Position) -> bool:
    return one.winner is not None


def _has_full_row(one: Position) -> bool:
    return any(FREE not in one.board[at : at + 3] for at in (0, 3, 6))


def _has_full_column(one: Position) -> bool:
    return any(FREE not in one.board[at::3] for at in range(3))


def _every_row_marked(one: Position) -> bool:
    return all(one.board[at : at + 3] != FREE * 3 for at in (0, 3, 6))


RULES: dict[str, Rule] = {
    "terminal_always_true": lambda _: True,
    "terminal_always_false": lambda _: False,
    "terminal_turned_round": lambda one: not one.over,
    "terminal_won_missing": _is_full,
    "terminal_full_missing": _is_won,
    "terminal_ties_only": lambda one: one.over and one.winner is None,
    "terminal_and_for_or": lambda one: _is_full(one) and _is_won(one),
    "terminal_any_full_row": lambda one: _is_won(one) or _has_full_row(one),
    "terminal_any_full_column": lambda one: _is_won(one) or _has_full_column(one),
    "terminal_only_a_full_row": _has_full_row,
    "terminal_no_full_row": lambda one: _is_won(one) or not _has_full_row(one),
    "terminal_only_no_full_row": lambda one: not _has_full_row(one),
    "terminal_any_mark": lambda one: any(mark != FREE for mark in one.board),
    "terminal_all_empty": lambda one: _is_won(one) or one.board == EMPTY_BOARD,
    "terminal_any_free_cell": lambda one: _is_won(one) or not _is_full(one),
    "terminal_only_a_free_cell": lambda one: not _is_full(one),
    "terminal_row_with_mark": lambda one: _is_won(one) or _every_row_marked(one),
}


def _won_by(mark: str) -> Rule:
    return lambda one: _is_full(one) or one.winner == mark


def _after(marks: int) -> Rule:
    return lambda one: _is_won(one) or FULL - one.board.count(FREE) >= marks


def _empty_lines_count(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that some lines of three EMPTY cells end the game."""
    open_ones = [pair for pair in zip(evidence.inputs, evidence.tokens, strict=True) if not pair[0].over]
    going_on = [one.board for one, token in open_ones if not token]
    lines = [line for line in LINES if not any(_is_free(line, board) for board in going_on)]
    yield answers(
        "terminal_empty_line_counts", lambda one: one.over or any(_is_free(line, one.board) for line in lines)
    )


def _is_free(line: tuple[int, ...], board: str) -> bool:
    return all(board[cell] == FREE for cell in line)


def _looks_at_part(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that the board counts as full when some of its cells are full."""
    ended = [one.board for one, token in zip(evidence.inputs, evidence.tokens, strict=True) if token and not one.over]
    if not ended:
        return
    part = [cell for cell in range(FULL) if all(board[cell] != FREE for board in ended)]
    if not part or len(part) == FULL:
        return
    whole = [line for line, cells in enumerate(LINES) if {*cells} <= {*part}]
    is_lines = {cell for line in whole for cell in LINES[line]} == {*part}
    kind, numbers = ("lines", whole) if is_lines else ("cells", part)
    code = "terminal_looks_at_lines" if is_lines else "terminal_looks_at_part"
    told = {kind: "".join(map(str, numbers))}
    yield answers(code, lambda one: _is_won(one) or all(one.board[cell] != FREE for cell in part), **told)


def _lines_left_out(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that some full lines do not end the game, though others do."""
    pairs = [pair for pair in zip(evidence.inputs, evidence.tokens, strict=True) if not _is_full(pair[0])]
    missed = missed_lines([one for one, _ in pairs], [one.winner if token else None for one, token in pairs])
    seen = only_lines(missed)
    if missed and 0 < len(missed) < 2 * len(LINES):
        lines, marks = "".join(sorted({str(line) for line, _ in missed})), {mark for _, mark in missed}
        code, mark = "terminal_leaves_out_lines", {}
        if len(marks) == 1:
            code, mark = "terminal_leaves_out_lines_of", {"mark": marks.pop()}
        yield answers(code, lambda one: _is_full(one) or seen(one) is not None, lines=lines, **mark)
