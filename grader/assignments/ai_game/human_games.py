"""Plays every game that a person can play on the keyboard, and types input that the program must refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grader.assignments.ai_game.choices import Choice, Fault, move
from grader.assignments.ai_game.referee import MAX_CHOICES, Referee
from grader.assignments.exhaustive.examination import Examination
from grader.game.board import EMPTY_BOARD, FREE, empty_cells
from grader.model.answer import Value
from grader.model.dialogue import TYPED, Dialogue, Event
from grader.model.verdict import ENDED_ITSELF, ChildEnd
from grader.sandbox.dialogue.runner import DialogueRunner
from grader.sandbox.student import Student

PLAY_GAME, PRINT_BOARD = "play_game", "print_board"
"""The function that is played on the keyboard, and the one that shows the position."""
MALFORMED = ("a b", "x", "1", "", "{row} {column} 1")
"""Letters, one number, an empty line, and three numbers, of which the first two name a free cell."""
MALFORMED_ALONE = ("a", "")
OFF_BOARD = ("3 0", "0 3", "-1 0", "0 -1", "-1 -1")
REFUSAL_BOARDS = 2
"""On how many boards, of those with the same number of marks, input is typed that must be refused."""
END_BOARD_MARKS = 2
"""The input is ended on boards with at most this many marks."""
MAX_ENDS = 1
"""Dialogues that may end their process among those with the same kind of last line; no more of that kind are held."""
MAX_DIALOGUES = 3_000
"""Four times the number for a program that lets every game go on until the board is full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFault:
    """A fault with the shortest dialogue that shows it."""

    fault: Fault
    dialogue: Dialogue
    typed: tuple[Choice, ...]
    board: str
    """The board of the last question: nine characters."""


class RefereedDialogue(NamedTuple):
    """A dialogue with the referee who watched it."""

    referee: Referee
    dialogue: Dialogue


@dataclass(slots=True, kw_only=True)
class HumanGames:
    """What all dialogues together showed."""

    games: int = 0
    """Games that were played to their end."""
    shown_faults: dict[str, ShownFault] = field(default_factory=dict)
    """By check."""
    fault_counts: dict[str, int] = field(default_factory=dict)
    """By check: the number of dialogues that show a fault."""
    landed: bool = False
    """Whether the program made any of the moves that were typed."""
    refused: bool = False
    """Whether a legal move was refused."""
    two_questions: bool = False
    """Whether row and column have to be typed as two lines."""
    cut_short: bool = False
    """Whether some games were not played: earlier ones ended their process, or the budget is used up."""


def play_human_games(student: Student, best_move: Examination) -> HumanGames:
    """
    Play all games; none if `PLAY_GAME` or `PRINT_BOARD` is missing.

    The program is given the answers of `best_move`, so that it need not search again in every game.
    """
    if student.failure is not None or not student.has(PLAY_GAME) or not student.has(PRINT_BOARD):
        return HumanGames()
    known = {"best_move": _known_answers(best_move)} if best_move.answers else {}
    played = student.hold_dialogues(lambda runner: _GameTreeWalk(runner, two_questions=False).play_all(), known)
    if played.refused and not played.landed:
        again = student.hold_dialogues(lambda runner: _GameTreeWalk(runner, two_questions=True).play_all(), known)
        if again.landed:
            return again
    return played


def _known_answers(best_move: Examination) -> dict[str, Value]:
    """Return, by board, the answers of `best_move` that are cells, except where it changed the board."""
    return {
        board: answer.value
        for board, answer in best_move.by_board.items()
        if answer.end is ChildEnd.RETURNED and not answer.changed and best_move.oracle.move(answer) is not None
    }


