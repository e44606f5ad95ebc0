"""By check: which cases it judges, and which answers pass."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from grader.assignments.ai_game.functions import AiGameOracle
from grader.assignments.exhaustive.board_selectors import (
    best_play_ties,
    can_force_win,
    has_column,
    has_diagonal,
    has_free_cell,
    has_row,
    is_empty_board,
    is_full,
    is_open,
    is_over,
    is_tie,
)
from grader.assignments.exhaustive.check_rule import BOARD_UNCHANGED, CheckRule, has_returned, is_legal_move
from grader.assignments.exhaustive.oracle import Oracle
from grader.model.answer import Answer


def is_list(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the answer is a list."""
    return isinstance(answer.value, list)


def prints_rows(oracle: Oracle, _answer: Answer) -> bool:
    """Tell whether the layout that fits all printed boards has a line for each row."""
    return isinstance(oracle, AiGameOracle) and oracle.layout is not None and oracle.layout.in_rows


CHECK_RULES: Mapping[str, CheckRule] = MappingProxyType(
    {
        "print_board.marks": CheckRule(),
        "print_board.rows": CheckRule(answer_ok=prints_rows),
        "print_board.board_unchanged": BOARD_UNCHANGED,
        "check_winner.rows": CheckRule(boards=has_row),
        "check_winner.columns": CheckRule(boards=has_column),
        "check_winner.diagonals": CheckRule(boards=has_diagonal),
        "check_winner.draw": CheckRule(boards=is_tie),
        "check_winner.open": CheckRule(boards=is_open),
        "check_winner.board_unchanged": BOARD_UNCHANGED,
        "available_moves.right_cells": CheckRule(boards=has_free_cell),
        "available_moves.list_of_pairs": CheckRule(answer_ok=is_list),
        "available_moves.empty_when_full": CheckRule(boards=is_full),
        "available_moves.board_unchanged": BOARD_UNCHANGED,
        "minimax.finished": CheckRule(boards=is_over),
        "minimax.open": CheckRule(boards=is_open),
        "minimax.board_unchanged": BOARD_UNCHANGED,
        "minimax.in_time": CheckRule(boards=is_empty_board, answer_ok=has_returned),
        "best_move.legal_move": CheckRule(case_ok=is_legal_move),
        "best_move.keeps_win": CheckRule(boards=can_force_win),
        "best_move.keeps_draw": CheckRule(boards=best_play_ties),
    }
)
"""All checks but those that are played as games or run the file."""
