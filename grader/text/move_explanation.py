"""Explains a wrong move or a wrong value of a board: by a sentence, and by moves that prove the sentence."""

from __future__ import annotations

from dataclasses import dataclass

from grader.game.best_play import Mistake, best_line, known_position, mistake, quickest, wins_in
from grader.game.board import FREE, OPPONENT, O, X, with_mark
from grader.model.counterexample import AnswerKind, Counterexample, Question
from grader.text.line_names import cell_text
from grader.text.number_text import join_words, shortened_list
from grader.text.reasons import said

MOST_CELLS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveExplanation:
    """The explanation of a wrong move or a wrong value of a board."""

    turn: str
    """The side to move, `X` or `O`; empty if the game is over."""
    sentence: str
    played: int | None = None
    """The student's move, a cell 0 to 8; None for a value."""
    better: tuple[int, ...] = ()
    title: str = ""
    """The title of `moves`: ``How O wins after it``; empty without moves."""
    start: str = ""
    """The board before `moves`."""
    moves: tuple[int, ...] = ()
    """Cells 0 to 8 in the order played, up to the end of a game."""


def move_explanation(example: Counterexample) -> MoveExplanation | None:
    """Return the explanation of a wrong move or value in `example`; None for anything else."""
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
    # A check of something else, such as the type of a move, does not judge the move.
    return _mistake_explanation(example, found) if found and example.wanted.cells else None


def cells_explanation(example: Counterexample) -> str:
    """Return which cells an answer of several cells has too many, and which are missing; "" for any other answer."""
    answered, wanted = example.answered.cells, example.wanted.cells
    if example.wanted.question is not Question.OTHER or not answered or not wanted:
        return ""
    extra, missing = sorted({*answered} - {*wanted}), sorted({*wanted} - {*answered})
    pairs = ((extra, "too many"), (missing, "missing"))
    return "; ".join(f"{shortened_list([*map(cell_text, cells)], MOST_CELLS)} {what}" for cells, what in pairs if cells)


def side_to_move(example: Counterexample) -> str | None:
    """Return the side to move, `X` or `O`, if the function was asked for a move on an open board."""
    position = known_position(example.board)
    is_open = position is not None and not position.over
    asked = example.wanted.question is Question.MOVE and example.after is None
    return position.turn if position and is_open and asked else None


def played_cell(example: Counterexample) -> int | None:
    """Return the student's move, a cell 0 to 8; None without a move."""
    return example.played if example.played in range(9) else None  # somebody may have edited the result file


def cells_text(cells: tuple[int, ...]) -> str:
    """Return cells 0 to 8 as alternatives: ``(0, 0), (0, 2) or (2, 1)``."""
    return join_words([*map(cell_text, cells)], "or")


def _mistake_explanation(example: Counterexample, found: Mistake) -> MoveExplanation:
    side, opponent = found.side, OPPONENT[found.side]
    after = with_mark(example.board, found.cell, side)
    start, title = (
        (after, f"How {opponent} wins after your move")
        if found.loses_in is not None
        else (example.board, f"How {side} wins instead")
    )
    shown = not example.moves  # a lost game shows the better move itself
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
    if example.answered.kind is AnswerKind.PAIR:
        return f"{said(example.got)} is off the board: rows and columns are numbered 0 to 2."
    if example.answered.kind is not AnswerKind.NOTHING:
        return ""
    lost = ", though every move loses against best play" if wins_in(example.board, OPPONENT[turn]) else ""
    return f"The game is not over: {turn} must move{lost}."


def _moved_after_end(example: Counterexample) -> MoveExplanation | None:
    position = known_position(example.board)
    if position is None or not position.over or example.after is not None:
        return None
    end = f"{position.winner} has won" if position.winner else "the board is full"
    return MoveExplanation(turn="", sentence=f"The game is over: {end}.")


def _value_explanation(example: Counterexample) -> MoveExplanation | None:
    """Explain a number as the value of an open board; None for anything else."""
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
    """Return the number of moves to a win, and those of `cells` that begin the win."""
    soon = "win at once" if moves == 1 else f"win with {moves} more moves{',' if cells else ''}"
    first = " at " if moves == 1 else " starting at "
    return f"{soon}{first}{cells_text(cells)}" if cells else soon
