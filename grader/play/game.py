"""The student's AI as an opponent behind the wall, and the running game. A thread asks for the moves."""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from grader.assignments import ASSIGNMENTS
from grader.assignments.exhaustive.cases import Case
from grader.assignments.exhaustive.checks import BOARD_AS_IT_WAS, BOARD_CHANGED, GradingSpec, is_legal_move
from grader.assignments.exhaustive.oracle import CellSpelling, cells_of_board
from grader.assignments.exhaustive.value_text import call_text, outcome_said
from grader.blocks import plain
from grader.errors import HarnessFault, UserError
from grader.game.board import O, X
from grader.game.tree import table
from grader.missing_functions import missing_function
from grader.model.answer import Answer, Call
from grader.model.counterexample import Counterexample
from grader.model.reason import reason
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Game, Student
from grader.story.evidence import call_facts
from grader.text.reasons import said


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    cell: int | None
    """The played cell 0 to 8; None without a legal move."""
    taken: int | None = None
    """The occupied cell 0 to 8 that the AI named."""
    wrong: tuple[Counterexample, ...] = ()
    """Why the answer is wrong. A changed board or a list instead of a tuple still is a move."""


def move_function(spec: GradingSpec) -> str:
    (name,) = spec.move_functions
    return name


def sides(spec: GradingSpec) -> str:
    """Return the sides of the AI: those that it plays when it is graded."""
    positions = spec.cases.of(move_function(spec)).positions
    turns = {position.turn for position in positions if not position.over}
    return "".join(side for side in (X, O) if side in turns)


class Opponent:
    """The AI of one game, freshly imported. After a call that ended the process, a new process makes the next call."""

    def __init__(self, submission: Submission, rubric: Rubric, launcher: Launcher) -> None:
        """Prepare `submission` to play under the limits of `rubric`. No process starts yet."""
        self._spec = ASSIGNMENTS[rubric.assignment]
        self._function = move_function(self._spec)
        # Nothing is memoized, so that a search takes its real time.
        self._student = Student(
            submission, self._spec.module_spec, rubric.limits, launcher, rubric.allow_imports, shortcut=False
        )
        self._game: Game | None = None

    def import_problem(self) -> str:
        """Import the file and return why nobody can play against it; empty if a game is possible (HarnessFault)."""
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
        """Return the missing modules that the file imports. Call `import_problem` first."""
        return self._student.module.placeholders

    def reply(self, board: str) -> Reply:
        """Ask for a move on an open `board`. Call `import_problem` first (HarnessFault if the sandbox fails)."""
        if self._game is None or self._game.over:
            self.close()
            self._game = self._student.game()
        call = Call(function=self._function, board=board)
        answer = self._game.ask(call)
        case = Case(call=call, position=table()[board])
        oracle = self._spec.oracle(CellSpelling(self._student.cell_value))
        named, is_legal = oracle.move(answer), is_legal_move(oracle, case, answer)
        return Reply(
            cell=named if is_legal else None, taken=None if is_legal else named, wrong=tuple(self._wrong(case, answer))
        )

    def stop(self) -> None:
        """Let the running call end within a moment, and make no further call. Any thread may call this."""
        self._student.stop()

    def close(self) -> None:
        if self._game is not None:
            self._game.__exit__()

    def _wrong(self, case: Case, answer: Answer) -> Iterator[Counterexample]:
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


MAX_TEXT = 2_000  # characters of a message
PATIENCE_SECONDS = 10.0
"""The longest wait of a request for a move: some browsers give up on a request that takes minutes."""

Message: TypeAlias = "dict[str, object]"
"""An answer to the page, as JSON."""
ENDED: Message = {"problem": "This game has ended: it was stopped, or another one was started."}


@dataclass(frozen=True, slots=True, kw_only=True)
class _LiveGame:
    number: int
    opponent: Opponent
    problem: Future[str]
    """Why nobody can play; empty if a game is possible."""
    moves: dict[str, Future[Message]] = field(default_factory=dict)  # by board


class PlayRoom:
    """
    Starts games, and asks the AI of the latest game. Any thread may call these methods.

    One thread makes all calls of students' code, because a launcher serves one thread.
    """

    def __init__(self, opponent: Callable[[], Opponent]) -> None:
        """Play against a new opponent from `opponent` in each game. It raises UserError if there is none."""
        self._opponent = opponent
        self._thread = ThreadPoolExecutor(1, "play")
        self._lock = threading.Lock()
        self._games = 0
        self._game: _LiveGame | None = None

    def start(self) -> Message:
        """End the present game and begin another; return the new game's number, or why there is no game."""
        with self._lock:
            self._stop_game()
            try:
                opponent = self._opponent()
            except UserError as error:
                return {"problem": sanitize(f"{error}.", MAX_TEXT)}
            self._games += 1
            problem = self._thread.submit(opponent.import_problem)
            self._game = _LiveGame(number=self._games, opponent=opponent, problem=problem)
            return {"game": self._games}

    def ask(self, number: int, board: str) -> Message:
        """
        Return the AI's move on an open `board` in game `number`, or that the AI still thinks.

        The page then asks again. The AI is asked once about a board in each game.
        """
        with self._lock:
            game = self._game
            if game is None or game.number != number:
                return ENDED
            if board not in game.moves:
                game.moves[board] = self._thread.submit(_move, game, board)
        try:
            found = game.moves[board].result(PATIENCE_SECONDS)
        except concurrent.futures.TimeoutError:
            return {"thinking": True}
        # The answer of a stopped move would blame the AI.
        return found if self._game is game else ENDED

    def close(self) -> None:
        with self._lock:
            self._stop_game()
        self._thread.shutdown()

    def _stop_game(self) -> None:
        if self._game is not None:
            self._game.opponent.stop()
            self._thread.submit(self._game.opponent.close)
            self._game = None


def _move(game: _LiveGame, board: str) -> Message:
    try:
        problem = game.problem.result()
        if problem:
            return {"problem": sanitize(f"{problem}. Correct the file and start again.", MAX_TEXT)}
        reply = game.opponent.reply(board)
    except HarnessFault as fault:
        return {"problem": sanitize(f"This is an internal error, not a mistake of your AI: {fault}.", MAX_TEXT)}
    facts = [fact for example in reply.wrong for fact in call_facts(example)]
    shown = [[label.capitalize(), plain(text)] for label, text in facts]
    return {"cell": reply.cell, "taken": reply.taken, "facts": shown}
