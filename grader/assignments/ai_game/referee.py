"""Watches one dialogue with a program that plays: chooses what the person types, and judges what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.assignments.ai_game.announcement import announces, fresh_lines
from grader.assignments.ai_game.choices import Choice, Fault, Prompt, first_free
from grader.assignments.exhaustive.value_text import board_text
from grader.game.board import EMPTY_BOARD, FREE, O, X, is_over, winner
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Dialogue, Event
from grader.model.verdict import ChildEnd, Verdict, verdict_of_failure

GAME_CHECKS = ("never_loses", "turns", "stops_and_says")
"""Checks about whole games; the others are about single inputs."""
MAX_CHOICES = 12
"""Choices in a dialogue: more than a game has moves."""
ENDLESS = (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT, ChildEnd.OUTPUT_LIMIT)
ANSWER_NO = "n"
"""What is typed at a question after the end of a game, such as whether to play again."""


class Referee:
    """
    Plays a script, then the first free cell at every question, and judges what happens.

    Positions are read from the boards that the program shows. Nothing is judged after input was accepted that must be
    refused, nor after the end of the input.
    """

    def __init__(self, script: Sequence[Choice], *, two_questions: bool = False, until: int = MAX_CHOICES) -> None:
        """
        Begin with `script`; end the input at the first question after `until` choices.

        With `two_questions`, row and column are typed as answers to two questions.
        """
        self._script = list(script)
        self._until = until
        self._two_questions = two_questions
        self._column: str | None = None
        self._known_lines: set[str] = set()
        self._last_move: int | None = None
        self._refusal: Choice | None = None
        self._asked_after_end = False
        self._input_ended = False
        self.board: str | None = None
        """The last board that the program showed before it asked; None before its first question."""
        self.faults: list[Fault] = []
        self.prompts: list[Prompt] = []
        """Every question of the game."""
        self.typed: list[Choice] = []
        self.misplaced = False
        """Whether a position was not what the last move made it."""
        self.landed = False
        """Whether a move landed."""
        self.refused_move = False
        """Whether a legal move was refused."""
        self.result: str | None = None
        """``X``, ``O`` or ``draw`` once the game is over."""

    def choose(self, events: Sequence[Event]) -> str | None:
        """Return what is typed now; None is the end of the input."""
        if self._column is not None:
            line, self._column = self._column, None
            return line
        shown, text = _output_since_input(events)
        if self._asked_after_end:
            self._add_fault("stops_and_says", "goes on asking after the game is over")
            self._input_ended = True
        if self._input_ended:
            return None
        return self._answer_question(shown, text) if self._refusal is None else self._after_refusal(shown)

    def _answer_question(self, shown: list[str], text: str) -> str | None:
        """Return what is typed at a question of the game, or at one after it."""
        now = self._read_position(shown, returned=False)
        over = _result_of(now)
        if self.board is not None and over is not None:
            self._judge_end(over, text)
            self._asked_after_end = True
            return ANSWER_NO
        self.refused_move = self.board is not None and now == self.board and self._last_move is not None
        if self.refused_move or len(self.typed) >= self._until:
            self._input_ended = True
            return None
        self._known_lines |= set(fresh_lines(text, set()).split("\n"))
        self.board = now
        self.prompts.append(Prompt(typed=tuple(self.typed), board=now, as_expected=not self._has_fault("turns")))
        return self._type(self._script.pop(0) if self._script else first_free(now))

    def judge(self, dialogue: Dialogue) -> None:
        """Judge how the dialogue ended."""
        shown, text = _output_since_input(dialogue.events)
        end = dialogue.answer.end
        crashed = end is not ChildEnd.RETURNED
        if self.typed and self.typed[-1].kind == "end":
            if dialogue.endless or end in ENDLESS:
                self._add_fault("ends_with_input", "goes on asking for ever where there is no more input")
        elif self._input_ended or (self._asked_after_end and not crashed):
            return
        elif self._refusal is not None:
            if end in {ChildEnd.RETURNED, ChildEnd.EXITED}:
                self._add_fault(self._refusal.kind, "the game ends")
            else:
                self._add_fault(self._refusal.kind, _end_text(dialogue), verdict_of_failure(end))
        else:
            self._judge_last(
                self._read_position(shown, returned=True), text, _end_text(dialogue) if crashed else "", end
            )

    def _judge_last(self, now: str, text: str, crash: str, end: ChildEnd) -> None:
        over = _result_of(now)
        if crash:
            for check in GAME_CHECKS if over is None else ("stops_and_says",):
                self._add_fault(check, crash, verdict_of_failure(end))
        elif over is None:
            self._judge_hidden_end(now, text)
        if over is not None:
            self._judge_end(over, text, said=not crash)

    def _type(self, choice: Choice) -> str | None:
        self.typed.append(choice)
        self._last_move = choice.cell if choice.kind == "move" else None
        self._refusal = choice if choice.kind not in {"move", "end"} else None
        if choice.kind == "end":
            self._input_ended = True
            return None
        words = choice.line.split()
        if self._two_questions and len(words) == 2:  # noqa: PLR2004 - row and column
            self._column = words[1]
            return words[0]
        return choice.line

    def _after_refusal(self, shown: list[str]) -> str | None:
        """Judge that the board is as before, then make a legal move, which shows the program's position."""
        refusal, before = self._refusal, self.board
        assert refusal is not None and before is not None  # noqa: S101, PT018 - something was typed at a question
        if shown and shown[-1] != before:
            self._add_fault(refusal.kind, f"afterwards the board is {board_text(shown[-1])}")
            self._input_ended = True
            return None
        self._refusal = None
        return self._type(self._script.pop(0) if self._script else first_free(before))

    def _read_position(self, shown: list[str], *, returned: bool) -> str:
        """Return the position now; a fault where it is not what the last move made it."""
        before = self.board
        if before is None:
            if shown and shown[-1] != EMPTY_BOARD:
                self._add_fault("turns", f"the first board is {board_text(shown[-1])}")
            return shown[-1] if shown else EMPTY_BOARD
        if self._last_move is None:
            return shown[-1] if shown else before
        now = shown[-1] if shown else before
        mine = _with_mark(before, self._last_move, X)
        if now == before and not returned:
            return now
        self.landed = self.landed or mine in shown or _is_reply(mine, now)
        if is_over(mine):
            if _is_reply(mine, now):
                self._add_fault("stops_and_says", "the AI moves after the game is over")
                return mine
            right = now == mine
        else:
            right = _is_reply(mine, now) or (returned and now in {mine, before})
        if not right or any(board not in {before, mine, now} for board in shown):
            self._add_fault("turns", f"after `{self.typed[-1].line}` the board is {board_text(now)}")
            self.misplaced = True
        return now

    def _judge_end(self, over: str | None, text: str, *, said: bool = True) -> None:
        self.result = over
        if over == X:
            self._add_fault("never_loses", "the AI loses")
        ended = None if over == "draw" else over
        if said and not announces(fresh_lines(text, self._known_lines), ended):
            self._add_fault(
                "stops_and_says",
                "it does not say that it is a draw" if ended is None else f"it does not say that {ended} has won",
            )

    def _judge_hidden_end(self, now: str, text: str) -> None:
        """Judge a program that returned though no board that it showed is a finished one."""
        mine = None if self.board is None or self._last_move is None else _with_mark(self.board, self._last_move, X)
        ends = [] if mine is None else [mine, *(_with_mark(mine, cell, O) for cell in range(9) if mine[cell] == FREE)]
        said = fresh_lines(text, self._known_lines)
        over = [winner(board) for board in ends if is_over(board) and announces(said, winner(board))]
        if over:
            self._add_fault("turns", "the last board is not shown")
            self._judge_end(over[0] or "draw", text)
        elif self.board is None:
            self._add_fault("turns", "asks for no move")
            self._add_fault("stops_and_says", "comes back without a game")
        else:
            self._add_fault("stops_and_says", "comes back before the game is over")
            if mine is not None and not _is_reply(mine, now):
                self._add_fault("turns", f"after `{self.typed[-1].line}` the AI makes no move")

    def _add_fault(self, check: str, reason: str, verdict: Verdict = Verdict.FAIL) -> None:
        if not self._has_fault(check):
            self.faults.append(Fault(check=check, verdict=verdict, reason=reason))

    def _has_fault(self, check: str) -> bool:
        return any(fault.check == check for fault in self.faults)


