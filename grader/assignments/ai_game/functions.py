"""The functions of the console lab: their names, their cases, and which answers are right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from grader.assignments.ai_game.screen import PrintLayout, as_shown, layout_of
from grader.assignments.exhaustive.cases import Case, CaseList, CaseTable
from grader.assignments.exhaustive.oracle import CellSpelling, Oracle, as_cells
from grader.assignments.exhaustive.value_text import one_of
from grader.game.board import O, empty_cells
from grader.game.tree import Position, table
from grader.model.answer import Answer
from grader.model.counterexample import Question, Wanted
from grader.model.reason import Said, reason
from grader.model.spec import CellSpec, FunctionSpec, HandedOut, ModuleSpec
from grader.model.verdict import ChildEnd
from grader.text.line_names import cell_text

MODULE_SPEC = ModuleSpec(
    module="AI_game",
    functions=(
        FunctionSpec(name="print_board", parameters=1, prints=True),
        FunctionSpec(name="check_winner", parameters=1),
        FunctionSpec(name="available_moves", parameters=1),
        FunctionSpec(name="minimax", parameters=3, slow=True),
        FunctionSpec(name="best_move", parameters=1, slow=True),
        FunctionSpec(name="play_game", parameters=0, is_dialogue=True),
    ),
    cells=(
        CellSpec(symbol="X", attribute=None, default="X"),
        CellSpec(symbol="O", attribute=None, default="O"),
        CellSpec(symbol=".", attribute=None, default=" "),
    ),
    notebooks=True,
    any_name=True,
    statements=True,
    board_printer="print_board",
    handed_out=HandedOut(names=("math",)),
)


DECIDING_FIELDS: Mapping[str, Callable[[Position], object]] = {
    "print_board": attrgetter("board"),
    "check_winner": attrgetter("over", "winner"),
    "available_moves": attrgetter("board"),
    "minimax": attrgetter("value"),
    "best_move": attrgetter("best"),
}


def _build(function: str) -> CaseList:
    if function == "minimax":
        return _with_flags()
    if function == "best_move":
        return CaseList(function, [position for position in table().open if position.turn == O])
    return CaseList(function, table().positions)


def _with_flags() -> CaseList:
    """Return the cases of ``minimax``: depth 0, O maximizing on its turn; a finished board also with the other flag."""
    cases = CaseList("minimax", ())
    for position in table().positions:
        cases.add(position, (0, position.turn == O))
    for position in table().finished:
        cases.add(position, (0, position.turn != O))
    return cases


CASES = CaseTable(_build, DECIDING_FIELDS)


DRAW = "Draw"


class AiGameOracle(Oracle):
    """Judges the answers of a function of one `AI_game.py`."""

    cases = CASES

    def __init__(self, spelling: CellSpelling) -> None:
        super().__init__(spelling)
        self.layout: PrintLayout | None = None
        """Where `print_board` prints each cell: set by `judge_all`; None if no place fits all boards."""

    def judge_all(self, function: str, answers: Sequence[Answer]) -> list[bool]:
        """Judge all answers; for `print_board`, first find the place of each cell from all boards together."""
        if function == "print_board" and self.layout is None:
            boards = self.cases.of(function).calls.boards
            pairs = zip(boards, answers, strict=True)
            asked = {
                board: answer.value
                for board, answer in pairs
                if answer.end is not ChildEnd.NOT_ASKED and answer.refused is None
            }
            self.layout = layout_of(
                {board: as_shown(text) if type(text) is str else "" for board, text in asked.items()}
            )
        return super().judge_all(function, answers)

    def is_right_value(self, case: Case, answer: Answer) -> bool:
        """Tell whether the returned value is right (KeyError for an unknown function)."""
        position, value = case.position, answer.value
        match case.call.function:
            case "print_board":
                shown = as_shown(value) if type(value) is str else None
                return shown is not None and self.layout is not None and self.layout.shows(position.board, shown)
            case "check_winner":
                return value == (position.winner or DRAW) if position.over else value is None
            case "available_moves":
                return self.read_once(answer, as_cells) == empty_cells(position.board)
            case "minimax":  # the sheet counts from O's side, the game table from X's
                return isinstance(value, (int, float)) and value == -position.value
            case "best_move":
                return self.move(answer) in position.best
            case _:
                raise KeyError(case.call.function)

    def expected(self, case: Case) -> Said:
        position, function = case.position, case.call.function
        if function == "print_board":
            return (reason("every_mark"),)
        if function == "best_move":
            return one_of(position.best)
        text = {
            "check_winner": (position.winner or f'"{DRAW}"') if position.over else "None",
            "available_moves": f"[{', '.join(map(cell_text, empty_cells(position.board)))}]",
            "minimax": str(-position.value),
        }[function]
        return (reason("value", value=text),)

    def wanted(self, case: Case) -> Wanted:
        """Return what the case asks for, as far as reports draw or explain it."""
        position, function = case.position, case.call.function
        if function == "best_move":
            return Wanted(question=Question.MOVE, cells=position.best)
        if function == "minimax":
            return Wanted(question=Question.GAME_VALUE)
        return Wanted(cells=empty_cells(position.board) if function == "available_moves" else ())
