"""Watches one dialogue with a program that plays: chooses what the person types, and sees what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence

from grader.assignments.ai_game.announcement import announces, fresh_lines
from grader.assignments.ai_game.choices import Asked, Choice, Fault, first_free
from grader.assignments.exhaustive.value_text import board_text
from grader.game.board import EMPTY_BOARD, FREE, O, X, is_over, winner
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Dialogue, Event
from grader.model.verdict import ChildEnd, Verdict, verdict_of_wrong

TRUTHS = ("never_loses", "turns", "stops_and_says")
MOST_TYPED = 12
"""Choices in a dialogue: more than a game has moves."""
ENDLESS = (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT, ChildEnd.OUTPUT_LIMIT)
NO = "n"
"""What is typed at a question after the end of a game, such as whether to play again."""


class Referee:
    """
    Plays a script, then the first free cell at every question, and judges what happens.

    Positions are read from the boards that the program shows. Nothing is judged after something that must be refused
    was not, nor after the end of the input.
    """

    def __init__(self, script: Sequence[Choice], *, apart: bool = False, until: int = MOST_TYPED) -> None:
        """
        Begin with `script`, and see it through, or to the question after `until` choices.

        With `apart`, row and column are typed as answers to two questions.
        """
        self._script = list(script)
        self._until = until
        self._apart = apart
        self._column: str | None = None
        self._known: set[str] = set()
        self._move: int | None = None
        self._odd: Choice | None = None
        self._asked_on = False
        self._closed = False
        self.board: str | None = None
        """What the program showed when it asked last, None before it has asked."""
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
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
        shown, text = _since_typed(events)
        if self._asked_on:
            self._fault("stops_and_says", "goes on asking after the game is over")
            self._closed = True
        if self._closed:
            return None
        return self._answer(shown, text) if self._odd is None else self._after_odd(shown)

    def _answer(self, shown: list[str], text: str) -> str | None:
        """Return what is typed at a question of the game, or at one after it."""
        now = self._seen(shown, returned=False)
        over = _over(now)
        if self.board is not None and over is not None:
            self._judge_end(over, text)
            self._asked_on = True
            return NO
        self.refused_move = self.board is not None and now == self.board and self._move is not None
        if self.refused_move or len(self.typed) >= self._until:
            self._closed = True
            return None
        self._known |= set(fresh_lines(text, set()).split("\n"))
        self.board = now
        self.asked.append(Asked(typed=tuple(self.typed), board=now, sound=not self._faulty("turns")))
        return self._type(self._script.pop(0) if self._script else first_free(now))

    def judge(self, dialogue: Dialogue) -> None:
        """See how it ended."""
        shown, text = _since_typed(dialogue.events)
        end = dialogue.answer.end
        crashed = end is not ChildEnd.RETURNED
        if self.typed and self.typed[-1].kind == "end":
            if dialogue.endless or end in ENDLESS:
                self._fault("ends_with_input", "goes on asking for ever where there is no more input")
        elif self._closed or (self._asked_on and not crashed):
            return
        elif self._odd is not None:
            if end in {ChildEnd.RETURNED, ChildEnd.EXITED}:
                self._fault(self._odd.kind, "the game ends")
            else:
                self._fault(self._odd.kind, _end_text(dialogue), verdict_of_wrong(end))
        else:
            self._judge_last(self._seen(shown, returned=True), text, _end_text(dialogue) if crashed else "", end)

    def _judge_last(self, now: str, text: str, crash: str, end: ChildEnd) -> None:
        over = _over(now)
        if crash:
            for check in TRUTHS if over is None else ("stops_and_says",):
                self._fault(check, crash, verdict_of_wrong(end))
        elif over is None:
            self._judge_hidden_end(now, text)
        if over is not None:
            self._judge_end(over, text, said=not crash)

    def _type(self, choice: Choice) -> str | None:
        self.typed.append(choice)
        self._move = choice.cell if choice.kind == "move" else None
        self._odd = choice if choice.kind not in {"move", "end"} else None
        if choice.kind == "end":
            self._closed = True
            return None
        words = choice.line.split()
        if self._apart and len(words) == 2:  # noqa: PLR2004 - row and column
            self._column = words[1]
            return words[0]
        return choice.line

    def _after_odd(self, shown: list[str]) -> str | None:
        """See that the position stands, then make a legal move, which shows what the program has kept."""
        odd, before = self._odd, self.board
        assert odd is not None and before is not None  # noqa: S101, PT018 - something was typed at a question
        if shown and shown[-1] != before:
            self._fault(odd.kind, f"afterwards the board is {board_text(shown[-1])}")
            self._closed = True
            return None
        self._odd = None
        return self._type(self._script.pop(0) if self._script else first_free(before))

    def _seen(self, shown: list[str], *, returned: bool) -> str:
        """Return the position now, once it is compared with what it must be."""
        before = self.board
        if before is None:
            if shown and shown[-1] != EMPTY_BOARD:
                self._fault("turns", f"the first board is {board_text(shown[-1])}")
            return shown[-1] if shown else EMPTY_BOARD
        if self._move is None:
            return shown[-1] if shown else before
        now = shown[-1] if shown else before
        mine = _with(before, self._move, X)
        if now == before and not returned:
            return now
        self.landed = self.landed or mine in shown or _is_reply(mine, now)
        if is_over(mine):
            if _is_reply(mine, now):
                self._fault("stops_and_says", "the AI moves after the game is over")
                return mine
            right = now == mine
        else:
            right = _is_reply(mine, now) or (returned and now in {mine, before})
        if not right or any(board not in {before, mine, now} for board in shown):
            self._fault("turns", f"after `{self.typed[-1].line}` the board is {board_text(now)}")
            self.misplaced = True
        return now

    def _judge_end(self, over: str | None, text: str, *, said: bool = True) -> None:
        self.result = over
        if over == X:
            self._fault("never_loses", "the AI loses")
        ended = None if over == "draw" else over
        if said and not announces(fresh_lines(text, self._known), ended):
            self._fault(
                "stops_and_says",
                "it does not say that it is a draw" if ended is None else f"it does not say that {ended} has won",
            )

    def _judge_hidden_end(self, now: str, text: str) -> None:
        """Judge a program that came back though no board it showed is a finished one."""
        mine = None if self.board is None or self._move is None else _with(self.board, self._move, X)
        ends = [] if mine is None else [mine, *(_with(mine, cell, O) for cell in range(9) if mine[cell] == FREE)]
        said = fresh_lines(text, self._known)
        over = [winner(board) for board in ends if is_over(board) and announces(said, winner(board))]
        if over:
            self._fault("turns", "the last board is not shown")
            self._judge_end(over[0] or "draw", text)
        elif self.board is None:
            self._fault("turns", "asks for no move")
            self._fault("stops_and_says", "comes back without a game")
        else:
            self._fault("stops_and_says", "comes back before the game is over")
            if mine is not None and not _is_reply(mine, now):
                self._fault("turns", f"after `{self.typed[-1].line}` the AI makes no move")

    def _fault(self, check: str, why: str, verdict: Verdict = Verdict.FAIL) -> None:
        if not self._faulty(check):
            self.faults.append(Fault(check=check, verdict=verdict, why=why))

    def _faulty(self, check: str) -> bool:
        return any(fault.check == check for fault in self.faults)


def _since_typed(events: Sequence[Event]) -> tuple[list[str], str]:
    """Return the boards shown, and the text printed and asked, since something was typed last."""
    last = max((at for at, event in enumerate(events) if event.kind in {TYPED, ENDED}), default=-1)
    new = events[last + 1 :]
    shown = [event.text for event in new if event.kind == BOARD]
    return shown, "".join(
        "\n" if event.kind == BOARD else event.text for event in new if event.kind in {PRINTED, ASKED, BOARD}
    )


def _is_reply(mine: str, now: str) -> bool:
    """Tell whether `now` is `mine` with one O more."""
    differ = [cell for cell in range(9) if now[cell] != mine[cell]]
    return len(differ) == 1 and mine[differ[0]] == FREE and now[differ[0]] == O


def _with(board: str, cell: int, mark: str) -> str:
    return board[:cell] + mark + board[cell + 1 :]


def _over(board: str) -> str | None:
    """Return who has won a finished board, or ``draw``; None where it is open, or no board."""
    if "?" in board or not is_over(board):
        return None
    return winner(board) or "draw"


def _end_text(dialogue: Dialogue) -> str:
    raised = dialogue.answer.raised
    return f"ends with {raised}" if raised is not None else f"ends: {dialogue.answer.end.value}"
