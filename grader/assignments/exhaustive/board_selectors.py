"""The kinds of boards that checks select; a board with full lines of two kinds belongs to both."""

from __future__ import annotations

from grader.game.board import EMPTY_BOARD, FREE, O, X, lines_of
from grader.game.tree import Position


def every_board(_position: Position) -> bool:
    """Select every board."""
    return True


def has_row(position: Position) -> bool:
    """Select the boards with a full row."""
    return position.winner is not None and "row" in lines_of(position.board)


def has_column(position: Position) -> bool:
    """Select the boards with a full column."""
    return position.winner is not None and "column" in lines_of(position.board)


def has_diagonal(position: Position) -> bool:
    """Select the boards with a full diagonal."""
    return position.winner is not None and "diagonal" in lines_of(position.board)


def has_winner(position: Position) -> bool:
    """Select the games that somebody has won."""
    return position.winner is not None


def x_has_won(position: Position) -> bool:
    """Select the games that X has won."""
    return position.winner == X


def o_has_won(position: Position) -> bool:
    """Select the games that O has won."""
    return position.winner == O


def has_no_winner(position: Position) -> bool:
    """Select open boards and ties."""
    return position.winner is None


def is_over(position: Position) -> bool:
    """Select the finished boards."""
    return position.over


def is_open(position: Position) -> bool:
    """Select the boards where somebody is to move."""
    return not position.over


def is_tie(position: Position) -> bool:
    """Select the full boards that nobody has won."""
    return position.over and position.winner is None


def is_full(position: Position) -> bool:
    """Select the boards without a free cell."""
    return FREE not in position.board


def has_free_cell(position: Position) -> bool:
    """Select the boards with a free cell, won or not."""
    return FREE in position.board


def can_force_win(position: Position) -> bool:
    """Select the open boards where the player to move can force a win."""
    return not position.over and position.value == (1 if position.turn == X else -1)


def best_play_ties(position: Position) -> bool:
    """Select the open boards where best play leads to a tie."""
    return not position.over and position.value == 0


def is_empty_board(position: Position) -> bool:
    """Select the empty board."""
    return position.board == EMPTY_BOARD


def is_not_empty(position: Position) -> bool:
    """Select the boards with a mark."""
    return position.board != EMPTY_BOARD
