"""One dialogue over the wall: what a program prints and asks, and the lines it gets, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from grader.model.answer import Answer, Value
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Dialogue, Event
from grader.model.verdict import ChildEnd
from grader.sandbox.running.job import talking_function
from grader.sandbox.running.probe import Probe
from grader.sandbox.running.submission_probes import SubmissionProbes
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed
from grader.sandbox.wire.messages import Decoder, printed, text_of
from grader.sandbox.wire.quota import BUILT
from grader.sandbox.wire.value_decoder import MAX_INT

ChooseLine: TypeAlias = Callable[[Sequence[Event]], "str | None"]
"""Gets all events of a talk so far and returns the line that `input` gets, None for the end of the input."""

MAX_EVENTS = 400
MAX_TEXT = 2_000
CUT = "…"
MAX_LINE = 1_000
CELLS = 9
SYMBOLS = frozenset("XO.?")
TOLD = frozenset({PRINTED, ASKED, BOARD})
"""What the inside tells; what is typed we know ourselves."""


class Talk:
    """One dialogue seen from outside."""

    def __init__(
        self,
        sessions: SubmissionProbes,
        choose: ChooseLine,
        limit: float,
        cells: Mapping[str, Value],
        ahead: Sequence[str] = (),
    ) -> None:
        """
        Have `choose` type once the lines `ahead`, which are there already, are read.

        Each part between two questions that `choose` answers may take `limit` CPU seconds. `cells` are by symbol.
        """
        self._sessions, self._choose, self._limit, self._cells = sessions, choose, limit, cells
        self._ahead = list(ahead)
        self._name = talking_function(sessions.module_spec) or "the program"
        self.events: list[Event] = []
        self.longest, self.plainly = 0.0, 0.0
        """CPU seconds that the longest part between two questions, and all of it, would have taken plainly."""
        self.slowest = 0.0
        """CPU seconds of the longest part between two questions that went over the wall."""
        self._told = 0
        self._over = False
        """Whether the input has ended."""
        self.poisoned = False
        """Whether the memo was seen not to hold."""

    def hold(self, probe: Probe) -> Dialogue:
        """Type lines until it is over (Ended when the probe ends before)."""
        try:
            while True:
                frame = self._part(probe)
                if frame.message["type"] == "spoke":
                    return self._closed(frame)
                self._type(probe)
        except MalformedFrame as error:
            raise probe.ended(ChildEnd.GARBLED) from error

    def _part(self, probe: Probe) -> Frame:
        """Take in what happens up to the next question or the end."""
        usage, spent, plainly = self._sessions.usage, 0.0, 0.0
        while True:
            allowed = min(self._limit - spent, usage.allowed(self._limit, probe))
            frame, seconds = self._sessions.frame(probe, max(0.0, allowed), "said", "asked", "spoke")
            spent += seconds
            at_most, likely = self.reckoned(frame)
            plainly += at_most
            self.plainly += likely
            self._take(frame)
            if spent > self._limit:
                raise probe.ended(ChildEnd.CPU_LIMIT)
            if frame.message["type"] != "said":
                usage.timed(self._name, spent, self._limit)
                self.longest, self.slowest = max(self.longest, plainly), max(self.slowest, spent)
                return frame

    def _take(self, frame: Frame) -> None:
        new = read_events(frame)
        kind = frame.message["type"]
        questions = sum(event.kind == ASKED for event in new)
        if kind == "asked":
            if self._over or not new or new[-1].kind != ASKED or questions != len(self._ahead) + 1:
                raise MalformedFrame("a question out of order")
        # Once the input is over a question is but told.
        elif questions > len(self._ahead) and not self._over:
            raise MalformedFrame("a question that was not asked")
        if kind == "said" and not new:
            raise MalformedFrame("nothing was said")
        self._told += len(new)
        if max(self._told, len(self.events) + len(new)) > MAX_EVENTS:
            raise MalformedFrame("too many events")
        self._sessions.usage.quota.take(built=BUILT * len(new))
        for event in new:
            parts = event.kind == PRINTED and self.events and self.events[-1].kind == PRINTED
            self.events.append(_joined(self.events.pop(), event) if parts else event)
            if event.kind == ASKED and self._ahead:
                self.events.append(Event(kind=TYPED, text=self._ahead.pop(0)))

    def _type(self, probe: Probe) -> None:
        line = self._choose(tuple(self.events)) if len(self.events) < MAX_EVENTS - 1 else None
        if line is None:
            self._over = True
            self.events.append(Event(kind=ENDED, text=""))
        else:
            line = line[:MAX_LINE]
            self.events.append(Event(kind=TYPED, text=line))
        probe.send(packed({"line": line}))

    def _closed(self, frame: Frame) -> Dialogue:
        self._sessions.usage.printed(None, printed(frame))
        outcome = frame.message.get("outcome")
        if outcome is None:
            return Dialogue(events=tuple(self.events), answer=Answer(end=ChildEnd.EXITED), endless=True)
        answer = Decoder(self._cells, self._sessions.usage.quota).answer(outcome)
        return Dialogue(events=tuple(self.events), answer=answer)

    def reckoned(self, frame: Frame) -> tuple[float, float]:
        """Return the CPU seconds a plain run would have taken, at most and as far as the number of calls tells."""
        if not self._sessions.short:
            return 0.0, 0.0
        poisoned = frame.message.get("poison")
        if type(poisoned) is not bool:
            raise MalformedFrame("not what came of the memo")
        self.poisoned = self.poisoned or poisoned
        real, saved, calls = (_number(frame.message.get(name)) for name in ("real", "saved", "calls"))
        pace = self._sessions.pace
        at_most = (real + saved) / 1000
        if pace is None:
            return at_most, at_most
        plainly = real / 1000 + calls * pace.plain
        return max(plainly, at_most - calls * pace.work), plainly


def _number(entry: object) -> int:
    if type(entry) is not int or not 0 <= entry < MAX_INT:
        raise MalformedFrame("not what it would have taken")
    return entry


def _joined(one: Event, other: Event) -> Event:
    """Return what was printed in two parts as one."""
    text = one.text + other.text
    return Event(kind=PRINTED, text=text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + CUT)


def read_events(frame: Frame) -> list[Event]:
    """Read what the inside tells (Garbled when it is anything else)."""
    entries = frame.message.get("events")
    if type(entries) is not list or len(entries) > MAX_EVENTS:
        raise MalformedFrame("not a list of events")
    return list(map(_event, entries))


def _event(entry: object) -> Event:
    if type(entry) is not list or len(entry) != 2 or type(entry[0]) is not str or entry[0] not in TOLD:  # noqa: PLR2004 - kind and text
        raise MalformedFrame("not an event")
    kind, text = entry[0], text_of(entry[1], MAX_TEXT)
    if kind == BOARD and (len(text) != CELLS or not SYMBOLS.issuperset(text)):
        raise MalformedFrame("not a board")
    return Event(kind=kind, text=text)
