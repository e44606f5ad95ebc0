"""The searches of `tests/capabilities/alpha_beta/searches` and what must be said of them."""

from __future__ import annotations

from grader.capabilities.alpha_beta.capability import PruningVerdict as Said

VERDICTS = {
    # Alpha-beta pruning, in the ways in which it is written
    "two_functions": Said.ALPHA_BETA,
    "strict_bounds": Said.ALPHA_BETA,
    "one_function": Said.ALPHA_BETA,
    "nested": Said.ALPHA_BETA,
    "in_a_class": Said.ALPHA_BETA,
    "narrow_window": Said.ALPHA_BETA,
    "negamax": Said.ALPHA_BETA,
    "place_and_undo": Said.ALPHA_BETA,
    "copying": Said.ALPHA_BETA,
    "cut_on_entry": Said.ALPHA_BETA,
    "depth_nine": Said.ALPHA_BETA,
    "opening_book": Said.ALPHA_BETA,
    "iterative_deepening": Said.ALPHA_BETA,
    "principal_variation": Said.NEEDS_NO_BOUND,
    "iterative": Said.NOT_RECURSIVE,
    "stack_of_bitboards": Said.UNSEEN,
    "memo_with_bounds": Said.WITH_MEMO,
    "mirrored_moves": Said.UNCLEAR,
    # No pruning
    "plain": Said.NONE,
    "value_then_move": Said.NONE,
    "dead_parameters": Said.NONE,
    "break_never_fires": Said.NONE,
    "negamax_forgets_minus": Said.NONE,
    "wrong_bound_updated": Said.NONE,
    "ordering_only": Said.NONE,
    "memo_dict": Said.MEMO_ONLY,
    "memo_lru_cache": Said.MEMO_ONLY,
    "depth_limit": Said.DEPTH_LIMITED,
    "first_win": Said.FIRST_WIN_ONLY,
    "win_in_one": Said.FIRST_WIN_ONLY,
    "opening_book_alone": Said.NOT_SEARCHED,
    "random_cells": Said.NOT_SEARCHED,
    # Pruning in part
    "shallow_only": Said.SHALLOW_ONLY,
    "root_only": Said.ROOT_ONLY,
    "only_x_cuts": Said.ONE_SIDED,
    "depth_limit_alpha_beta": Said.DEPTH_LIMITED,
    # Pruning that is not sound
    "swapped": Said.UNSOUND,
    "kept_across_siblings": Said.UNSOUND,
    "equal_moves_collected": Said.UNSOUND,
    "cuts_own_bound": Said.UNSOUND,
}
