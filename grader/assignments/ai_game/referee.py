"""Referees dialogues with a program that plays: chooses the person's lines, and judges the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.assignments.ai_game.keyboard import AnswersAfterGame, Choice, Manner, first_free
from grader.assignments.ai_game.screen import (
    ENDLESS,
    ProgramOutput,
    announces,
    end_reason,
    ended_as_wanted,
    exit_message,
    fresh_lines,
    output_since_input,
)
from grader.game.board import EMPTY_BOARD, FREE, O, X, empty_cells, is_over, winner, with_mark
from grader.model.answer import TYPED, Dialogue, Event
from grader.model.reason import Reason, reason
from grader.model.verdict import ChildEnd, Verdict, verdict_of_failure
from grader.sandbox.running.dialogues import DialogueRunner

GAME_CHECKS = ("never_loses", "turns", "stops_and_says")
"""Checks about whole games; the others are about single inputs."""
MAX_CHOICES = 12
"""The most choices in a dialogue: more than a game has moves."""
SHORT_PROMPT = 3
"""The length of prompts such as ``>``, with which a program may ask for anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A question that the program asked during a game."""

    typed: tuple[Choice, ...]
    board: str
    """The board that was shown last: nine characters."""
    as_expected: bool
    """Whether every position so far followed from the moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    verdict: Verdict
    why: Reason


