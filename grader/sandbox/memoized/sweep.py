"""A submission's search with the exact shortcut: a memoized sweep, a sample made plainly, a prediction of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from grader.model.answer import Answer, Call
from grader.sandbox.memoized.claim import NEAR, Claim, Pace, agree, counted, poisoned, predicted, returned, sample
from grader.sandbox.running.job import talking_function
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.running.usage import Usage
from grader.sandbox.wire.frames import Frame, MalformedFrame, packed_calls
from grader.sandbox.wire.messages import Decoder, printed

ENDS = (ImportFailed, ProbeEnded, MalformedFrame)
"""Whatever ends a trial ends nothing else: the plain run shows what there is to show."""


NEAR_ALL = "in full it comes near a limit, so that it has to be run"
OTHERWISE = "a sample that was run in full gives other answers"


class NotShort(Exception):
    """The shortcut does nothing here, for a reason that a person may read."""


class Near(NotShort):
    """A prediction is too near to a limit to be good enough."""


class Trial:
    """
    What the shortcut does for one submission; whenever it does nothing, the phrase `why` says so.

    One probe serves the sweeps of all functions that were shown to keep nothing, and the memoized one.
    """

    def __init__(self, sessions: SubmissionProbes) -> None:
        """Try the submission of `sessions`, which stay as they are but for what they learn of the module."""
        self._plain = sessions
        self._short = sessions.apart(short=True)
        self._aside: list[Usage] = [self._short.usage]
        self._open = ExitStack()
        self._probe: Probe | None = None
        self._pace: Pace | None = None
        # Dialogues come after the games of a function, which take no longer than its sweep.
        self._games = 2 if talking_function(sessions.module_spec) else 1
        self.claim = Claim()
        self.why = ""
        try:
            self._opened()
            sessions.know(self._short.module)
            sessions.usage.hear(self._short.usage)
            self.claim = self._short.claim
            self.why = self.claim.why
        except ENDS:
            sessions.import_once()
            if sessions.failure is None:
                self.why = "the file could not be imported with it"

    def close(self) -> None:
        """End the probe and count what was used; only now, so that no limit is reached by it."""
        self._end()
        while self._aside:
            self._plain.usage.adopt(self._aside.pop())

    def game(self) -> SubmissionProbes | None:
        """Return sessions to play a game in with the search memoized, None where it has to be played plainly."""
        return self._apart() if self.claim.memoized else None

    def talks(self, function: str) -> SubmissionProbes | None:
        """Return sessions in which `function` talks with the search memoized, None where it has to be run plainly."""
        return self._apart() if function in self.claim.through else None

    def _apart(self) -> SubmissionProbes:
        sessions = self._plain.apart(short=True)
        sessions.pace = self._pace
        sessions.plain_seconds = self._plain.usage.left()
        self._aside.append(sessions.usage)
        return sessions

    def sweep(self, calls: Sequence[Call], function: str, *, search: bool) -> list[Answer] | None:
        """Make `calls` of `function`, a `search` memoized; None where that has to be done in a probe of its own."""
        if function not in (self.claim.through if search else self.claim.steady):
            return None
        try:
            if search:
                return self._searched(self._probe or self._opened(), calls, function)
            if self._probe is None:
                return None
            return self._steadily(self._probe, calls)
        except ENDS:
            self._end()
            self.why = "with it a call came to no end"
        except NotShort as reason:
            self.why = str(reason)
        self.claim = Claim(why=self.why)
        return None

    def _steadily(self, probe: Probe, calls: Sequence[Call]) -> list[Answer]:
        """Make calls of a function that may reach memoized ones, and count them as the plain sweep they are."""
        answers, frame, seconds = _made(self._short, probe, calls)
        _holds(frame, answers, calls)
        # A plain run makes them twice, the second time in another order.
        self._stay_away(2 * seconds)
        self._plain.usage.cpu_seconds += seconds
        self._short.usage.cpu_seconds -= seconds  # which is counted in the end
        return answers

    def _stay_away(self, seconds: float) -> None:
        """See that a plain run that takes so many `seconds` more stays away from all that a submission may take."""
        if self._plain.usage.plainly() + seconds >= NEAR * self._plain.limits.submission_seconds:
            raise Near(NEAR_ALL)

    def _opened(self) -> Probe:
        """Start a probe for one search more, after one that may have left something behind."""
        self._probe = self._open.enter_context(self._short.opened())
        return self._probe

    def _end(self) -> None:
        self._probe = None
        self._open.close()

    def _searched(self, probe: Probe, calls: Sequence[Call], function: str) -> list[Answer]:
        try:
            return self._believed(probe, calls, function, again=False)
        except Near:
            # A moment's delay in one position is multiplied by all games that pass it: near twice is near.
            self._end()
            return self._believed(self._opened(), calls, function, again=True)

    def _believed(self, probe: Probe, calls: Sequence[Call], function: str, *, again: bool) -> list[Answer]:
        answers, frame, _seconds = _made(self._short, probe, calls)
        if function not in self.claim.steady:
            self._end()  # it may have left something behind for other functions
        _holds(frame, answers, calls)
        count = counted(frame, len(calls))
        timed, cheap = sample(calls)
        plainly = predicted(count, timed, self._compare(calls, answers, timed, cheap))
        near, total = plainly.near(self._plain.limits.seconds_for(function)), sum(plainly.most)
        if near and not (again and near == [0] and function in self.claim.steady):
            raise Near(NEAR_ALL)
        self._stay_away(self._games * total)
        if self._pace is None or plainly.pace.plain > self._pace.plain:
            self._pace = plainly.pace
        self._plain.usage.printed(function, printed(frame))
        if near:
            answers[0] = self._really(calls[0], answers[0])
            total -= plainly.most[0]
        self._plain.usage.first_seconds.setdefault(function, plainly.first)
        self._plain.usage.saved += total
        return answers

    def _really(self, call: Call, kept: Answer) -> Answer:
        """Make the first move as a plain sweep does, as the first call of a process."""
        before = self._plain.usage.cpu_seconds
        made, end = self._plain.run([call], single=True, look_on=True)
        answer = made[0] if made else end or kept
        if returned([answer]) and not agree(answer, kept):
            self._plain.usage.cpu_seconds = before
            raise NotShort(OTHERWISE)
        return answer

    def _compare(
        self, calls: Sequence[Call], answers: Sequence[Answer], timed: Sequence[int], cheap: Sequence[int]
    ) -> float:
        """Make a sample of the calls plainly and return the CPU seconds of the `timed` ones."""
        plain = self._plain.apart(short=False)
        self._aside.append(plain.usage)
        spent = []
        with plain.opened() as probe:
            for places in (timed, cheap):
                made, _frame, seconds = _made(plain, probe, [calls[at] for at in places])
                if not all(agree(answers[at], again) for at, again in zip(places, made, strict=True)):
                    raise NotShort(OTHERWISE)
                spent.append(seconds)
        return spent[0]


def _holds(frame: Frame, answers: Sequence[Answer], calls: Sequence[Call]) -> None:
    """See that nothing contradicted the memo (NotShort where something did) and that every call came back."""
    why = poisoned(frame)
    if why is not None:
        raise NotShort(why)
    if len(answers) < len(calls) or not returned(answers):
        raise NotShort("a call did not come back")


def _made(sessions: SubmissionProbes, probe: Probe, calls: Sequence[Call]) -> tuple[list[Answer], Frame, float]:
    """Make `calls` in few frames; return the answers, the frame that closes them and the CPU seconds they took."""
    usage, limit = sessions.usage, sessions.limits.seconds_for(calls[0].function)
    decoder = Decoder(sessions.module.constants, usage.quota)
    probe.send(packed_calls(calls, single=False))
    answers: list[Answer] = []
    spent = 0.0
    while True:
        frame, seconds = sessions.frame(probe, usage.allowed(limit, probe), "answers", "done")
        spent += seconds
        if frame.message["type"] == "done":
            return answers, frame, spent
        answers += decoder.answers(frame, len(calls) - len(answers))