class _GameTreeWalk:
    """Walks the tree of all games, depth first, with one dialogue for each leaf."""

    def __init__(self, runner: DialogueRunner, *, two_questions: bool) -> None:
        self._runner, self._two_questions = runner, two_questions
        self._summary = HumanGames(two_questions=two_questions)
        self._refusal_boards: dict[int, set[str]] = {}
        """By number of marks: the boards on which input that must be refused was typed."""
        self._new_process_each = False
        """Whether every game needs a new process, since a game leaves state behind that changes the next one."""
        self._ends: dict[str, int] = {}
        """By kind of the last line: dialogues that ended their process."""

    def play_all(self) -> HumanGames:
        scripts: list[tuple[Choice, ...]] = [()]
        for _dialogue in range(MAX_DIALOGUES):
            if not scripts:
                break
            script = scripts.pop()
            kind = script[-1].kind if script else "move"
            if self._ends.get(kind, 0) >= MAX_ENDS:
                self._summary.cut_short = self._summary.cut_short or kind == "move"
                continue
            played = self._play(script)
            referee, dialogue = played
            if dialogue.answer.end is ChildEnd.NOT_REACHED:
                self._summary.cut_short = True
                break
            if dialogue.answer.end not in ENDED_ITSELF:
                self._ends[kind] = self._ends.get(kind, 0) + 1
            if kind == "move":
                self._summary.games += referee.result is not None
                self._summary.landed = self._summary.landed or referee.landed
                self._summary.refused = self._summary.refused or referee.refused_move
                scripts += self._continuations(script, referee)
            self._record(script, played)
        return self._summary

    def _play(self, script: Sequence[Choice]) -> RefereedDialogue:
        if self._new_process_each:
            self._runner.restart()
        played = self._play_once(script)
        faults = played.referee.faults
        if not self._new_process_each and any(self._is_shorter(fault, played.referee) for fault in faults):
            # A fault counts only if it also occurs in a new process: that is how a person starts the program.
            self._runner.restart()
            again = self._play_once(script)
            self._new_process_each = len(again.referee.faults) < len(faults)
            return again
        return played

    def _is_shorter(self, fault: Fault, referee: Referee) -> bool:
        """Tell whether every dialogue that has shown the fault so far was longer."""
        known = self._summary.shown_faults.get(fault.check)
        return known is None or len(referee.typed) < len(known.typed)

    def _play_once(self, script: Sequence[Choice]) -> RefereedDialogue:
        only_moves = all(choice.kind == "move" for choice in script)
        # One more move shows the position afterwards; the rest of that game is played in another dialogue.
        until = MAX_CHOICES if only_moves else len(script) + 1
        # Lines that are typed ahead save the wait for each question: an earlier game asked the same questions.
        ahead = [] if self._two_questions else [choice.line for choice in script if choice.kind != "end"]
        played = self._play_refereed(Referee(script, two_questions=self._two_questions, until=until), ahead)
        while played is None:
            played = self._play_refereed(Referee(script, two_questions=self._two_questions, until=until), [])
        return played

    def _play_refereed(self, referee: Referee, ahead: Sequence[str]) -> RefereedDialogue | None:
        """Hold one dialogue; return None if the referee would not have typed the lines in `ahead`."""
        typist = _TypeAhead(referee)
        dialogue = self._runner.talk(typist.choose, ahead)
        typist.catch_up(dialogue.events)
        if typist.diverged:
            return None
        referee.judge(dialogue)
        return RefereedDialogue(referee, dialogue)

    def _continuations(self, script: Sequence[Choice], referee: Referee) -> Iterator[tuple[Choice, ...]]:
        """Yield scripts that type something else at a question that came after `script`; the longest come last."""
        for prompt in referee.prompts:
            if len(prompt.typed) < len(script):
                continue
            # Further moves from a position that went wrong show nothing new.
            yield from ((*prompt.typed, move(cell)) for cell in empty_cells(prompt.board)[1:] if prompt.as_expected)
            yield from ((*prompt.typed, choice) for choice in self._invalid_choices(prompt.board))

    def _invalid_choices(self, board: str) -> Iterator[Choice]:
        """Yield input that must be refused on `board`, and the end of the input; nothing if enough boards had it."""
        marks = 9 - board.count(FREE)
        known = self._refusal_boards.setdefault(marks, set())
        if board in known or len(known) >= REFUSAL_BOARDS or "?" in board:
            return
        known.add(board)
        first = empty_cells(board)[0]
        for line in MALFORMED_ALONE if self._two_questions else MALFORMED:
            yield Choice(kind="refuses_malformed", line=line.format(row=first // 3, column=first % 3))
        for line in OFF_BOARD:
            yield Choice(kind="refuses_off_board", line=line)
        for cell in range(9):
            if board[cell] != FREE:
                yield Choice(kind="refuses_occupied", line=f"{cell // 3} {cell % 3}", cell=cell)
        if marks <= END_BOARD_MARKS:
            yield Choice(kind="end")

    def _record(self, script: Sequence[Choice], played: RefereedDialogue) -> None:
        referee = played.referee
        refusal = script[-1].kind if script and script[-1].must_be_refused else None
        for fault in referee.faults:
            check = fault.check
            if refusal is not None and check != refusal:
                # A position that goes wrong only after such input is a fault of the check about refusing it.
                if check != "turns" or not referee.misplaced or "turns" in self._summary.shown_faults:
                    continue
                check = refusal
            self._summary.fault_counts[check] = self._summary.fault_counts.get(check, 0) + 1
            counted = Fault(check=check, verdict=fault.verdict, reason=fault.reason)
            if self._is_shorter(counted, referee):
                board = referee.board or EMPTY_BOARD
                self._summary.shown_faults[check] = ShownFault(
                    fault=counted, dialogue=played.dialogue, typed=tuple(referee.typed), board=board
                )


class _TypeAhead:
    """Types what the referee chooses; if lines were typed ahead, the referee sees their questions afterwards."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._passed = 0
        """The number of typed lines that the referee has seen."""
        self.diverged = False
        """Whether a line that was typed ahead is not the one that the referee would have typed."""

    def choose(self, events: Sequence[Event]) -> str | None:
        self.catch_up(events)
        line = None if self.diverged else self._referee.choose(events)
        self._passed += line is not None
        return line

    def catch_up(self, events: Sequence[Event]) -> None:
        typed = [at for at, event in enumerate(events) if event.kind == TYPED]
        for at in typed[self._passed :]:
            self._passed += 1
            self.diverged = self.diverged or self._referee.choose(events[:at]) != events[at].text
