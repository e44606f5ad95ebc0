"""Every game a human can play against the program, from the keyboard, and what the program must refuse on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.assignments.ai_game.choices import Choice, Fault, move
from grader.assignments.ai_game.referee import MOST_TYPED, Referee
from grader.assignments.ai_game.spec import examine
from grader.game.board import EMPTY_BOARD, FREE
from grader.model.answer import Value
from grader.model.dialogue import TYPED, Dialogue, Event
from grader.model.verdict import ChildEnd
from grader.sandbox.dialogue.runner import DialogueRunner
from grader.sandbox.student import Student

MALFORMED = ("a b", "x", "1", "", "{row} {column} 1")
"""Letters, one number, an empty line, three numbers of which two would do."""
MALFORMED_APART = ("a", "")
OFF_BOARD = ("3 0", "0 3", "-1 0", "0 -1", "-1 -1")
ODD_BOARDS = 2
"""Boards with the same number of marks on which odd input is typed."""
ENDS_WITHIN = 2
"""Marks on the boards at which the input ends."""
MOST_TALKS = 3_000
"""Four times what a program needs whose every game is full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A fault with the dialogue that shows it."""

    fault: Fault
    dialogue: Dialogue
    typed: tuple[Choice, ...]
    board: str


@dataclass(slots=True, kw_only=True)
class HumanGames:
    """What all dialogues showed together."""

    games: int = 0
    """Games that came to an end."""
    found: dict[str, Found] = field(default_factory=dict)
    """By check the shortest dialogue that shows a fault."""
    count: dict[str, int] = field(default_factory=dict)
    """By check how many dialogues show one."""
    landed: bool = False
    """Whether any move landed."""
    refused: bool = False
    """Whether a legal move was refused."""
    apart: bool = False
    """Whether row and column have to be typed as two lines."""
    cut: bool = False
    """Whether some games were not reached within the budget."""


def human_games(student: Student) -> HumanGames:
    """Return what playing all games showed; they are played at the first call."""
    return student.once("human games", lambda: _played(student))


def _played(student: Student) -> HumanGames:
    replies = _replies(student)
    played = student.hold_dialogues(lambda stage: _Walk(stage, apart=False).all(), replies)
    if played.refused and not played.landed:
        again = student.hold_dialogues(lambda stage: _Walk(stage, apart=True).all(), replies)
        if again.landed:
            return again
    return played


def _replies(student: Student) -> dict[str, dict[str, Value]]:
    """Return what `best_move` answered in its sweep, so that it need not search again in every game."""
    if not student.has("best_move"):
        return {}
    examination = examine(student, "best_move")
    known = {
        board: answer.value
        for board, answer in examination.by_board.items()
        if answer.end is ChildEnd.RETURNED and not answer.changed and examination.truth.move(answer) is not None
    }
    return {"best_move": known}


class _Walk:
    """Goes through the tree of all games, depth first, a dialogue for each leaf."""

    def __init__(self, stage: DialogueRunner, *, apart: bool) -> None:
        self._stage, self._apart = stage, apart
        self._seen = HumanGames(apart=apart)
        self._odd: dict[int, set[str]] = {}
        self._anew = False
        """Whether every game needs a process of its own: something is left over from the one before."""

    def all(self) -> HumanGames:
        todo: list[tuple[Choice, ...]] = [()]
        for _talk in range(MOST_TALKS):
            if not todo or self._seen.cut:
                break
            script = todo.pop()
            referee, dialogue = self._talk(script)
            if dialogue.answer.end is ChildEnd.NOT_REACHED:
                self._seen.cut = True
                break
            if not script or script[-1].kind == "move":
                self._seen.games += referee.result is not None
                self._seen.landed = self._seen.landed or referee.landed
                self._seen.refused = self._seen.refused or referee.refused_move
                todo += self._further(script, referee)
            self._keep(referee.faults, script, referee, dialogue)
        return self._seen

    def _talk(self, script: Sequence[Choice]) -> tuple[Referee, Dialogue]:
        if self._anew:
            self._stage.fresh()
        referee, dialogue = self._once(script)
        if not self._anew and any(self._is_news(fault, referee) for fault in referee.faults):
            # What is wrong must be wrong when the program is started anew, as a person would.
            self._stage.fresh()
            again, shown = self._once(script)
            self._anew = len(again.faults) < len(referee.faults)
            return again, shown
        return referee, dialogue

    def _is_news(self, fault: Fault, referee: Referee) -> bool:
        """Tell whether no dialogue as short as this one has shown the fault yet."""
        known = self._seen.found.get(fault.check)
        return known is None or len(referee.typed) < len(known.typed)

    def _once(self, script: Sequence[Choice]) -> tuple[Referee, Dialogue]:
        odd = any(choice.kind != "move" for choice in script)
        # One move more shows what became of the position; the rest of the game is played without odd input.
        until = len(script) + 1 if odd else MOST_TYPED
        # What the game before has answered to this beginning is typed ahead, which saves waiting for each question.
        ahead = [] if self._apart else [choice.line for choice in script if choice.kind != "end"]
        held = self._held(Referee(script, apart=self._apart, until=until), ahead)
        while held is None:
            held = self._held(Referee(script, apart=self._apart, until=until), [])
        return held

    def _held(self, referee: Referee, ahead: Sequence[str]) -> tuple[Referee, Dialogue] | None:
        """Return what came of a dialogue, None where the referee would not have typed all that was typed `ahead`."""
        hand = _Hand(referee)
        dialogue = self._stage.talk(hand.choose, ahead)
        hand.catch_up(dialogue.events)
        if hand.strayed:
            return None
        referee.judge(dialogue)
        return referee, dialogue

    def _further(self, script: Sequence[Choice], referee: Referee) -> Iterator[tuple[Choice, ...]]:
        """Yield what else can be typed at the questions that came after `script`; the deepest comes last."""
        for asked in referee.asked:
            if len(asked.typed) < len(script):
                continue
            # From a position that went wrong, what comes of further moves says nothing.
            yield from ((*asked.typed, move(cell)) for cell in _free(asked.board)[1:] if asked.sound)
            yield from ((*asked.typed, odd) for odd in self._odd_input(asked.board))

    def _odd_input(self, board: str) -> Iterator[Choice]:
        marks = 9 - board.count(FREE)
        known = self._odd.setdefault(marks, set())
        if board in known or len(known) >= ODD_BOARDS or "?" in board:
            return
        known.add(board)
        first = _free(board)[0]
        for line in MALFORMED_APART if self._apart else MALFORMED:
            yield Choice(kind="refuses_malformed", line=line.format(row=first // 3, column=first % 3))
        for line in OFF_BOARD:
            yield Choice(kind="refuses_off_board", line=line)
        for cell in range(9):
            if board[cell] != FREE:
                yield Choice(kind="refuses_occupied", line=f"{cell // 3} {cell % 3}", cell=cell)
        if marks <= ENDS_WITHIN:
            yield Choice(kind="end")

    def _keep(self, faults: Sequence[Fault], script: Sequence[Choice], referee: Referee, dialogue: Dialogue) -> None:
        odd = script[-1].kind if script and script[-1].kind not in {"move", "end"} else None
        for fault in faults:
            check = fault.check
            if odd is not None and check != odd:
                # A position that goes wrong after odd input, and only then, is that input's doing.
                if check != "turns" or not referee.misplaced or "turns" in self._seen.found:
                    continue
                check = odd
            self._seen.count[check] = self._seen.count.get(check, 0) + 1
            own = Fault(check=check, verdict=fault.verdict, why=fault.why)
            if self._is_news(own, referee):
                board = referee.board or EMPTY_BOARD
                self._seen.found[check] = Found(fault=own, dialogue=dialogue, typed=tuple(referee.typed), board=board)


class _Hand:
    """Types what the referee chooses, some of it ahead; what lies ahead passes the referee afterwards."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._passed = 0
        self.strayed = False
        """Whether what was typed ahead is not what the referee would have typed there."""

    def choose(self, events: Sequence[Event]) -> str | None:
        self.catch_up(events)
        line = None if self.strayed else self._referee.choose(events)
        self._passed += line is not None
        return line

    def catch_up(self, events: Sequence[Event]) -> None:
        typed = [at for at, event in enumerate(events) if event.kind == TYPED]
        for at in typed[self._passed :]:
            self._passed += 1
            self.strayed = self.strayed or self._referee.choose(events[:at]) != events[at].text


def _free(board: str) -> list[int]:
    return [cell for cell, mark in enumerate(board) if mark == FREE]
