"""Has one call made while the functions that it calls are watched, and reads what was seen; it may be hostile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.model.answer import Call, HelperCall, Value
from grader.sandbox.running.probe import ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.wire.answer_decoder import AnswerDecoder
from grader.sandbox.wire.frames import Frame, MalformedFrame, Quota, packed_watch
from grader.sandbox.wire.messages import read_printed
from grader.sandbox.wire.value_decoder import ValueDecoder

WATCH_SECONDS = 2.0
"""CPU seconds for one call, which the inside cuts off before."""
ALL_SECONDS = 5.0
"""CPU seconds for all calls of a submission that are watched, and for each import."""
MAX_CALLS = 4_096
MAX_INSIDE = 200_000
"""Calls inside others, all in all: the inside watches no more events than this."""
MAX_READ = 600_000
"""The same in all calls of a submission that are watched: judging them takes the marker a second."""
CELLS = 9
SYMBOLS = frozenset("XO.")
FIELDS = 5
"""Of a call, as in `MESSAGES`."""


class HelperWatcher:
    """Makes single calls, each in a fresh probe with nothing memoized; they are charged to nobody."""

    def __init__(self, probes: SubmissionProbes) -> None:
        """Watch in probes like `probes`, whose module must have been imported before the first call."""
        self._main = probes
        self._own: SubmissionProbes | None = None
        self._left = MAX_READ

    def watch(self, call: Call) -> tuple[HelperCall, ...]:
        """Make `call` and return it with the calls inside it; nothing if it could not be watched."""
        if self._main.failure is not None:
            return ()
        own = self._own = self._own or self._main.for_tracing(ALL_SECONDS, ALL_SECONDS)
        if own.usage.exhausted or self._left <= 0:
            return ()
        before = own.usage.cpu_seconds
        functions = own.job.module_spec.functions
        helpers = {one.name: one.parameters for one in functions if not (one.prints or one.is_dialogue)}
        try:
            with own.opened() as probe:
                probe.send(packed_watch(call, helpers))
                frame = probe.frame(own.usage.time_allowed(WATCH_SECONDS, probe), "watched").frame
                found = read_helper_calls(frame, call, [*helpers], own.module.constants, own.usage.quota)
                self._left -= sum(1 + len(one.inside) for one in found)
                return found
        except (ImportFailed, ProbeEnded, MalformedFrame):
            return ()
        finally:
            self._main.usage.add_uncharged(own.usage.cpu_seconds - before)


def read_helper_calls(
    frame: Frame, call: Call, helpers: Sequence[str], constants: Mapping[str, Value], quota: Quota | None = None
) -> tuple[HelperCall, ...]:
    """
    Return the calls in `frame`, `call` first; their answers count for `quota`.

    MalformedFrame if the inside never writes such a message.
    """
    entries = frame.message.get("calls")
    if type(entries) is not list or not 0 < len(entries) <= MAX_CALLS or type(frame.message.get("cut")) is not bool:
        raise MalformedFrame("not the calls of functions")
    read_printed(frame)
    answers, values = AnswerDecoder(constants, quota), ValueDecoder(constants)
    found = tuple(_helper_call(entry, len(entries), answers, values) for entry in entries)
    if sum(len(one.inside) for one in found) > MAX_INSIDE:
        raise MalformedFrame("more calls than are watched")
    if found[0].call != call or any(one.call.function not in helpers for one in found):
        raise MalformedFrame("calls of other functions")
    return found


def _helper_call(entry: object, count: int, answers: AnswerDecoder, values: ValueDecoder) -> HelperCall:
    if type(entry) is not list or len(entry) != FIELDS:
        raise MalformedFrame("not a call")
    function, board, extra, outcome, inside = entry
    if type(function) is not str or type(board) is not str or len(board) != CELLS or not SYMBOLS.issuperset(board):
        raise MalformedFrame("not a call")
    if type(extra) is not list or type(inside) is not list:
        raise MalformedFrame("not a call")
    if len(inside) > count or any(type(at) is not int or not 0 <= at < count for at in inside):
        raise MalformedFrame("a call of nothing")
    return HelperCall(
        call=Call(function=function, board=board, extra=tuple(map(values.decode, extra))),
        answer=None if outcome is None else answers.answer(outcome),
        inside=tuple(inside),
    )
