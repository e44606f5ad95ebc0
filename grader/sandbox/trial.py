"""A submission's search with the exact shortcut: a memoized sweep, a sample made plainly, a prediction of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from grader.model.answer import Answer, Call
from grader.sandbox.frames import Frame, Garbled, packed_calls
from grader.sandbox.probe import Ended, Probe
from grader.sandbox.protocol import Decoder, printed
from grader.sandbox.session import ImportFailed, Sessions
from grader.sandbox.short import Claim, agree, counted, predicted, returned, sample

NOT_SHORT = (ImportFailed, Ended, Garbled)
"""Whatever ends a trial ends nothing else: the plain run shows what there is to show."""


class Trial:
    """What the shortcut does for one submission; whenever it does nothing, the phrase `why` says so."""

    def __init__(self, sessions: Sessions) -> None:
        """Try the submission of `sessions`, which stay as they are but for what they learn of the module."""
        self._plain = sessions
        self._short = sessions.apart(short=True)
        self.claim = Claim()
        self.why = ""
        with suppress(*NOT_SHORT):
            sessions.know(self._short.module)
            self.claim = self._short.claim
            self.why = self.claim.why

    def game(self) -> Sessions | None:
        """Return sessions to play a game in with the search memoized, None where it has to be played plainly."""
        return self._plain.apart(short=True) if self.claim.memoized else None

    def sweep(self, calls: Sequence[Call]) -> list[Answer] | None:
        """Make `calls` with the search memoized; None where they have to be made plainly."""
        if not self.claim.memoized:
            return None
        try:
            return self._sweep(calls)
        except NOT_SHORT:
            return self._not_short("with it the search came to no end")

    def _sweep(self, calls: Sequence[Call]) -> list[Answer] | None:
        with self._short.opened() as probe:
            answers, frame, _seconds = _made(self._short, probe, calls)
            counts = counted(frame, len(calls)) if frame is not None else None
        if frame is None or counts is None:
            return self._not_short("it was seen to keep something after all")
        if not returned(answers):
            return self._not_short("a call did not come back")
        timed, cheap = sample(calls)
        seconds = self._compare(calls, answers, timed, cheap)
        if seconds is None:
            return self._not_short("a plain run answers otherwise")
        limits, function = self._plain.limits, calls[0].function
        plainly = predicted(counts, timed, seconds)
        if not plainly.is_far_from(limits.seconds_for(function), limits.submission_seconds):
            return self._not_short(f"plainly it takes about {plainly.longest:.0f} s for a move, too near a limit")
        self._plain.ledger.adopt(self._short.ledger, function, plainly.first)
        self._plain.ledger.printed(function, printed(frame))
        return answers

    def _compare(
        self, calls: Sequence[Call], answers: Sequence[Answer], timed: Sequence[int], cheap: Sequence[int]
    ) -> float | None:
        """Make a sample of the calls plainly; return the CPU seconds of the `timed` ones, None where one disagrees."""
        plain = self._plain.apart(short=False)
        spent = []
        with plain.opened() as probe:
            for places in (timed, cheap):
                made, _frame, seconds = _made(plain, probe, [calls[at] for at in places])
                if not all(agree(answers[at], again) for at, again in zip(places, made, strict=True)):
                    return None
                spent.append(seconds)
        self._plain.ledger.adopt(plain.ledger)
        return spent[0]

    def _not_short(self, why: str) -> None:
        self.claim, self.why = Claim(why=why), why


def _made(sessions: Sessions, probe: Probe, calls: Sequence[Call]) -> tuple[list[Answer], Frame | None, float]:
    """Make `calls` in few frames; return the answers, the frame that closes them and the CPU seconds they took."""
    ledger, limit = sessions.ledger, sessions.limits.seconds_for(calls[0].function)
    decoder = Decoder(sessions.module.constants, ledger.room)
    probe.send(packed_calls(calls, single=False))
    answers: list[Answer] = []
    spent = 0.0
    while True:
        frame, seconds = sessions.frame(probe, ledger.allowed(limit, probe), "answers", "done")
        spent += seconds
        if frame.message["type"] == "done":
            complete = len(answers) == len(calls)
            return answers, frame if complete else None, spent
        answers += decoder.answers(frame, len(calls) - len(answers))
