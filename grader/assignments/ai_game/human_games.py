"""Plays every game that a person can play on the keyboard, and types input that the program must refuse."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.assignments.ai_game.functions import AiGameOracle
from grader.assignments.ai_game.keyboard import FIRST_ANSWERS, Choice, Manner, invalid_choices, move
from grader.assignments.ai_game.referee import Fault, Referee, RefereedDialogue, hold
from grader.assignments.exhaustive.examination import Examination
from grader.game.board import EMPTY_BOARD, FREE, empty_cells
from grader.model.answer import Dialogue, Refusal, Value
from grader.model.verdict import ENDED_ITSELF, ChildEnd
from grader.sandbox.running.dialogues import NO_ANSWERS, DialogueRunner, KnownAnswers
from grader.sandbox.student import Student

PLAY_GAME, PRINT_BOARD = "play_game", "print_board"
"""The function that is played on the keyboard, and the function that shows the position."""
REFUSAL_BOARDS = 2
"""Boards with the same number of marks on which invalid input is typed."""
MAX_ENDS = 1
"""Dialogues with the same kind of last line that may end their process; then no more of that kind are held."""
MAX_DIALOGUES = 3_000
"""Four times the number for a program that lets every game go on until the board is full."""
MAX_REAL_DIALOGUES = 100
"""
The most dialogues if each must really call `best_move`, which may take seconds.

They include all that leave the first game in one place: by another move, by invalid input, or by the end of input.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFault:
    """A fault with the shortest dialogue that shows it."""

    fault: Fault
    dialogue: Dialogue
    typed: tuple[Choice, ...]
    board: str
    """The board of the last question: nine characters."""


@dataclass(slots=True, kw_only=True)
class HumanGames:
    """The findings of all dialogues."""

    games: int = 0
    """Games that were played to their end."""
    shown_faults: dict[str, ShownFault] = field(default_factory=dict)
    fault_counts: Counter[str] = field(default_factory=Counter)
    """By check: the number of dialogues that show a fault."""
    refusal: Refusal | None = None
    """What the sandbox refused to a game, whose end was then not judged."""
    landed: bool = False
    """Whether the program made any of the typed moves."""
    refused: bool = False
    two_questions: bool = False
    """Whether row and column have to be typed as two lines."""
    cut_short: bool = False
    """Whether some games were not played: earlier ones ended their process, or all would take too long."""
    misled: bool = False
    """Whether known answers changed the program's behaviour; then nothing else counts."""


def play_human_games(student: Student, best_move: Examination, print_board: Examination) -> HumanGames:
    """
    Play all games; none if `PLAY_GAME` or `PRINT_BOARD` is missing.

    The program gets the answers of `best_move`, so that no game searches for them. If the program also depends on other
    effects of `best_move`, such as counting positions, it plays without the known answers.
    """
    if student.failure is not None or not student.has(PLAY_GAME) or not student.has(PRINT_BOARD):
        return HumanGames()
    oracle = print_board.oracle
    in_letters = isinstance(oracle, AiGameOracle) and oracle.layout is not None
    known = {"best_move": _known_answers(best_move)} if best_move.answers else NO_ANSWERS
    played = _play_in_either_manner(student, known, in_letters=in_letters)
    return _play_in_either_manner(student, None, in_letters=in_letters) if played.misled else played


