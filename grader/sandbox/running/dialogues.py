"""Dialogues with console programs: a program's texts and questions, and the typed lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from grader.model.answer import ASKED, BOARD, ENDED, PRINTED, TYPED, Answer, Dialogue, Event, Value
from grader.model.verdict import ChildEnd
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes, dialogue_function
from grader.sandbox.wire.frames import CONTAINER_COST, Frame, MalformedFrame, as_json, checked, encoded, packed
from grader.sandbox.wire.messages import AnswerDecoder, read_printed

ChooseLine: TypeAlias = Callable[[Sequence[Event]], "str | None"]
"""Gets all events of a dialogue so far and returns the line to type, None for the end of the input."""

MAX_EVENTS = 400
MAX_TEXT = 2_000
TEXT = Annotated[str, Meta(max_length=MAX_TEXT)]
EVENTS = Annotated[list[tuple[Literal["printed", "asked", "board"], TEXT]], Meta(max_length=MAX_EVENTS)]
"""Kind and text of each event from inside; typed lines are known outside."""
CUT = "…"
MAX_LINE = 1_000
CELLS = 9
SYMBOLS = frozenset("XO.?")


class DialogueExchange:
    """One dialogue seen from outside."""

    def __init__(
        self,
        probes: SubmissionProbes,
        choose: ChooseLine,
        limit: float,
        ahead: Sequence[str] = (),
        read_cost: Callable[[Frame], None] = lambda _frame: None,
    ) -> None:
        """Type the lines `ahead`, which are inside already, then those of `choose`, each within `limit` CPU seconds."""
        self._probes, self._choose, self._limit, self._read_cost = probes, choose, limit, read_cost
        self._ahead = list(ahead)
        self._name = dialogue_function(probes.job.module_spec) or "the program"
        self.events: list[Event] = []
        self.slowest = 0.0
        """CPU seconds of the longest part between two questions that went over the wall."""
        self._received = 0
        self._input_ended = False

    def run(self, probe: Probe, cells: Mapping[str, Value]) -> Dialogue:
        """Type lines to the end and return the dialogue (ProbeEnded); `cells` are the module's cells by symbol."""
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
        # After the end of the input a question gets no answer, like any other event.
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
    text = one.text + other.text
    return Event(kind=PRINTED, text=text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + CUT)


def read_events(frame: Frame) -> list[Event]:
    """Read the events in a frame of a dialogue (MalformedFrame for events that the inside never writes)."""
    return [_event(kind, text) for kind, text in checked(frame.message.get("events"), EVENTS)]


def _event(kind: str, text: str) -> Event:
    if kind == BOARD and (len(text) != CELLS or not SYMBOLS.issuperset(text)):
        raise MalformedFrame("not a board")
    return Event(kind=kind, text=text)


KnownAnswers: TypeAlias = Mapping[str, Mapping[str, Value]]
NO_ANSWERS: KnownAnswers = MappingProxyType({})

QUICK_SHARE = 0.1
"""
Share of a limit; lines are typed ahead only if answering all of them should take less.

The whole part between two questions that go over the wall has one limit. Lines typed ahead make this part longer; far
below the limit, they cannot end a dialogue that would stay within it line by line.
"""


