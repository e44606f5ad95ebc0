"""By check: which cases it judges, and which answers pass."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from grader.assignments.exhaustive.board_selectors import (
    best_play_ties,
    can_force_win,
    has_column,
    has_diagonal,
    has_no_winner,
    has_row,
    has_winner,
    is_empty_board,
    is_not_empty,
    is_open,
    is_over,
    is_tie,
    o_has_won,
    x_has_won,
)
from grader.assignments.exhaustive.check_rule import BOARD_UNCHANGED, CheckRule, has_returned, is_legal_move
from grader.assignments.exhaustive.oracle import Oracle
from grader.assignments.tictactoe.functions import NEGATIVE, OCCUPIED, OUT_OF_RANGE
from grader.model.answer import Answer, Unordered
from grader.model.call_batch import Pairing


def is_set_of_tuples(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the answer is a set, and each of its items a tuple."""
    value = answer.value
    return isinstance(value, Unordered) and value.is_set and all(isinstance(cell, tuple) for cell in value.members)


def shares_no_rows(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the new board holds no row of the old one."""
    return not answer.shares_rows


def is_bool(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the answer is True or False."""
    return isinstance(answer.value, bool)


def is_tuple(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the answer is a tuple."""
    return isinstance(answer.value, tuple)


CHECK_RULES: Mapping[str, CheckRule] = MappingProxyType(
    {
        "player.first_move": CheckRule(boards=is_empty_board),
        "player.alternates": CheckRule(boards=is_not_empty),
        "player.board_unchanged": BOARD_UNCHANGED,
        "actions.right_cells": CheckRule(),
        "actions.set_of_tuples": CheckRule(answer_ok=is_set_of_tuples),
        "actions.board_unchanged": BOARD_UNCHANGED,
        "result.new_board": CheckRule(),
        "result.original_unchanged": BOARD_UNCHANGED,
        "result.no_shared_rows": CheckRule(answer_ok=shares_no_rows, shown_by=Pairing.OVERWRITTEN),
        "result.rejects_occupied": CheckRule(kind=OCCUPIED),
        "result.rejects_out_of_range": CheckRule(kind=OUT_OF_RANGE),
        "result.rejects_negative": CheckRule(kind=NEGATIVE),
        "winner.rows": CheckRule(boards=has_row),
        "winner.columns": CheckRule(boards=has_column),
        "winner.diagonals": CheckRule(boards=has_diagonal),
        "winner.none_otherwise": CheckRule(boards=has_no_winner),
        "winner.board_unchanged": BOARD_UNCHANGED,
        "terminal.won": CheckRule(boards=has_winner),
        "terminal.full": CheckRule(boards=is_tie),
        "terminal.in_progress": CheckRule(boards=is_open),
        "terminal.returns_bool": CheckRule(answer_ok=is_bool),
        "terminal.board_unchanged": BOARD_UNCHANGED,
        "utility.x_wins": CheckRule(boards=x_has_won),
        "utility.o_wins": CheckRule(boards=o_has_won),
        "utility.tie": CheckRule(boards=is_tie),
        "utility.board_unchanged": BOARD_UNCHANGED,
        "minimax.none_when_over": CheckRule(boards=is_over),
        "minimax.legal_move": CheckRule(boards=is_open, answer_ok=is_tuple, case_ok=is_legal_move),
        "minimax.keeps_win": CheckRule(boards=can_force_win),
        "minimax.keeps_draw": CheckRule(boards=best_play_ties),
        "minimax.board_unchanged": BOARD_UNCHANGED,
        "minimax.in_time": CheckRule(boards=is_empty_board, answer_ok=has_returned),
    }
)
"""All checks but those that are played as games."""
