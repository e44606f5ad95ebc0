"""
The table of checks of `tictactoe.py`: the subject of each check, its sentences in the sheets, and how it is judged.

``pytest --submission FILE --pyargs grader.assignments.tictactoe`` checks one's own file; `grader check` runs the same
checks. Right answers: `functions.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from grader.assignments.exhaustive.cases import (
    CaseList,
    best_play_ties,
    can_force_win,
    every_board,
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
from grader.assignments.exhaustive.checks import (
    AnswerNote,
    BoardCheck,
    Check,
    GamesCheck,
    GradingSpec,
    board_unchanged,
    in_time,
    is_legal_move,
    sheets_of,
)
from grader.assignments.tictactoe.functions import (
    CASES,
    MODULE_SPEC,
    NEGATIVE,
    OCCUPIED,
    OUT_OF_RANGE,
    TictactoeOracle,
    has_tuples_for_lists,
    is_bool,
    is_set_of_tuples,
    is_tuple,
    shares_no_rows,
)
from grader.game.board import O, X
from grader.model.answer import Pairing
from grader.model.spec import BuiltInRubric
from grader.text.mistake_sentences import STATEFUL

if TYPE_CHECKING:
    from grader.assignments.exhaustive.examination import Examination
    from grader.assignments.exhaustive.judge import Answers
    from grader.model.reason import Said
    from grader.sandbox.student import Student

HERE = Path(__file__).resolve()

UNMODIFIED = "Do not modify the original board!"
INVALID = "If the action is invalid, raise an exception"
CS50_INVALID = "If action is not a valid action for the board, your program should raise an exception."
THREE_IN_A_ROW = "One can win the game with three of their moves in a row horizontally, vertically, or diagonally."
GAME_OVER = (
    "If the game is over, either because someone has won the game or because all cells have been filled without anyone"
    " winning, the function should return True."
)
UNBEATABLE = "you should never be able to beat the AI"
OPTIMAL_AI = "Using Minimax, implement an AI to play Tic-Tac-Toe optimally."


def _quotes(cs3081: str, cs50: str = "", elearning: str = "") -> Mapping[str, str]:
    """Return by sheet the sentence behind a check, if any; the e-learning sheet is made from CS50's."""
    found = {"cs3081": cs3081, "cs50": cs50, "elearning": elearning or cs50}
    return {sheet: sentence for sheet, sentence in found.items() if sentence}


OPTIMAL_MOVE = _quotes(
    "Return the optimal move as a tuple (i, j)",
    cs50="The move returned should be the optimal action (i, j) that is one of the allowable actions on the board.",
)
TUPLES_FOR_LISTS = AnswerNote(
    has_tuples_for_lists, "result returns tuples where the assignment has lists; judged by the cells"
)
NOT_IMPLEMENTED = AnswerNote(
    lambda answer: answer.raised is not None and answer.raised.type == "NotImplementedError",
    "result raises NotImplementedError for an invalid action: any exception will do",
)
OTHER_NUMBERS = AnswerNote(
    lambda answer: isinstance(answer.value, (bool, float)),
    "utility returns a bool or float instead of an int (True, 1.0); equal numbers are accepted",
)

