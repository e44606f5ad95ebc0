"""Holds one dialogue with a referee at the keyboard; lines that are surely typed may be sent ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.assignments.ai_game.choices import Choice, Manner
from grader.assignments.ai_game.referee import MAX_CHOICES, Referee
from grader.model.dialogue import TYPED, Dialogue, Event
from grader.sandbox.dialogue.runner import DialogueRunner


class RefereedDialogue(NamedTuple):
    """A dialogue with the referee who watched it."""

    referee: Referee
    dialogue: Dialogue


def hold(
    runner: DialogueRunner, script: Sequence[Choice], manner: Manner, *, use_known: bool = True
) -> RefereedDialogue:
    """Hold the dialogue that begins with `script`; without `use_known`, known answers are asked for again."""
    only_moves = all(choice.kind == "move" for choice in script)
    # One more move shows the position afterwards; the rest of that game is played in another dialogue.
    until = MAX_CHOICES if only_moves else len(script) + 1
    # Lines that are typed ahead save the wait for each question: an earlier game asked the same questions.
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
