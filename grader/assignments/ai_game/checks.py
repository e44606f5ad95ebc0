"""
The table of checks of the console lab: the subject of each check, its sentence in the sheet, and how it is judged.

``pytest --submission FILE --pyargs grader.assignments.ai_game`` runs the checks on one's own file; `grader check` runs
the same ones. Right answers: `functions.py`. Contradictions and gaps of the sheet: `docs/decisions.md`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grader.assignments.ai_game.functions import CASES, MODULE_SPEC, AiGameOracle
from grader.assignments.exhaustive.cases import (
    BoardSelector,
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
    """Return a sentence of the sheet "Lab Session #4, Building an AI Agent in Python", by sheet."""
    return {"lab4": sentence}


def is_list(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the answer is a list; another check judges whether its items are pairs."""
    return isinstance(answer.value, list)


def prints_rows(oracle: Oracle, _answer: Answer) -> bool:
    """Tell whether the layout that fits all printed boards has a line for each row."""
    return isinstance(oracle, AiGameOracle) and oracle.layout is not None and oracle.layout.in_rows


def _board(check: str, title: str, boards: BoardSelector, quote: str) -> BoardCheck:
    """Return the row of a check that the answers on `boards` are right."""
    return BoardCheck(id=check, title=title, boards=boards, quotes=_lab4(quote))


# The imports below are late: most commands read the table and ask nothing, so they need no sandbox.


def _ask(student: Student) -> AiGameAnswers:
    from grader.assignments.ai_game.asking import ask

    return ask(student)


def _judged_by(function: str) -> Callable[[AiGameAnswers, OwnCheck], CheckOutcome]:
    """Return a judge that calls `function` of `outcomes`."""

    def judge(answers: AiGameAnswers, check: OwnCheck) -> CheckOutcome:
        found: CheckOutcome = pkgutil.resolve_name(f"grader.assignments.ai_game.outcomes:{function}")(answers, check)
        return found

    return judge


def _game(check: str, title: str, expected: str, quote: str) -> OwnCheck:
    """Return the row of a check of the games on the keyboard."""
    return OwnCheck(id=check, title=title, judge=_judged_by("play_outcome"), expected=expected, quotes=_lab4(quote))


CHECKS: tuple[Check, ...] = (
    _board("print_board.marks", "show every mark at its place", every_board, "to show the current state"),
    BoardCheck(
        id="print_board.rows",
        title="print each row on its own line",
        conduct=True,
        boards=every_board,
        answer_ok=prints_rows,
        expected="three_lines",
        quotes=_lab4("with rows and columns separated by lines"),
    ),
    board_unchanged("print_board.board_unchanged", _lab4("display the current state")),
    _board("check_winner.rows", "detect a full row", has_row, "it checks if all three positions contain the same mark"),
    _board(
        "check_winner.columns",
        "detect a full column",
        has_column,
        "it verifies if all three positions in that column have the same non-empty mark",
    ),
    _board(
        "check_winner.diagonals",
        "detect a full diagonal",
        has_diagonal,
        "If all three cells in a diagonal contain the same non-empty mark",
    ),
    _board("check_winner.draw", "report a full board as a draw", is_tie, 'it returns "Draw"'),
    _board(
        "check_winner.open",
        "return None while the game is open",
        is_open,
        "it returns None to indicate the game is not finished",
    ),
    board_unchanged("check_winner.board_unchanged", _lab4("checks all possible winning lines")),
    _board(
        "available_moves.right_cells",
        "return exactly the empty cells",
        has_free_cell,
        "a list of all empty spots as (row, column) pairs",
    ),
    BoardCheck(
        id="available_moves.list_of_pairs",
        title="return a list of pairs",
        conduct=True,
        boards=every_board,
        answer_ok=is_list,
        expected="list_of_pairs",
        quotes=_lab4("returns a list of all empty spots"),
    ),
    _board(
        "available_moves.empty_when_full",
        "return an empty list for a full board",
        is_full,
        "If the board is full, it returns an empty list.",
    ),
    board_unchanged("available_moves.board_unchanged", _lab4("it checks if the cell contains a blank space")),
    _board("minimax.finished", "return 1, -1 or 0 for a finished game", is_over, "+1 if the AI agent (“O”) wins"),
    _board(
        "minimax.open",
        "return the value of every open board",
        is_open,
        "Returns 1 for AI wins, -1 for human wins, and 0 for draws.",
    ),
    board_unchanged(
        "minimax.board_unchanged",
        _lab4('Undo the move by resetting the cell to " "'),
        title="take back every move it tries",
    ),
    in_time("minimax.in_time", _lab4("simulates every possible move until the end"), expected="value_in_time"),
    BoardCheck(
        id="best_move.legal_move",
        title="always return a legal move",
        boards=every_board,
        case_ok=is_legal_move,
        expected="pair_of_empty_cell",
        quotes=_lab4("the function returns the (row, column) position of the move"),
    ),
    _board("best_move.keeps_win", "never throw away a win", can_force_win, "the optimal move for the AI"),
    _board("best_move.keeps_draw", "never throw away a draw", best_play_ties, "the optimal move for the AI"),
    GamesCheck(
        id="best_move.never_loses", title="never lose as O", side=O, quotes=_lab4("verify that the AI never loses")
    ),
    _game("play_game.never_loses", "never lose a whole game", "game_not_lost", "verify that the AI never loses"),
    _game(
        "play_game.turns",
        "put marks where they belong, in turn",
        "marks_where_put",
        "The loop alternates between the human and AI moves",
    ),
    _game(
        "play_game.stops_and_says",
        "stop when the game is over and say how it ended",
        "end_and_result",
        "handling moves, checking for a winner, and printing the board",
    ),
    _game(
        "play_game.refuses_malformed",
        "ask again after malformed input",
        "question_again",
        "If the input is invalid (non-numbers or wrong format), show an error and ask again.",
    ),
    _game(
        "play_game.refuses_occupied",
        "ask again after an occupied cell",
        "question_again",
        "If not, display “Invalid move” and ask again.",
    ),
    _game(
        "play_game.refuses_off_board",
        "ask again after a cell off the board",
        "question_again",
        "If not, display “Invalid move” and ask again.",
    ),
    _game(
        "play_game.ends_with_input",
        "end where there is no more input",
        "end_of_program",
        "The game continues in a loop until there is a winner or a draw.",
    ),
    OwnCheck(
        id="entry_point.starts",
        title="start the game when the file is run",
        judge=_judged_by("starts_outcome"),
        quotes=_lab4("ensure that the game runs automatically when the script is executed"),
    ),
    OwnCheck(
        id="entry_point.import_is_quiet",
        title="start no game when the file is imported",
        judge=_judged_by("import_outcome"),
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