CHECKS: tuple[Check, ...] = (
    BoardCheck(
        id="player.first_move",
        title="let X move first",
        boards=is_empty_board,
        quotes=_quotes(
            "In the initial game state, X gets the first move", cs50="In the initial game state, X gets the first move."
        ),
    ),
    BoardCheck(
        id="player.alternates",
        title="return whose turn it is",
        boards=is_not_empty,
        quotes=_quotes(
            "Players alternate turns after each move",
            cs50="Subsequently, the player alternates with each additional move.",
        ),
    ),
    board_unchanged("player.board_unchanged", _quotes(UNMODIFIED)),
    BoardCheck(
        id="actions.right_cells",
        title="return exactly the empty cells",
        boards=every_board,
        quotes=_quotes(
            "Possible moves are cells that are EMPTY",
            cs50="Possible moves are any cells on the board that do not already have an X or an O in them.",
        ),
    ),
    BoardCheck(
        id="actions.set_of_tuples",
        title="return a set of tuples",
        conduct=True,
        boards=every_board,
        answer_ok=is_set_of_tuples,
        expected="set_of_tuples",
        quotes=_quotes(
            "A set of all possible actions (moves) on the board",
            cs50="return a set of all of the possible actions that can be taken on a given board",
        ),
    ),
    board_unchanged("actions.board_unchanged", _quotes(UNMODIFIED)),
    BoardCheck(
        id="result.new_board",
        title="return the board after the move",
        boards=every_board,
        note=TUPLES_FOR_LISTS,
        quotes=_quotes(
            "The returned board should reflect the move by the current player",
            cs50="letting the player whose turn it is make their move at the cell indicated by the input action",
        ),
    ),
    board_unchanged(
        "result.original_unchanged",
        _quotes(UNMODIFIED, cs50="Importantly, the original board should be left unmodified"),
        title="leave the original board as it was",
    ),
    BoardCheck(
        id="result.no_shared_rows",
        title="return an independent copy",
        conduct=True,
        boards=every_board,
        answer_ok=shares_no_rows,
        refuted_by=Pairing.OVERWRITTEN,
        got="board_shares_row",
        expected="rows_of_its_own",
        quotes=_quotes(
            "You must create a deep copy of the board before making changes.",
            cs50="You'll likely want to make a deep copy of the board first before making any changes.",
        ),
    ),
    BoardCheck(
        id="result.rejects_occupied",
        title="raise an exception for an occupied cell",
        conduct=True,
        boards=every_board,
        kind=OCCUPIED,
        note=NOT_IMPLEMENTED,
        quotes=_quotes(INVALID, cs50=CS50_INVALID),
    ),
    BoardCheck(
        id="result.rejects_out_of_range",
        title="raise an exception for a cell off the board",
        conduct=True,
        boards=every_board,
        kind=OUT_OF_RANGE,
        quotes=_quotes(INVALID, cs50=CS50_INVALID),
    ),
    BoardCheck(
        id="result.rejects_negative",
        title="raise an exception for negative indices",
        conduct=True,
        boards=every_board,
        kind=NEGATIVE,
        quotes=_quotes(INVALID, cs50=CS50_INVALID),
    ),
    BoardCheck(
        id="winner.rows",
        title="detect a full row",
        boards=has_row,
        quotes=_quotes("Return X if X has three in a row (horizontal, vertical, or diagonal)", cs50=THREE_IN_A_ROW),
    ),
    BoardCheck(
        id="winner.columns",
        title="detect a full column",
        boards=has_column,
        quotes=_quotes("Return O if O has three in a row", cs50=THREE_IN_A_ROW),
    ),
    BoardCheck(
        id="winner.diagonals",
        title="detect a full diagonal",
        boards=has_diagonal,
        quotes=_quotes("Correctly identifies winner (rows, cols, diagonals)", cs50=THREE_IN_A_ROW),
    ),
    BoardCheck(
        id="winner.none_otherwise",
        title="return None when nobody has won",
        boards=has_no_winner,
        quotes=_quotes(
            "Return None if there is no winner yet (game in progress or tie)",
            cs50=(
                "If there is no winner of the game (either because the game is in progress, or because it ended in a"
                " tie), the function should return None."
            ),
        ),
    ),
    board_unchanged("winner.board_unchanged", _quotes(UNMODIFIED)),
    BoardCheck(
        id="terminal.won",
        title="tell that a won game is over",
        boards=has_winner,
        quotes=_quotes("Return True if someone has won", cs50=GAME_OVER),
    ),
    BoardCheck(
        id="terminal.full",
        title="tell that a tied game is over",
        boards=is_tie,
        quotes=_quotes("Return True if all cells are filled (tie)", cs50=GAME_OVER),
    ),
    BoardCheck(
        id="terminal.in_progress",
        title="tell that an open game goes on",
        boards=is_open,
        quotes=_quotes(
            "Return False if the game is still in progress",
            cs50="Otherwise, the function should return False if the game is still in progress.",
        ),
    ),
    BoardCheck(
        id="terminal.returns_bool",
        title="return a bool",
        conduct=True,
        boards=every_board,
        answer_ok=is_bool,
        expected="true_or_false",
        quotes=_quotes(
            "True if the game is over, False otherwise",
            cs50="return a boolean value indicating whether the game is over",
        ),
    ),
    board_unchanged("terminal.board_unchanged", _quotes(UNMODIFIED)),
    BoardCheck(
        id="utility.x_wins",
        title="return 1 when X has won",
        boards=x_has_won,
        note=OTHER_NUMBERS,
        quotes=_quotes("Return 1 if X has won", cs50="If X has won the game, the utility is 1."),
    ),
    BoardCheck(
        id="utility.o_wins",
        title="return -1 when O has won",
        boards=o_has_won,
        quotes=_quotes("Return -1 if O has won", cs50="If O has won the game, the utility is -1."),
    ),
    BoardCheck(
        id="utility.tie",
        title="return 0 for a tie",
        boards=is_tie,
        quotes=_quotes("Return 0 if the game is a tie", cs50="If the game has ended in a tie, the utility is 0."),
    ),
    board_unchanged("utility.board_unchanged", _quotes(UNMODIFIED)),
    BoardCheck(
        id="minimax.none_when_over",
        title="return None when the game is over",
        boards=is_over,
        quotes=_quotes(
            "If the board is terminal, return None",
            cs50="If the board is a terminal board, the minimax function should return None.",
        ),
    ),
    BoardCheck(
        id="minimax.legal_move",
        title="always return a legal move",
        boards=is_open,
        answer_ok=is_tuple,
        case_ok=is_legal_move,
        expected="tuple_of_empty_cell",
        quotes=OPTIMAL_MOVE,
    ),
    BoardCheck(
        id="minimax.keeps_win",
        title="never throw away a win",
        boards=can_force_win,
        quotes=OPTIMAL_MOVE,
    ),
    BoardCheck(
        id="minimax.keeps_draw",
        title="never throw away a draw",
        boards=best_play_ties,
        quotes=OPTIMAL_MOVE,
    ),
    GamesCheck(
        id="minimax.never_loses_as_x",
        title="never lose as X",
        side=X,
        quotes=_quotes(UNBEATABLE, cs50=UNBEATABLE, elearning=OPTIMAL_AI),
    ),
    GamesCheck(
        id="minimax.never_loses_as_o",
        title="never lose as O",
        side=O,
        quotes=_quotes(UNBEATABLE, cs50=UNBEATABLE, elearning=OPTIMAL_AI),
    ),
    board_unchanged("minimax.board_unchanged", _quotes(UNMODIFIED)),
    in_time("minimax.in_time", _quotes("Return the optimal move as a tuple (i, j)"), expected="move_in_time"),
)