class Referee:
    """
    Plays a script, then the first free cell at every question, and judges the program by the boards that it shows.

    After the program accepts invalid input, or after the end of the input, nothing more is judged.
    """

    def __init__(self, script: Sequence[Choice], manner: Manner, *, until: int = MAX_CHOICES) -> None:
        """Begin with `script`; end the input at the first question after `until` choices."""
        self._script = list(script)
        self._until = until
        self._manner = manner
        self._after_game = AnswersAfterGame(manner)
        self._column: str | None = None
        """With two questions: the column that is typed next."""
        self._known_lines: set[str] = set()
        """Lines that the program wrote during the game: they announce no result."""
        self._last_move: int | None = None
        """The cell 0 to 8 that was typed last; None if the last line was no move."""
        self._refusal: Choice | None = None
        """The last choice, if the program must refuse it."""
        self._asked_after_end = False
        self.asked_anew = False
        """Whether the program asked for anything but moves after the end of the game."""
        self._input_ended = False
        self.board: str | None = None
        """The last board that the program showed before a question; None before its first question."""
        self.faults: dict[str, Fault] = {}
        """The first fault for each check of `play_game`."""
        self.prompts: list[Prompt] = []
        self.typed: list[Choice] = []
        self.misplaced = False
        """Whether a position did not follow from the last move."""
        self.landed = False
        """Whether the program made any of the typed moves."""
        self.refused_move = False
        self.result: str | None = None
        """``X``, ``O`` or ``draw`` once the game is over."""

    def choose(self, events: Sequence[Event]) -> str | None:
        """Return the line to type; None ends the input."""
        if self._column is not None:
            line, self._column = self._column, None
            return line
        if self._input_ended:
            return None
        output = output_since_input(events, in_letters=self._manner.in_letters)
        if self._asked_after_end:
            return self._after_end(output.text)
        return self._answer_question(output) if self._refusal is None else self._after_refusal(output.boards)

    def _after_end(self, text: str) -> str | None:
        """Return the answer to a question after the end of the game; `text` ends with the question."""
        question = text.strip().rpartition("\n")[2].strip()
        asks_for_move = len(question) > SHORT_PROMPT and question in self._known_lines
        self.asked_anew = self.asked_anew or not asks_for_move
        asked_before = asks_for_move and self._asked_after_end
        line = None if asked_before else self._after_game.answer("" if asks_for_move else text)
        self._asked_after_end = True
        if line is None:
            self._add_fault("stops_and_says", reason("asks_after_end"))
            self._input_ended = True
        return line

    def _answer_question(self, output: ProgramOutput) -> str | None:
        """Return the answer to a question during the game or after it."""
        now = self._read_position(output.boards, returned=False)
        result = _result_of(now)
        if self.board is not None and result is not None:
            self._judge_end(result, output.last_words)
            return self._after_end(output.text)
        self.refused_move = self.board is not None and now == self.board and self._last_move is not None
        if self.refused_move or len(self.typed) >= self._until:
            self._input_ended = True
            return None
        self._known_lines |= set(fresh_lines(output.text, set()).split("\n"))
        self.board = now
        self.prompts.append(Prompt(typed=tuple(self.typed), board=now, as_expected="turns" not in self.faults))
        return self._type(self._script.pop(0) if self._script else first_free(now))

    def judge(self, dialogue: Dialogue) -> None:
        output = output_since_input(dialogue.events, in_letters=self._manner.in_letters)
        end = dialogue.answer.end
        crash = None if ended_as_wanted(dialogue.answer) else end_reason(dialogue.answer)
        if self.typed and self.typed[-1].kind == "end":
            if dialogue.endless or end in ENDLESS:
                self._add_fault("ends_with_input", reason("asks_for_ever"))
        elif self._input_ended:
            return
        elif self._asked_after_end:
            if crash:
                self._add_fault("stops_and_says", crash, verdict_of_failure(end))
        elif self._refusal is not None:
            if end in {ChildEnd.RETURNED, ChildEnd.EXITED}:
                self._add_fault(self._refusal.kind, reason("game_ends"))
            else:
                self._add_fault(self._refusal.kind, end_reason(dialogue.answer), verdict_of_failure(end))
        else:
            now = self._read_position(output.boards, returned=True)
            self._judge_last(now, output.last_words + exit_message(dialogue.answer), crash, end)

    def _judge_last(self, now: str, text: str, crash: Reason | None, end: ChildEnd) -> None:
        """Judge the last position `now`; `crash` is how the program failed, None if it returned."""
        result = _result_of(now)
        if crash:
            for check in GAME_CHECKS if result is None else ("stops_and_says",):
                self._add_fault(check, crash, verdict_of_failure(end))
        elif result is None:
            self._judge_hidden_end(now, text)
        if result is not None:
            self._judge_end(result, text, must_announce=not crash)

    def _type(self, choice: Choice) -> str | None:
        self.typed.append(choice)
        self._last_move = choice.cell if choice.kind == "move" else None
        self._refusal = choice if choice.must_be_refused else None
        if choice.kind == "end":
            self._input_ended = True
            return None
        words = choice.line.split()
        if self._manner.two_questions and len(words) == 2:  # noqa: PLR2004 - row and column
            self._column = words[1]
            return words[0]
        return choice.line

    def _after_refusal(self, shown: list[str]) -> str | None:
        """Judge whether the board is as before, then type a legal move, which shows the program's position."""
        refusal, before = self._refusal, self.board
        assert refusal is not None and before is not None  # noqa: S101, PT018 - something was typed at a question
        if shown and shown[-1] != before:
            self._add_fault(refusal.kind, reason("board_afterwards", board=shown[-1]))
            self._input_ended = True
            return None
        self._refusal = None
        return self._type(self._script.pop(0) if self._script else first_free(before))

    def _read_position(self, shown: list[str], *, returned: bool) -> str:
        """Return the present position; add a fault if it does not follow from the last move."""
        before = self.board
        if before is None:
            if shown and shown[-1] != EMPTY_BOARD:
                self._add_fault("turns", reason("first_board", board=shown[-1]))
            return shown[-1] if shown else EMPTY_BOARD
        if self._last_move is None:
            return shown[-1] if shown else before
        now = shown[-1] if shown else before
        after_move = with_mark(before, self._last_move, X)
        if now == before and not returned:
            return now
        self.landed = self.landed or after_move in shown or _is_reply(after_move, now)
        if is_over(after_move):
            if _is_reply(after_move, now):
                self._add_fault("stops_and_says", reason("moves_after_end"))
                return after_move
            right = now == after_move
        else:
            right = _is_reply(after_move, now) or (returned and now in {after_move, before})
        if not right or any(board not in {before, after_move, now} for board in shown):
            self._add_fault("turns", reason("board_after", typed=self.typed[-1].line, board=now))
            self.misplaced = True
        return now

    def _judge_end(self, result: str, text: str, *, must_announce: bool = True) -> None:
        """Judge a game that ended with `result`; `text` is the program's text after the last move."""
        self.result = result
        if result == X:
            self._add_fault("never_loses", reason("ai_loses"))
        won_by = None if result == "draw" else result
        if must_announce and not announces(fresh_lines(text, self._known_lines), won_by):
            self._add_fault(
                "stops_and_says", reason("says_no_draw") if won_by is None else reason("says_no_winner", side=won_by)
            )

    def _judge_hidden_end(self, now: str, text: str) -> None:
        """Judge a program that returned although it showed no finished board."""
        after_move, ends = None, []
        if self.board is not None and self._last_move is not None:
            after_move = with_mark(self.board, self._last_move, X)
            ends = [after_move, *(with_mark(after_move, cell, O) for cell in empty_cells(after_move))]
        said = fresh_lines(text, self._known_lines)
        told = [one for one in (X, O, None) if announces(said, one)]
        announced = [winner(board) for board in ends if is_over(board) and winner(board) in told]
        if announced:
            self._add_fault("turns", reason("last_board_not_shown"))
            self._judge_end(announced[0] or "draw", text)
        elif self.board is None:
            self._add_fault("turns", reason("asks_for_no_move"))
            self._add_fault("stops_and_says", reason("returns_without_game"))
        else:
            self._add_fault("stops_and_says", reason("returns_before_end"))
            if after_move is not None and not _is_reply(after_move, now):
                self._add_fault("turns", reason("no_move_after", typed=self.typed[-1].line))

    def _add_fault(self, check: str, why: Reason, verdict: Verdict = Verdict.FAIL) -> None:
        self.faults.setdefault(check, Fault(verdict=verdict, why=why))