def _play_in_either_manner(student: Student, known: KnownAnswers | None, *, in_letters: bool) -> HumanGames:
    """Play with both numbers on one line; if the program takes no such move, with two questions."""

    def play(manner: Manner) -> HumanGames:
        def walk(runner: DialogueRunner) -> HumanGames:
            return _GameTreeWalk(runner, manner, really=known is None).play_all()

        return student.hold_dialogues(walk, known or NO_ANSWERS, lambda played: not played.shown_faults)

    played = play(Manner(in_letters=in_letters))
    if played.refused and not played.landed and not played.misled:
        again = play(Manner(in_letters=in_letters, two_questions=True))
        if again.landed or again.misled:
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
    """Walks the tree of all games, with one dialogue for each leaf."""

    def __init__(self, runner: DialogueRunner, manner: Manner, *, really: bool) -> None:
        """If `best_move` is `really` called in each game, play only a few games near the first: calls may be slow."""
        self._runner, self._manner, self._really = runner, manner, really
        self._summary = HumanGames(two_questions=manner.two_questions)
        self._refusal_boards: dict[int, set[str]] = {}
        """By number of marks: the boards on which invalid input was typed."""
        self._new_process_each = False
        """Whether every game needs a new process, because a game leaves state behind that changes the next one."""
        self._ends: Counter[str] = Counter()
        """By kind of the last line: the number of dialogues that ended their process."""
        self._confirmed: set[tuple[str, str]] = set()
        """Faults, by check and kind of the last line, that occurred when `best_move` was really called."""
        self._first_answers = list(FIRST_ANSWERS)
        """First answers after the end of a game that were not tried yet."""

    def play_all(self) -> HumanGames:
        scripts: list[tuple[Choice, ...]] = [()]
        for _dialogue in range(MAX_REAL_DIALOGUES if self._really else MAX_DIALOGUES):
            if not scripts or self._summary.misled:
                break
            script = scripts.pop(0 if self._really else -1)
            kind = _kind(script)
            if self._ends[kind] >= MAX_ENDS:
                self._summary.cut_short = self._summary.cut_short or kind == "move"
                continue
            referee, dialogue = played = self._play(script)
            if dialogue.answer.end is ChildEnd.NOT_REACHED:
                self._summary.cut_short = True
                break
            self._summary.refusal = self._summary.refusal or dialogue.answer.refused
            self._ends[kind] += dialogue.answer.end not in ENDED_ITSELF
            if kind == "move":
                self._summary.games += referee.result is not None
                self._summary.landed = self._summary.landed or referee.landed
                self._summary.refused = self._summary.refused or referee.refused_move
                scripts += self._continuations(script, referee)
            self._record(script, played)
        self._summary.cut_short = self._summary.cut_short or any(_kind(script) == "move" for script in scripts)
        return self._summary

    def _play(self, script: Sequence[Choice]) -> RefereedDialogue:
        """Hold a dialogue; a fault counts only if it also occurs when a person starts the program."""
        if self._new_process_each:
            self._runner.restart()
        played = self._content_with_answers(script, self._hold(script))
        if not any(self._is_shorter(check, played.referee) for check in played.referee.faults):
            return played
        if not self._new_process_each:
            faults = len(played.referee.faults)
            self._runner.restart()
            played = self._hold(script)
            self._new_process_each = len(played.referee.faults) < faults
        return played if self._really else self._confirm(script, played)

    def _hold(self, script: Sequence[Choice], *, use_known: bool = True) -> RefereedDialogue:
        return hold(self._runner, script, self._manner, use_known=use_known)

    def _content_with_answers(self, script: Sequence[Choice], played: RefereedDialogue) -> RefereedDialogue:
        """Try other answers if the program goes on asking although the game is over."""
        while self._first_answers and played.referee.asked_anew and "stops_and_says" in played.referee.faults:
            before, first = self._manner, self._first_answers.pop(0)
            self._manner = dataclasses.replace(before, first_answer=first)
            self._runner.restart()
            again = self._hold(script)
            if "stops_and_says" not in again.referee.faults:
                return again
            # If no answer helped, other games need not try them all.
            self._manner = before if self._first_answers else dataclasses.replace(before, patience=1)
        return played

    def _confirm(self, script: Sequence[Choice], played: RefereedDialogue) -> RefereedDialogue:
        """Call `best_move` in the first dialogue with each kind of fault; a fault that vanishes was our doing."""
        kind = _kind(script)
        wanted = {(check, kind) for check in played.referee.faults} - self._confirmed
        if not wanted:
            return played
        self._runner.restart()
        real = self._hold(script, use_known=False)
        if real.dialogue.answer.end is ChildEnd.NOT_REACHED:
            return real
        found = {(check, kind) for check in real.referee.faults}
        self._summary.misled = not wanted <= found
        self._confirmed |= found
        return played

    def _is_shorter(self, check: str, referee: Referee) -> bool:
        known = self._summary.shown_faults.get(check)
        return known is None or len(referee.typed) < len(known.typed)

    def _continuations(self, script: Sequence[Choice], referee: Referee) -> Iterator[tuple[Choice, ...]]:
        """Yield scripts that type something else at a question after `script`; the longest scripts come last."""
        for prompt in referee.prompts:
            if len(prompt.typed) < len(script):
                continue
            # Further moves from a wrong position show nothing new.
            yield from ((*prompt.typed, move(cell)) for cell in empty_cells(prompt.board)[1:] if prompt.as_expected)
            yield from ((*prompt.typed, choice) for choice in self._invalid_choices(prompt.board))

    def _invalid_choices(self, board: str) -> Iterator[Choice]:
        """Yield invalid input for `board`, and the end of the input; nothing if enough boards had it."""
        marks = 9 - board.count(FREE)
        known = self._refusal_boards.setdefault(marks, set())
        if board in known or len(known) >= REFUSAL_BOARDS or "?" in board:
            return
        known.add(board)
        yield from invalid_choices(board, self._manner)

    def _record(self, script: Sequence[Choice], played: RefereedDialogue) -> None:
        referee = played.referee
        refusal = script[-1].kind if script and script[-1].must_be_refused else None
        for own_check, fault in () if self._summary.misled else referee.faults.items():
            check = own_check
            if refusal is not None and check != refusal:
                # A position that goes wrong only after invalid input is a fault of the check about refusing it.
                if check != "turns" or not referee.misplaced or "turns" in self._summary.shown_faults:
                    continue
                check = refusal
            self._summary.fault_counts[check] += 1
            if self._is_shorter(check, referee):
                board = referee.board or EMPTY_BOARD
                self._summary.shown_faults[check] = ShownFault(
                    fault=fault, dialogue=played.dialogue, typed=tuple(referee.typed), board=board
                )


def _kind(script: Sequence[Choice]) -> str:
    return script[-1].kind if script else "move"
