"""How games go on with best play: held against the game table, on every board."""

from __future__ import annotations

from grader.game.best_play import Mistake, best_line, known_position, mistake, quickest, winning_cells, wins_in
from grader.game.board import OPPONENT, play, winner
from grader.game.tree import VALUE_OF_WINNER, table


def test_a_mistake_is_a_move_that_is_not_best() -> None:
    """On every open board, and no other move is one."""
    for position in table().open:
        found = {cell for cell in range(9) if mistake(position.board, cell) is not None}
        assert found == set(position.moves) - set(position.best)
    assert [mistake(board, 0) for board in ("XXXOO....", "OOO......", "", "?" * 9)] == [None] * 4
    assert known_position("XXX......") is None


def test_a_mistake_says_what_it_gives_away() -> None:
    """A win, a draw or both, and how soon the opponent now wins."""
    assert mistake("XX.OO....", 8) == Mistake(side="X", cell=8, best=(2,), missed_win=1, loses_in=1, unblocked=(5,))
    assert mistake("X.......O", 4) == Mistake(side="X", cell=4, best=(2, 6), missed_win=3, loses_in=None, unblocked=())
    assert mistake("X........", 1) == Mistake(side="O", cell=1, best=(4,), missed_win=None, loses_in=3, unblocked=())


def test_the_best_line_ends_as_perfect_play_does_and_as_soon_as_it_was_said() -> None:
    """From every board: all its moves are best, and the winner needs as many as `wins_in` says."""
    for position in table().positions:
        board, first, own = position.board, position.turn, 0
        for cell in best_line(board):
            assert cell in table()[board].best
            own += table()[board].turn == winner_at_the_end(position.value)
            board = play(board, cell)
        assert VALUE_OF_WINNER[winner(board)] == position.value
        sides = {side: wins_in(position.board, side) for side in (first, OPPONENT[first])}
        won_by = winner_at_the_end(position.value)
        assert sides == {side: own if side == won_by and not position.over else None for side in sides}


def winner_at_the_end(value: int) -> str | None:
    """Return who wins a position of this value."""
    return next(side for side, worth in VALUE_OF_WINNER.items() if worth == value)


def test_who_wins_hurries_and_who_loses_delays_and_blocks() -> None:
    """A win at once is taken; in a lost position a threat is blocked, though another one remains."""
    for position in table().open:
        at_once = winning_cells(position.board, position.turn)
        assert not at_once or quickest(position.board) == at_once
    assert best_line("X.XO..XO.")[:2] in {(1, 4), (4, 1)}
