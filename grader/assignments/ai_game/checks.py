"""
The table of checks of the console lab: what each is about, the sentence it rests on, and how it is judged.

``pytest --submission FILE --pyargs grader.assignments.ai_game`` runs them on one's own file; `grader check` runs the
same ones. Which answers are right: `functions.py`. Where the sheet contradicts itself or leaves something open:
`docs/decisions.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grader.assignments.ai_game.functions import CASES, MODULE_SPEC, AiGameOracle
from grader.assignments.exhaustive.board_selectors import (
    best_play_ties,
    can_force_win,
    every_board,
    has_column,
    has_diagonal,
    has_free_cell,
    has_row,
    is_full,
    is_open,
    is_over,
    is_tie,
)
from grader.assignments.exhaustive.checks import (
    BoardCheck,
    Check,
    GamesCheck,
    GradingSpec,
    OwnCheck,
    board_unchanged,
    in_time,
    is_legal_move,
    sheets_of,
)
from grader.assignments.exhaustive.oracle import Oracle
from grader.game.board import O
from grader.model.answer import Answer
from grader.model.spec import BuiltInRubric

if TYPE_CHECKING:
    from grader.assignments.ai_game.asking import AiGameAnswers
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

HERE = Path(__file__).resolve()


def _lab4(sentence: str) -> Mapping[str, str]:
    """Return a sentence of "Lab Session #4, Building an AI Agent in Python" as that of its sheet."""
    return {"lab4": sentence}


def is_list(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the answer is a list; whether its items are pairs is judged by another check."""
    return isinstance(answer.value, list)


def prints_rows(oracle: Oracle, _answer: Answer) -> bool:
    """Tell whether the layout that fits all printed boards has a line for each row."""
    return isinstance(oracle, AiGameOracle) and oracle.layout is not None and oracle.layout.in_rows


# The modules of these functions are loaded late: most commands need no sandbox.


