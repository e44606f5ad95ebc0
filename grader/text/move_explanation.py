"""Why a move, or the value of a board, is wrong: in a sentence, and as the moves that show it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.game.best_play import Mistake, best_line, known_position, mistake, quickest, wins_in
from grader.game.board import FREE, OPPONENT, O, X, with_mark
from grader.model.counterexample import AnswerKind, Counterexample, Question
from grader.text.line_names import cell_text
from grader.text.reasons import said


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveExplanation:
    """What explains a wrong move or a wrong value of a board."""

    turn: str
    """Whose turn it is on the board, `X` or `O`; empty if the game is over."""
    sentence: str
    played: int | None = None
    """The cell 0 to 8 that the student's function chose; None if it was asked for a value."""
    better: tuple[int, ...] = ()
    """The moves that give nothing away."""
    title: str = ""
    """What the moves that follow show: ``How O wins after it``; empty if none follow."""
    start: str = ""
    """The board on which `moves` begin."""
    moves: tuple[int, ...] = ()
    """Cells 0 to 8 in the order played, up to the end of a game."""


def move_explanation(example: Counterexample) -> MoveExplanation | None:
    """Return what explains the wrong answer of `example`; None if it is about no move and no value of a board."""
    turn, cell = side_to_move(example), played_cell(example)
    if turn is None:
        return _value_explanation(example) if cell is None else _moved_after_end(example)
    if cell is None:
        sentence = _no_move(example, turn)
        return MoveExplanation(turn=turn, sentence=sentence) if sentence else None
    if example.board[cell] != FREE:
        taken = f"{cell_text(cell).capitalize()} is taken: {example.board[cell]} is there."
        return MoveExplanation(turn=turn, sentence=taken, played=cell)
    found = mistake(example.board, cell)
    # A check of something else, such as the type of a move, says nothing about how good the move is.
    return _mistake_explanation(example, found) if found and example.wanted.cells else None


def side_to_move(example: Counterexample) -> str | None:
    """Return whose turn it is, `X` or `O`, if the function is asked for a move on an open board."""
    position = known_position(example.board)
    is_open = position is not None and not position.over
    asked = example.wanted.question is Question.MOVE and example.after is None
    return position.turn if position and is_open and asked else None


def played_cell(example: Counterexample) -> int | None:
    """Return the cell 0 to 8 that the function chose as its move; None if it chose none."""
    return example.played if example.played in range(9) else None  # the result may come from an edited file


def cells_text(cells: tuple[int, ...]) -> str:
    """Write cells 0 to 8 of which any one will do: ``(0, 0), (0, 2) or (2, 1)``."""
    *most, last = map(cell_text, cells)
    return f"{', '.join(most)} or {last}" if most else last


def _mistake_explanation(example: Counterexample, found: Mistake) -> MoveExplanation:
    side, opponent = found.side, OPPONENT[found.side]
    after = with_mark(example.board, found.cell, side)
    start, title = (
        (after, f"How {opponent} wins after your move")
        if found.loses_in is not None
        else (example.board, f"How {side} wins instead")
    )
    shown = not example.moves  # a lost game shows it itself
    return MoveExplanation(
        turn=side,
        sentence=f"{_possible(example.board, found)}; {_given_away(found, after)}.",
        played=found.cell,
        better=found.best,
        title=title if shown else "",
        start=start if shown else "",
        moves=best_line(start) if shown else (),
    )


def _possible(board: str, found: Mistake) -> str:
    """Return what the right move would have been for."""
    if found.missed_win is not None:
        return f"{found.side} can {_win_text(found.missed_win, quickest(board))}"
    if found.unblocked:
        return f"{OPPONENT[found.side]} threatens to win at {cells_text(found.unblocked)}"
    return f"{found.side} keeps the draw at {cells_text(found.best)}"


def _given_away(found: Mistake, after: str) -> str:
    opponent, move = OPPONENT[found.side], f"your move {cell_text(found.cell)}"
    if found.loses_in is None:
        return f"{move} lets {opponent} draw"
    if found.unblocked and found.missed_win is None:
        return f"{move} does not stop that"
    return f"{move} lets {opponent} {_win_text(found.loses_in, quickest(after) if found.loses_in == 1 else ())}"


def _no_move(example: Counterexample, turn: str) -> str:
    """Return what is wrong with an answer that names no cell; empty if there is nothing to add to the answer."""
    if example.answered.kind is AnswerKind.PAIR:
        return f"{said(example.got)} is off the board: rows and columns are numbered 0 to 2."
    if example.answered.kind is not AnswerKind.NOTHING:
        return ""
    lost = ", though every move loses against best play" if wins_in(example.board, OPPONENT[turn]) else ""
    return f"The game is not over: {turn} must move{lost}."


def _moved_after_end(example: Counterexample) -> MoveExplanation | None:
    """Explain a move on a finished board."""
    position = known_position(example.board)
    if position is None or not position.over or example.after is not None:
        return None
    end = f"{position.winner} has won" if position.winner else "the board is full"
    return MoveExplanation(turn="", sentence=f"The game is over: {end}.")


def _value_explanation(example: Counterexample) -> MoveExplanation | None:
    """Explain the value of an open board, if that is what the function was asked for and a number came back."""
    position = known_position(example.board)
    is_value = example.wanted.question is Question.GAME_VALUE and example.answered.kind is AnswerKind.NUMBER
    if position is None or position.over or not is_value:
        return None
    side = next((side for side in (X, O) if wins_in(example.board, side) is not None), None)
    if side is not None:
        wins = f"wins whatever {position.turn} does"
        if side == position.turn:
            wins = f"can {_win_text(wins_in(example.board, side) or 0, quickest(example.board))}"
        return MoveExplanation(
            turn=position.turn,
            sentence=f"{side} {wins}, so the value is {said(example.expected)}.",
            title=f"How {side} wins",
            start=example.board,
            moves=best_line(example.board),
        )
    sentence = f"Neither side can force a win, so the value is {said(example.expected)}."
    return MoveExplanation(turn=position.turn, sentence=sentence)


def _win_text(moves: int, cells: tuple[int, ...]) -> str:
    """Return that a win takes so many moves, and at which of `cells` it begins if there are any."""
    soon = "win at once" if moves == 1 else f"win with {moves} more moves{',' if cells else ''}"
    first = " at " if moves == 1 else " starting at "
    return f"{soon}{first}{cells_text(cells)}" if cells else soon