class DialogueRunner:
    """A context manager that runs the dialogue function again and again, if possible in one probe."""

    max_ends = 12
    """Dialogues that may end their probe; after so many, further ones count as not reached. Callers stop sooner."""

    def __init__(self, probes: SubmissionProbes, known: KnownAnswers = NO_ANSWERS) -> None:
        self._probes, self._known = probes, known
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._probe_knows = NO_ANSWERS
        self._ends = 0
        self._over = False
        self._slowest = 0.0

    def __enter__(self) -> DialogueRunner:  # noqa: PYI034 - typing.Self is Python 3.11's
        return self

    def __exit__(self, *_exc: object) -> None:
        self.restart()

    @property
    def over(self) -> bool:
        """Whether every further dialogue is "not reached"."""
        return self._over or self._probes.failure is not None or self._probes.usage.exhausted

    def read_cost(self, frame: Frame) -> None:
        """Read the cost that a frame reports (MalformedFrame if it is none); without a memo it reports none."""

    def talk(self, choose: ChooseLine, ahead: Sequence[str] = (), *, use_known: bool = True) -> Dialogue:
        """Run the dialogue function once; type the lines `ahead` first. `use_known` saves calls with known answers."""
        if self._probes.failure is not None:
            return Dialogue(events=(), answer=self._probes.failure)
        if self.over:
            return Dialogue(events=(), answer=Answer(end=ChildEnd.NOT_REACHED))
        limit = limit_between_questions(self._probes)
        lines = ahead if use_known and self._slowest * (len(ahead) + 1) < QUICK_SHARE * limit else ()
        exchange = DialogueExchange(self._probes, choose, limit, lines, self.read_cost)
        try:
            probe = self._begin(lines, self._known if use_known else NO_ANSWERS)
            dialogue = exchange.run(probe, self._probes.module.constants)
        except ImportFailed as failed:
            return self._count_end(Dialogue(events=(), answer=failed.answer))
        except ProbeEnded as ended:
            return self._count_end(Dialogue(events=tuple(exchange.events), answer=self._probes.end_of(ended)))
        if use_known:
            self._slowest = max(self._slowest, exchange.slowest)
        if dialogue.endless:
            self.restart()
        self._over = not self._is_acceptable(dialogue, limit)
        return dialogue

    def restart(self) -> None:
        """End the probe; the next dialogue begins in a new probe."""
        self._probe, self._probe_knows = None, NO_ANSWERS
        self._open.close()

    def _is_acceptable(self, _dialogue: Dialogue, _limit: float) -> bool:
        return True

    def _begin(self, ahead: Sequence[str], known: KnownAnswers) -> Probe:
        """Call the dialogue function, in a new probe if there is none; return the probe."""
        replies = b""
        if self._probe is None:
            self._probe = self._open.enter_context(self._probes.opened())
        if self._probe_knows is not known:
            # The probe keeps the answers for later dialogues.
            self._probe_knows = known
            replies = self._replies if known else as_json({})
        self._probe.send(packed({"talk": True, "ahead": list(ahead)}, known_answers=replies))
        return self._probe

    @cached_property
    def _replies(self) -> bytes:
        """The encoded known answers, made once: a program that often ends its process gets them a thousand times."""
        by_name = self._known.items()
        return as_json(
            {name: dict(zip(boards, map(encoded, boards.values()), strict=True)) for name, boards in by_name}
        )

    def _count_end(self, dialogue: Dialogue) -> Dialogue:
        self.restart()
        self._ends += 1
        self._over = self._ends >= self.max_ends
        return dialogue


def run_script(probes: SubmissionProbes, choose: ChooseLine, name: str) -> Dialogue:
    """Run the file of `probes` as a script called `name`, to its end; the file need not be importable."""
    if probes.usage.exhausted:
        return Dialogue(events=(), answer=Answer(end=ChildEnd.NOT_REACHED))
    limit = max(limit_between_questions(probes), probes.limits.import_seconds)
    exchange = DialogueExchange(probes, choose, limit)
    try:
        with probes.started(name) as probe:
            return exchange.run(probe, {})
    except ProbeEnded as ended:
        return Dialogue(events=tuple(exchange.events), answer=probes.end_of(ended))


def limit_between_questions(probes: SubmissionProbes) -> float:
    """Return the CPU seconds allowed between two questions: any search may run between them."""
    limits, functions = probes.limits, probes.job.module_spec.functions
    names = [function.name for function in functions if function.slow or function.is_dialogue]
    return max(map(limits.seconds_for, names), default=limits.call_seconds)