class _ProgramOutput(NamedTuple):
    """What the program wrote between two inputs."""

    boards: list[str]
    """The boards it showed."""
    text: str
    """What it printed and asked; a line feed stands for each board."""


def _output_since_input(events: Sequence[Event]) -> _ProgramOutput:
    """Return what the program wrote since something was typed last."""
    last = max((at for at, event in enumerate(events) if event.kind in {TYPED, ENDED}), default=-1)
    new = events[last + 1 :]
    shown = [event.text for event in new if event.kind == BOARD]
    written = ("\n" if event.kind == BOARD else event.text for event in new if event.kind in {PRINTED, ASKED, BOARD})
    return _ProgramOutput(shown, "".join(written))


def _is_reply(mine: str, now: str) -> bool:
    """Tell whether `now` is `mine` with one more O."""
    differ = [cell for cell in range(9) if now[cell] != mine[cell]]
    return len(differ) == 1 and mine[differ[0]] == FREE and now[differ[0]] == O


def _with_mark(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


def _result_of(board: str) -> str | None:
    """Return the winner of a finished board, or ``draw``; None where it is open or is no board."""
    if "?" in board or not is_over(board):
        return None
    return winner(board) or "draw"


def _end_text(dialogue: Dialogue) -> str:
    raised = dialogue.answer.raised
    return f"ends with {raised}" if raised is not None else f"ends: {dialogue.answer.end.value}"