def _is_reply(after_move: str, now: str) -> bool:
    """Return whether `now` is `after_move` with one more O."""
    changed = [cell for cell in range(9) if now[cell] != after_move[cell]]
    return len(changed) == 1 and after_move[changed[0]] == FREE and now[changed[0]] == O


def _result_of(board: str) -> str | None:
    """Return the winner of a finished board, or ``draw``; None if it is open, or a cell of it is unknown."""
    if "?" in board or not is_over(board):
        return None
    return winner(board) or "draw"


class RefereedDialogue(NamedTuple):
    referee: Referee
    dialogue: Dialogue


def hold(
    runner: DialogueRunner, script: Sequence[Choice], manner: Manner, *, use_known: bool = True
) -> RefereedDialogue:
    """Hold the dialogue that begins with `script`; without `use_known`, known answers are asked for again."""
    only_moves = all(choice.kind == "move" for choice in script)
    # One more move shows the position afterwards; another dialogue plays the rest of that game.
    until = MAX_CHOICES if only_moves else len(script) + 1
    # Lines typed ahead save the wait for each question: an earlier game asked the same questions.
    ahead = [] if manner.two_questions else [choice.line for choice in script if choice.kind != "end"]
    while True:
        referee = Referee(script, manner, until=until)
        typist = _TypeAhead(referee)
        dialogue = runner.talk(typist.choose, ahead, use_known=use_known)
        typist.catch_up(dialogue.events)
        if not typist.diverged:
            if dialogue.answer.refused is None:  # an end that the sandbox caused shows nothing
                referee.judge(dialogue)
            return RefereedDialogue(referee, dialogue)
        ahead = []


class _TypeAhead:
    """Types the referee's choices; if lines were typed ahead, the referee sees their questions afterwards."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._passed = 0
        """The number of typed lines that the referee has seen."""
        self.diverged = False
        """Whether the referee would have typed another line than one that was typed ahead."""

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
