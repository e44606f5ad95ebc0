"""The student's AI as an opponent: it is asked for one move after the other, behind the wall, as in a real game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.cases import Case
from grader.assignments.exhaustive.checks import BOARD_AS_IT_WAS, BOARD_CHANGED, GradingSpec, is_legal_move
from grader.assignments.exhaustive.oracle import CellSpelling, cells_of_board
from grader.assignments.exhaustive.value_text import call_text, outcome_said
from grader.game.board import O, X
from grader.game.tree import table
from grader.model.answer import Answer, Call
from grader.model.counterexample import Counterexample
from grader.model.reason import reason
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.python_text import missing_function
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Game, Student
from grader.text.reasons import said


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came of asking for a move."""

    cell: int | None
    """The cell 0 to 8 that is played; None if no legal move came."""
    taken: int | None = None
    """The cell 0 to 8 that it named although it is taken."""
    wrong: tuple[Counterexample, ...] = ()
    """Why the answer is wrong. A board that the call changed, or a list instead of a tuple, is still a move."""


def move_function(spec: GradingSpec) -> str:
    (name,) = spec.move_functions
    return name


def sides(spec: GradingSpec) -> str:
    """Return the sides that the AI plays: those that it is asked about when it is graded."""
    positions = spec.cases.of(move_function(spec)).positions
    turns = {position.turn for position in positions if not position.over}
    return "".join(side for side in (X, O) if side in turns)


class Opponent:
    """One game's AI, freshly imported. After a call that ended its process the next call begins in a new one."""

    def __init__(self, submission: Submission, rubric: Rubric, launcher: Launcher) -> None:
        """Prepare `submission` to play under the limits of `rubric`; no process is started yet."""
        self._spec = ASSIGNMENTS[rubric.assignment]
        self._function = move_function(self._spec)
        # Nothing is memoized: a search takes the time that it takes when the student plays against it.
        self._student = Student(
            submission, self._spec.module_spec, rubric.limits, launcher, rubric.allow_imports, shortcut=False
        )
        self._game: Game | None = None

    def import_problem(self) -> str:
        """Import the file, and return why nobody can play against it; empty if one can (HarnessFault)."""
        self._student.import_module()
        failure = self._student.failure
        if failure is not None:
            place = self._student.place(failure)
            return f"The file cannot be imported: {failure.raised}" + (f", {place}" if place else "")
        if self._student.has(self._function):
            return ""
        text = said(missing_function(self._student.submission, self._student.module_spec, self._function))
        return f"{text[0].upper()}{text[1:]}"

    def missing_modules(self) -> tuple[str, ...]:
        """Return the names of the modules that the file imports and that are not here; after the import."""
        return self._student.module.placeholders

    def reply(self, board: str) -> Reply:
        """Ask for a move on an open `board`, after the import (HarnessFault if the sandbox fails)."""
        if self._game is None or self._game.over:
            self.close()
            self._game = self._student.game()
        call = Call(function=self._function, board=board)
        answer = self._game.ask(call)
        case = Case(call=call, position=table()[board])
        oracle = self._spec.oracle(CellSpelling(self._student.cell_value))
        named, is_legal = oracle.move(answer), is_legal_move(oracle, case, answer)
        return Reply(
            cell=named if is_legal else None,
            taken=None if is_legal else named,
            wrong=tuple(self._wrong(case, answer)),
        )

    def stop(self) -> None:
        """Let the call that is running end within a moment, and make no other; any thread may call this."""
        self._student.stop()

    def close(self) -> None:
        """End the process of the game."""
        if self._game is not None:
            self._game.__exit__()

    def _wrong(self, case: Case, answer: Answer) -> Iterator[Counterexample]:
        """Yield what checks of the grader would say about the answer."""
        (legal_move,) = (one for one in self._spec.board_checks(self._function) if one.name == "legal_move")
        spelling = CellSpelling(self._student.cell_value)
        shown = Counterexample(
            function=self._function,
            board=case.call.board,
            call=call_text(case.call),
            got=outcome_said(case.call, answer, spelling, self._student.limits),
            expected=(reason(legal_move.expected),),
            at=self._student.place(answer),
        )
        if not legal_move.passes(self._spec.oracle(spelling), case, answer):
            yield shown
        if answer.changed:
            after = cells_of_board(answer.after, spelling)
            got = reason(BOARD_CHANGED) if after is None else reason("board_changed_to", board=after)
            yield replace(shown, got=(got,), expected=(reason(BOARD_AS_IT_WAS),), at=None)
