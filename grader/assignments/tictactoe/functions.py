"""The seven functions of a `tictactoe.py`: their names, their cases, and which answers are right."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from operator import attrgetter

from grader.assignments.exhaustive.cases import LEGAL, Case, CaseList, CaseTable
from grader.assignments.exhaustive.oracle import Oracle, as_cells, cells_of_board, is_same_value
from grader.assignments.exhaustive.value_text import one_of
from grader.game.board import FREE, with_mark
from grader.game.tree import Position, table
from grader.model.answer import Answer, Call, Unordered, Value, holds_opaque
from grader.model.counterexample import Question, Wanted
from grader.model.reason import Said, reason
from grader.model.spec import CellSpec, FunctionSpec, HandedOut, ModuleSpec
from grader.text.line_names import cell_text

MODULE_SPEC = ModuleSpec(
    module="tictactoe",
    functions=(
        FunctionSpec(name="player", parameters=1),
        FunctionSpec(name="actions", parameters=1),
        FunctionSpec(name="result", parameters=2),
        FunctionSpec(name="winner", parameters=1),
        FunctionSpec(name="terminal", parameters=1),
        FunctionSpec(name="utility", parameters=1),
        FunctionSpec(name="minimax", parameters=1, slow=True),
    ),
    cells=(
        CellSpec(symbol="X", attribute="X", default="X"),
        CellSpec(symbol="O", attribute="O", default="O"),
        CellSpec(symbol=".", attribute="EMPTY", default=None),
    ),
    handed_out=HandedOut(
        names=("math", "initial_state"),
        docstrings=(
            "Returns starting state of the board.",
            "Returns player who has the next turn on a board.",
            "Returns set of all possible actions (i, j) available on the board.",
            "Returns the board that results from making move (i, j) on the board.",
            "Returns the winner of the game, if there is one.",
            "Returns True if game is over, False otherwise.",
            "Returns 1 if X has won the game, -1 if O has won, 0 otherwise.",
            "Returns the optimal action for the current player on the board.",
        ),
    ),
)


OCCUPIED = "occupied"
OUT_OF_RANGE = "out_of_range"
NEGATIVE = "negative"

OFF_BOARD = ((3, 0), (0, 3), (3, 3), (1, 7), (-4, 0), (0, -4), (100, 100))
"""Actions beyond each of the four sides, for which a list of three raises an IndexError."""
BELOW_ZERO = ((-1, 0), (0, -1), (1, -1), (-1, -1), (-1, 2), (-3, -3))
"""Actions that Python's lists accept without an error."""
FEW_MARKS = 1
"""The most marks on boards for which actions off the board are asked; mixed calls try them on other boards."""

ACTIONS = [((row, column),) for row in range(3) for column in range(3)]
"""By cell: the arguments of `result` after the board."""

DECIDING_FIELDS: Mapping[str, Callable[[Position], object]] = {
    "player": attrgetter("turn"),
    "actions": attrgetter("moves"),
    "winner": attrgetter("winner"),
    "terminal": attrgetter("over"),
    "utility": attrgetter("value"),
    "minimax": attrgetter("over", "best"),
}
"""By function: the facts that decide a right answer, if not the kind of the case and the board after a move alone."""


def _build(function: str) -> CaseList:
    if function == "result":
        return _moves_and_refusals()
    boards = {"player": table().open, "actions": table().open, "utility": table().finished}
    return CaseList(function, boards.get(function, table().positions))


CASES = CaseTable(_build, DECIDING_FIELDS)


def result_call(board: str, action: tuple[int, int]) -> Call:
    """Return the call of `result` on `board` (nine characters) with `action`, a row and a column."""
    return Call(function="result", board=board, extra=(action,))


def invalid_action(board: str, action: tuple[int, int]) -> Case | None:
    """Return the case in which `result` must refuse `action` on `board`, or None for a legal move."""
    row, column = action
    if max(action) > 2 or min(action) < -3:  # noqa: PLR2004 - as for `OFF_BOARD`
        kind = OUT_OF_RANGE
    elif min(action) < 0:
        kind = NEGATIVE
    elif board[row * 3 + column] != FREE:
        kind = OCCUPIED
    else:
        return None
    return Case(call=result_call(board, action), position=table()[board], kind=kind)