OF_FILES = {
    "files.complete": "Submit a GitHub repository link containing",
    "files.readme": "Explanation of your approach",
    "files.readme_says": "Your README file should include",
    "files.unchanged": "Original file (unmodified)",
    "files.standard_library": "You may use the Python standard library, but no external AI libraries.",
    "files.repository_link": "Submit a GitHub repository link",
}
"""By check: the first sheet's sentences about the handed-in files."""


def _ask(student: Student) -> Answers:
    # A late import: most commands read the table and ask nothing, so they need no sandbox.
    from grader.assignments.tictactoe.asking import ask

    return ask(student)


def _recognize(examinations: Mapping[str, Examination], function: str, right: Collection[str]) -> Mapping[str, Said]:
    """Return by check the known mistake of `function`, as in `GradingSpec`."""
    # A late import: only wrong functions need the module.
    from grader.assignments.tictactoe.mistakes.recognition import AskedFunction, recognize

    own = examinations[function]

    def asked(name: str) -> AskedFunction | None:
        if name in right:
            return AskedFunction(cases=CaseList(name, ()), answers=(), is_right=(), spelling=own.spelling, checks=())
        one = examinations.get(name)
        if one is None or not one.answers:
            return None
        return AskedFunction(
            cases=one.cases,
            answers=one.answers,
            is_right=one.is_right,
            spelling=one.spelling,
            checks=ASSIGNMENT.board_checks(name),
        )

    return recognize(function, asked)


def _default_rubric() -> Path:
    """Return the `rubric.yaml` of the repository's root; in a wheel it lies inside the package."""
    package = HERE.parents[2]
    packaged = package / "rubric.yaml"
    return packaged if packaged.exists() else package.parent / "rubric.yaml"


ASSIGNMENT = GradingSpec(
    id="tictactoe",
    title="Tic-Tac-Toe: seven functions and an AI that never loses",
    module_spec=MODULE_SPEC,
    checks=CHECKS,
    sheets=sheets_of(CHECKS, {"cs3081": OF_FILES, "cs50": {}, "elearning": {}}),
    rubrics=(
        BuiltInRubric("cs3081", _default_rubric()),
        BuiltInRubric("cs50", HERE.parent / "rubrics" / "cs50.yaml"),
        BuiltInRubric("elearning", HERE.parent / "rubrics" / "elearning.yaml"),
    ),
    table=HERE,
    right_functions=HERE.with_name("right_functions.py"),
    cases=CASES,
    oracle=TictactoeOracle,
    ask=_ask,
    recognize=_recognize,
    stateful_mistakes=STATEFUL,
    counted_noun={"result": "moves"},
    several_answers_per_board=frozenset({"result"}),
    move_functions=frozenset({"minimax"}),
    readers=("result", "actions", "player", "winner", "terminal", "utility"),
)