def _judge_dialogues(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    from grader.assignments.ai_game.play_outcome import play_outcome

    return play_outcome(answers, check)


def _judge_start(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    from grader.assignments.ai_game.entry_point import starts_outcome

    return starts_outcome(answers.student, answers.script_runs, check.id)


def _judge_import(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
    from grader.assignments.ai_game.entry_point import import_outcome

    return import_outcome(answers.student, answers.script_runs, check.id)


def _ask(student: Student) -> AiGameAnswers:
    from grader.assignments.ai_game.asking import ask

    return ask(student)


CHECKS: tuple[Check, ...] = (
    BoardCheck(
        id="print_board.marks",
        title="shows every mark at its place",
        boards=every_board,
        quotes=_lab4("to show the current state"),
    ),
    BoardCheck(
        id="print_board.rows",
        title="prints each row on its own line",
        conduct=True,
        boards=every_board,
        answer_ok=prints_rows,
        expected="three_lines",
        quotes=_lab4("with rows and columns separated by lines"),
    ),
    board_unchanged("print_board.board_unchanged", _lab4("display the current state")),
    BoardCheck(
        id="check_winner.rows",
        title="detects a full row",
        boards=has_row,
        quotes=_lab4("it checks if all three positions contain the same mark"),
    ),
    BoardCheck(
        id="check_winner.columns",
        title="detects a full column",
        boards=has_column,
        quotes=_lab4("it verifies if all three positions in that column have the same non-empty mark"),
    ),
    BoardCheck(
        id="check_winner.diagonals",
        title="detects a full diagonal",
        boards=has_diagonal,
        quotes=_lab4("If all three cells in a diagonal contain the same non-empty mark"),
    ),
    BoardCheck(
        id="check_winner.draw",
        title="reports a full board as a draw",
        boards=is_tie,
        quotes=_lab4('it returns "Draw"'),
    ),
    BoardCheck(
        id="check_winner.open",
        title="None while the game is open",
        boards=is_open,
        quotes=_lab4("it returns None to indicate the game is not finished"),
    ),
    board_unchanged("check_winner.board_unchanged", _lab4("checks all possible winning lines")),
    BoardCheck(
        id="available_moves.right_cells",
        title="returns exactly the empty cells",
        boards=has_free_cell,
        quotes=_lab4("a list of all empty spots as (row, column) pairs"),
    ),
    BoardCheck(
        id="available_moves.list_of_pairs",
        title="returns a list of pairs",
        conduct=True,
        boards=every_board,
        answer_ok=is_list,
        expected="list_of_pairs",
        quotes=_lab4("returns a list of all empty spots"),
    ),
    BoardCheck(
        id="available_moves.empty_when_full",
        title="an empty list for a full board",
        boards=is_full,
        quotes=_lab4("If the board is full, it returns an empty list."),
    ),
    board_unchanged("available_moves.board_unchanged", _lab4("it checks if the cell contains a blank space")),
    BoardCheck(
        id="minimax.finished",
        title="1, -1 or 0 for a finished game",
        boards=is_over,
        quotes=_lab4("+1 if the AI agent (“O”) wins"),
    ),
    BoardCheck(
        id="minimax.open",
        title="the value of every open board",
        boards=is_open,
        quotes=_lab4("Returns 1 for AI wins, -1 for human wins, and 0 for draws."),
    ),
    board_unchanged(
        "minimax.board_unchanged",
        _lab4('Undo the move by resetting the cell to " "'),
        title="takes back every move it tries",
    ),
    in_time("minimax.in_time", _lab4("simulates every possible move until the end"), expected="value_in_time"),
    BoardCheck(
        id="best_move.legal_move",
        title="always returns a legal move",
        boards=every_board,
        case_ok=is_legal_move,
        expected="pair_of_empty_cell",
        quotes=_lab4("the function returns the (row, column) position of the move"),
    ),
    BoardCheck(
        id="best_move.keeps_win",
        title="never throws away a win",
        boards=can_force_win,
        quotes=_lab4("the optimal move for the AI"),
    ),
    BoardCheck(
        id="best_move.keeps_draw",
        title="never throws away a draw",
        boards=best_play_ties,
        quotes=_lab4("the optimal move for the AI"),
    ),
    GamesCheck(
        id="best_move.never_loses",
        title="never loses as O",
        side=O,
        quotes=_lab4("verify that the AI never loses"),
    ),
    OwnCheck(
        id="play_game.never_loses",
        title="the AI never loses a whole game",
        judge=_judge_dialogues,
        expected="game_not_lost",
        quotes=_lab4("verify that the AI never loses"),
    ),
    OwnCheck(
        id="play_game.turns",
        title="marks land where they should, in turn",
        judge=_judge_dialogues,
        expected="marks_where_put",
        quotes=_lab4("The loop alternates between the human and AI moves"),
    ),
    OwnCheck(
        id="play_game.stops_and_says",
        title="stops when the game is over and says how it ended",
        judge=_judge_dialogues,
        expected="end_and_result",
        quotes=_lab4("handling moves, checking for a winner, and printing the board"),
    ),
    OwnCheck(
        id="play_game.refuses_malformed",
        title="asks again after malformed input",
        judge=_judge_dialogues,
        expected="question_again",
        quotes=_lab4("If the input is invalid (non-numbers or wrong format), show an error and ask again."),
    ),
    OwnCheck(
        id="play_game.refuses_occupied",
        title="asks again after an occupied cell",
        judge=_judge_dialogues,
        expected="question_again",
        quotes=_lab4("If not, display “Invalid move” and ask again."),
    ),
    OwnCheck(
        id="play_game.refuses_off_board",
        title="asks again after a cell off the board",
        judge=_judge_dialogues,
        expected="question_again",
        quotes=_lab4("If not, display “Invalid move” and ask again."),
    ),
    OwnCheck(
        id="play_game.ends_with_input",
        title="ends where there is no more input",
        judge=_judge_dialogues,
        expected="end_of_program",
        quotes=_lab4("The game continues in a loop until there is a winner or a draw."),
    ),
    OwnCheck(
        id="entry_point.starts",
        title="running it starts the game",
        judge=_judge_start,
        quotes=_lab4("ensure that the game runs automatically when the script is executed"),
    ),
    OwnCheck(
        id="entry_point.import_is_quiet",
        title="importing it starts no game",
        judge=_judge_import,
        quotes=_lab4('if __name__ == "__main__":'),
    ),
)

ASSIGNMENT = GradingSpec(
    id="ai_game",
    title="Console lab: a game against an AI that never loses",
    module_spec=MODULE_SPEC,
    checks=CHECKS,
    sheets=sheets_of(CHECKS, {"lab4": {}}),
    rubrics=(BuiltInRubric("lab4", HERE.parent / "rubrics" / "lab4.yaml"),),
    search_takes_turn=True,
    table=HERE,
    right_functions=HERE.with_name("right_functions.py"),
    cases=CASES,
    oracle=AiGameOracle,
    ask=_ask,
    counted_noun={"minimax": "calls"},
    move_functions=frozenset({"best_move"}),
    readers=("print_board", "available_moves", "check_winner"),
)