def _moves_and_refusals() -> CaseList:
    cases = CaseList("result", ())
    for position in table().open:
        for cell in position.moves:
            cases.add(position, ACTIONS[cell], board_after=with_mark(position.board, cell, position.turn))
    for position in table().open:
        for cell, mark in enumerate(position.board):
            if mark != FREE:
                cases.add(position, ACTIONS[cell], OCCUPIED)
    few = [position for position in table().open if 9 - len(position.moves) <= FEW_MARKS]
    for kind, actions in ((OUT_OF_RANGE, OFF_BOARD), (NEGATIVE, BELOW_ZERO)):
        for position, action in itertools.product(few, actions):
            cases.add(position, (action,), kind)
    return cases


class TictactoeOracle(Oracle):
    """Judges the answers of a function of one `tictactoe.py`."""

    cases = CASES

    def is_right_value(self, case: Case, answer: Answer) -> bool:  # noqa: PLR0911 - one return per function
        """Tell whether the returned value of a legal call is right (KeyError for an unknown function)."""
        position, value, cells = case.position, answer.value, self._spelling.values
        match case.call.function:
            case "player":
                return is_same_value(value, cells[position.turn])
            case "actions":
                return self.read_once(answer, as_cells) == position.moves
            case "result":
                return self.read_once(answer, lambda board: cells_of_board(board, self._spelling)) == case.board_after
            case "winner":
                return is_same_value(value, None if position.winner is None else cells[position.winner])
            case "terminal":
                return not self.read_once(answer, holds_opaque) and bool(value) == position.over
            case "utility":
                return isinstance(value, (int, float)) and value == position.value
            case "minimax":
                return value is None if position.over else self.move(answer) in position.best
            case _:
                raise KeyError(case.call.function)

    def expected(self, case: Case) -> Said:
        """Return reasons that word the right answer."""
        position, function = case.position, case.call.function
        if case.kind != LEGAL:
            return (reason("an_exception"),)
        if function == "result":
            return (reason("the_board", board=case.board_after),)
        if function == "minimax" and not position.over:
            return one_of(position.best)
        text = {
            "player": position.turn,
            "actions": "{" + ", ".join(cell_text(cell) for cell in position.moves) + "}",
            "winner": position.winner or "None",
            "terminal": str(position.over),
            "utility": str(position.value),
            "minimax": "None",
        }[function]
        return (reason("value", value=text),)

    def wanted(self, case: Case) -> Wanted:
        """Return what the case asks for, as far as reports draw or explain it."""
        position, function = case.position, case.call.function
        if case.kind != LEGAL:
            return Wanted()
        if function == "minimax":
            return Wanted(question=Question.MOVE, cells=position.best)
        if function == "utility":
            return Wanted(question=Question.GAME_VALUE)
        return Wanted(cells=position.moves if function == "actions" else ())

    def normalized(self, function: str, value: Value) -> object:
        """Read answers of `terminal` as true or false, all others unchanged."""
        return bool(value) if function == "terminal" else value


def is_set_of_tuples(_oracle: Oracle, answer: Answer) -> bool:
    value = answer.value
    return isinstance(value, Unordered) and value.is_set and all(isinstance(cell, tuple) for cell in value.members)


def shares_no_rows(_oracle: Oracle, answer: Answer) -> bool:
    """Tell whether the new board holds no row of the old one."""
    return not answer.shares_rows


def is_bool(_oracle: Oracle, answer: Answer) -> bool:
    return isinstance(answer.value, bool)


def is_tuple(_oracle: Oracle, answer: Answer) -> bool:
    return isinstance(answer.value, tuple)


def has_tuples_for_lists(answer: Answer) -> bool:
    """Tell whether the answer is a tuple, or a list with a tuple for a row."""
    value = answer.value
    return isinstance(value, tuple) or (isinstance(value, list) and tuple in map(type, value))
