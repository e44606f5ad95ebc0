"""One dialogue over the wall: what a program prints and asks, and the lines that are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from grader.model.answer import Answer, Value
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Dialogue, Event
from grader.model.verdict import ChildEnd
from grader.sandbox.running.job import dialogue_function
from grader.sandbox.running.probe import Probe
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.wire.answer_decoder import AnswerDecoder
from grader.sandbox.wire.frames import CONTAINER_COST, Frame, MalformedFrame, packed
from grader.sandbox.wire.messages import read_printed, read_text

ChooseLine: TypeAlias = Callable[[Sequence[Event]], "str | None"]
"""Gets all events of a dialogue so far and returns the line that `input` gets, None for the end of the input."""
ReadCost: TypeAlias = Callable[[Frame], None]
"""Gets every frame of a dialogue before its events are read; raises MalformedFrame if the frame reports no cost."""

MAX_EVENTS = 400
MAX_TEXT = 2_000
CUT = "…"
MAX_LINE = 1_000
CELLS = 9
SYMBOLS = frozenset("XO.?")
SENT = frozenset({PRINTED, ASKED, BOARD})
"""Kinds of events that come from inside; what is typed is known outside."""


class DialogueExchange:
    """One dialogue seen from outside."""

    def __init__(
        self,
        probes: SubmissionProbes,
        choose: ChooseLine,
        limit: float,
        ahead: Sequence[str] = (),
        read_cost: ReadCost | None = None,
    ) -> None:
        """
        Let `choose` answer questions once the lines `ahead`, which were sent inside before, are used up.

        Each part between two questions that `choose` answers may take `limit` CPU seconds.
        """
        self._probes, self._choose, self._limit, self._read_cost = probes, choose, limit, read_cost
        self._ahead = list(ahead)
        self._name = dialogue_function(probes.job.module_spec) or "the program"
        self.events: list[Event] = []
        self.slowest = 0.0
        """CPU seconds of the longest part between two questions that went over the wall."""
        self._received = 0
        """How many events came from inside."""
        self._input_ended = False
        """Whether the input has ended."""

    def run(self, probe: Probe, cells: Mapping[str, Value]) -> Dialogue:
        """
        Type lines until the dialogue is over, and return the whole dialogue (ProbeEnded if the probe ends before).

        `cells` are the module's cells by symbol: the value that the dialogue function returns may contain them.
        """
        try:
            while True:
                frame = self._next_part(probe)
                if frame.message["type"] == "spoke":
                    return self._read_outcome(frame, cells)
                self._type_line(probe)
        except MalformedFrame as error:
            raise probe.ended(ChildEnd.GARBLED) from error

    def _next_part(self, probe: Probe) -> Frame:
        """Read events up to the next question or the end; return the last frame."""
        usage, spent = self._probes.usage, 0.0
        while True:
            allowed = min(self._limit - spent, usage.time_allowed(self._limit, probe))
            frame, seconds = probe.frame(max(0.0, allowed), "said", "asked", "spoke")
            spent += seconds
            if self._read_cost is not None:
                self._read_cost(frame)
            self._add_events(frame)
            if spent > self._limit:
                raise probe.ended(ChildEnd.CPU_LIMIT)
            if frame.message["type"] != "said":
                usage.note_near_limit(self._name, spent, self._limit)
                self.slowest = max(self.slowest, spent)
                return frame

    def _add_events(self, frame: Frame) -> None:
        new = read_events(frame)
        kind = frame.message["type"]
        questions = sum(event.kind == ASKED for event in new)
        if kind == "asked":
            if self._input_ended or not new or new[-1].kind != ASKED or questions != len(self._ahead) + 1:
                raise MalformedFrame("a question out of order")
        # Once the input is over, a question gets no answer: it is an event like any other.
        elif questions > len(self._ahead) and not self._input_ended:
            raise MalformedFrame("a question that was not asked")
        if kind == "said" and not new:
            raise MalformedFrame("nothing was said")
        self._received += len(new)
        if max(self._received, len(self.events) + len(new)) > MAX_EVENTS:
            raise MalformedFrame("too many events")
        self._probes.usage.quota.spend(built=CONTAINER_COST * len(new))
        for event in new:
            goes_on = event.kind == PRINTED and self.events and self.events[-1].kind == PRINTED
            self.events.append(_joined(self.events.pop(), event) if goes_on else event)
            if event.kind == ASKED and self._ahead:
                self.events.append(Event(kind=TYPED, text=self._ahead.pop(0)))

    def _type_line(self, probe: Probe) -> None:
        line = self._choose(tuple(self.events)) if len(self.events) < MAX_EVENTS - 1 else None
        if line is None:
            self._input_ended = True
            self.events.append(Event(kind=ENDED, text=""))
        else:
            line = line[:MAX_LINE]
            self.events.append(Event(kind=TYPED, text=line))
        probe.send(packed({"line": line}))

    def _read_outcome(self, frame: Frame, cells: Mapping[str, Value]) -> Dialogue:
        self._probes.usage.add_output(None, read_printed(frame))
        outcome = frame.message.get("outcome")
        if outcome is None:
            return Dialogue(events=tuple(self.events), answer=Answer(end=ChildEnd.EXITED), endless=True)
        answer = AnswerDecoder(cells, self._probes.usage.quota).answer(outcome)
        return Dialogue(events=tuple(self.events), answer=answer)


def _joined(one: Event, other: Event) -> Event:
    """Return what was printed in two parts as one event."""
    text = one.text + other.text
    return Event(kind=PRINTED, text=text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + CUT)


def read_events(frame: Frame) -> list[Event]:
    """Read the events in a frame of a dialogue (MalformedFrame if they are not what the inside writes)."""
    entries = frame.message.get("events")
    if type(entries) is not list or len(entries) > MAX_EVENTS:
        raise MalformedFrame("not a list of events")
    if any(type(entry) is not list or len(entry) != 2 or type(entry[0]) is not str for entry in entries):  # noqa: PLR2004 - kind and text
        raise MalformedFrame("not an event")
    return [_event(kind, read_text(text, MAX_TEXT)) for kind, text in entries]


@lru_cache(MAX_EVENTS)
def _event(kind: str, text: str) -> Event:
    """Return an event; the dialogues of one program mostly consist of the same ones."""
    if kind not in SENT:
        raise MalformedFrame("not an event")
    if kind == BOARD and (len(text) != CELLS or not SYMBOLS.issuperset(text)):
        raise MalformedFrame("not a board")
    return Event(kind=kind, text=text)
