"""One probe seen from outside: its requests and answers, its time, and its end."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import nullcontext
from threading import Event
from typing import NamedTuple

from msgspec import Struct

from grader.model.verdict import ChildEnd
from grader.sandbox.launching.isolation_check import Launcher
from grader.sandbox.launching.process import (
    Exit,
    KernelLimits,
    Process,
    cpu_clock,
    ends_within,
    is_runnable,
    paused,
    seconds_queued,
)
from grader.sandbox.wire.frames import Frame, FrameBuffer, MalformedFrame, Quota, inbox, write

MAX_RAW_OUTPUT = 4 << 20
"""The most bytes that a probe may write to its descriptors 1 and 2 past Python."""
POLL_INTERVAL, SHORT_POLL, SHORTEST_POLL = 0.25, 0.1, 0.01
"""
Wall seconds between two readings of a silent probe's CPU clock: usually; after endless loops were found; shortly before
the limit.
"""
SMALL_FRAGMENT, FRAGMENT_PAUSE = 1 << 12, 0.001
"""A number of bytes that is small for one arrival, and wall seconds in which more bytes may come."""
EXIT_GRACE, GRACE_SHARE = 2, 0.1
"""Wall seconds in which a process must exit after it closed its pipe; at most this share of its waiting time."""
ASLEEP_GRACE = 0.02
"""Wall seconds that the process may sleep then, if another process of the submission closed its pipe and stayed."""
WALL_FACTOR, WALL_GRACE = 3, 10
"""
A call that computes nothing for three times its limit plus ten wall seconds waits for something that never comes.

The ten seconds are for the start of a process on a busy machine.
"""


class ProbeEnded(Exception):
    """The probe ended before it answered everything."""

    def __init__(self, end: ChildEnd, seconds: float, loop_at: str | None = None) -> None:
        """Carry how the probe ended, the CPU `seconds` of the running call, and the place of its endless loop."""
        super().__init__(end.value)
        self.end = end
        self.seconds = seconds
        self.loop_at = loop_at


class ProbeAllowance(Struct, frozen=True, kw_only=True):
    """What a submission has left when a probe starts."""

    idle_seconds: float
    """How long the probe may wait without computing."""
    quota: Quota
    """How much of the probe's output may still be read."""
    may_stay: bool
    """Whether another probe stayed after it closed its pipe: then this probe has little time to exit."""
    stopped: Event
    """Set, by any thread, when nobody waits for the answers any more."""
    waits: Callable[[float, float], None]
    """Gets now and then the CPU seconds of the running call and the seconds at which it is ended; 0 after its end."""


class TimedFrame(NamedTuple):
    frame: Frame
    seconds: float
    """CPU seconds since the previous frame."""


class Probe:
    """Runs one submission in one process, until it is closed."""

    def __init__(self, launcher: Launcher, job: bytes, limits: KernelLimits, allowance: ProbeAllowance) -> None:
        """Start the probe behind the wall and send it the frame `job` (HarnessFault if it does not start)."""
        self._launcher = launcher
        process = launcher.start(limits)
        try:
            self._inbox = inbox([process.answers, process.output])
        except BaseException:
            launcher.reap(process)
            raise
        self._process: Process | None = process
        self._frames = FrameBuffer()
        self._sent_ahead = b""
        self._raw_output = self._arrived = 0
        self.cpu_used = 0.0
        """The probe's CPU clock at the last frame or request, whichever came later."""
        self._wall_before = time.monotonic()
        self._allowance = allowance
        self._grace = min(EXIT_GRACE, GRACE_SHARE * allowance.idle_seconds)
        self._asleep_grace = ASLEEP_GRACE if allowance.may_stay else float("inf")
        self._waited_for_frame = 0.0
        """Wall seconds we waited for the next frame. Our own work on the last frame is not the probe's idle time."""
        self._silent_seconds = 0.0
        """Wall seconds we waited while the probe computed nothing."""
        self.cpu_seconds = 0.0
        """CPU time of the whole process, final after `close`."""
        self.waited = 0.0
        """Wall seconds in which the process neither computed nor waited for a processor; final after `close`."""
        self.stayed = False
        """Whether the process closed its pipe and did not exit."""
        try:
            self.send(job)
        except BaseException:
            self.close()
            raise

    def send_ahead(self, frame: bytes) -> None:
        """Write a request whose answer is not awaited now; the first `send` of the same frame writes nothing."""
        write(self._running_process().requests, frame, WALL_GRACE)
        self._sent_ahead = frame

    def send(self, frame: bytes) -> None:
        """Write a request. If the probe does not read it, waiting for the answer will show that."""
        ahead, self._sent_ahead = self._sent_ahead, b""
        if frame == ahead:
            return
        process = self._running_process()
        self.cpu_used, self._wall_before = self._cpu_now(), time.monotonic()
        write(process.requests, frame, WALL_GRACE)
        self._waited_for_frame = time.monotonic() - self._wall_before

    def frame(
        self,
        limit: float,
        *types: str,
        find_loop: Callable[[float], str | None] | None = None,
        loops_are_known: bool = False,
    ) -> TimedFrame:
        """
        Wait for the next frame and return it with the CPU seconds since the previous frame.

        Raises ProbeEnded if the probe used more than `limit` CPU seconds, waited too long, wrote too much or ended;
        MalformedFrame if the frame has none of these `types` or exceeds the quota. `find_loop` gets the CPU seconds
        of the call now and then, and returns the place of an endless loop, for which the probe is then ended.
        `loops_are_known` makes such a loop likely: the probe is paused during `find_loop`.
        """
        poll = SHORT_POLL if loops_are_known else POLL_INTERVAL
        silent = None
        try:
            while (frame := self._frames.take()) is None:
                if silent is not None:
                    self._count_fragment()
                    self._require_time_left(limit, silent=silent)
                    if find_loop is not None:
                        self._require_no_loop(find_loop, pause=loops_are_known)
                silent = not self._read(limit, poll)
        except MalformedFrame as error:
            raise self.ended(ChildEnd.GARBLED) from error
        seconds = self._count_silence()
        if self._is_idle_too_long():
            raise self.ended(ChildEnd.WALL_LIMIT)
        self._allowance.waits(0, 0)
        self._allowance.quota.spend(received=frame.size + len(frame.numbers))
        if frame.message["type"] not in types:
            raise MalformedFrame(f"a frame out of order, instead of {types[0]}")
        return TimedFrame(frame, seconds)

    def ended(self, end: ChildEnd) -> ProbeEnded:
        """Kill the process because of what it did, and return the exception to raise."""
        seconds = self._cpu_now() - self.cpu_used
        self.close()
        return ProbeEnded(end, seconds)

    def close(self) -> Exit | None:
        """End the process and return how it ended (None if it was closed before)."""
        if self._process is None:
            return None
        process, self._process = self._process, None
        before = cpu_clock(process.pid)
        # Waiting since the last frame counts, too: otherwise a probe could wait for free and then exit.
        self._silent_seconds += max(0.0, self._waited_for_frame - (before - self.cpu_used))
        self.waited = max(0.0, self._silent_seconds - seconds_queued(process.pid))
        ended = self._launcher.reap(process)
        self._inbox.close()
        self.cpu_seconds = max(ended.cpu_seconds, before)
        return ended

    def _count_silence(self) -> float:
        """Count the silence before the frame that has arrived; return the CPU seconds since the previous frame."""
        now = self._cpu_now()
        seconds = now - self.cpu_used
        self._silent_seconds += max(0.0, self._waited_for_frame - seconds)
        self.cpu_used, self._wall_before, self._waited_for_frame = now, time.monotonic(), 0.0
        return seconds

    def _is_idle_too_long(self) -> bool:
        limit = self._allowance.idle_seconds
        if self._silent_seconds + self._waited_for_frame <= limit:
            return False
        # Computing since the last frame is subtracted: a long search is not silence.
        silent = self._silent_seconds + max(0.0, self._waited_for_frame - (self._cpu_now() - self.cpu_used))
        return silent > limit and silent - seconds_queued(self._running_process().pid) > limit

    def _running_process(self) -> Process:
        if self._process is None:
            raise ProbeEnded(ChildEnd.EXITED, 0.0)
        return self._process

    def _read(self, limit: float, poll: float) -> bool:
        """Read what the pipes contain; False if no part of an answer came within `poll` seconds."""
        process = self._running_process()
        # CPU time runs no faster than the wall clock: a call overruns its limit by one such interval at most.
        patience = min(poll, max(SHORTEST_POLL, limit - (self._cpu_now() - self.cpu_used)))
        answered = False
        began = time.monotonic()
        arrived = self._inbox.wait(patience)
        self._waited_for_frame += time.monotonic() - began
        self._arrived = sum(len(data) for _descriptor, data in arrived)
        for descriptor, data in arrived:
            if descriptor == process.output:
                self._raw_output += len(data)
                if self._raw_output > MAX_RAW_OUTPUT:
                    raise self.ended(ChildEnd.OUTPUT_LIMIT)
            elif data:
                self._frames.add(data)
                answered = True
            else:
                raise self._end_after_close(limit)
        return answered

    def _count_fragment(self) -> None:
        """Count an arrival that completed no frame (MalformedFrame after too many); wait for more after a small one."""
        self._allowance.quota.spend(fragments=self._arrived > 0)
        if 0 < self._arrived < SMALL_FRAGMENT:
            time.sleep(FRAGMENT_PAUSE)
            self._waited_for_frame += FRAGMENT_PAUSE

    def _require_time_left(self, limit: float, *, silent: bool) -> None:
        """End the probe if it is stopped or if the call has used up its time, even if a part of the answer arrived."""
        if self._allowance.stopped.is_set():
            raise self.ended(ChildEnd.NOT_REACHED)
        seconds = self._cpu_now() - self.cpu_used
        if seconds > limit:
            raise self.ended(ChildEnd.CPU_LIMIT)
        self._allowance.waits(seconds, limit)
        now, patience = time.monotonic(), WALL_FACTOR * limit + WALL_GRACE
        asleep = silent and now - self._wall_before > patience and not is_runnable(self._running_process().pid)
        # An answer that has begun only needs to be written; a probe gains no time by sending it byte by byte.
        dripping = self._frames.begun_at is not None and now - self._frames.begun_at > patience
        if asleep or dripping or self._is_idle_too_long():
            raise self.ended(ChildEnd.WALL_LIMIT)

    def _require_no_loop(self, find_loop: Callable[[float], str | None], *, pause: bool) -> None:
        with paused(self._running_process().pid) if pause else nullcontext():
            place = find_loop(self._cpu_now() - self.cpu_used)
        if place is not None:
            raise ProbeEnded(ChildEnd.CPU_LIMIT, self.ended(ChildEnd.CPU_LIMIT).seconds, place)

    def _end_after_close(self, limit: float) -> ProbeEnded:
        """Return why the probe closed its pipe, by its exit status."""
        seconds = self._cpu_now() - self.cpu_used
        process = self._running_process()
        # A kill now would hide how the probe ended. A probe that only closed its pipe is killed a moment later; the
        # moment counts as waiting.
        began = time.monotonic()
        exited = ends_within(process.pid, self._grace, self._asleep_grace)
        self.stayed = not exited
        self._waited_for_frame += time.monotonic() - began
        ended = self.close()
        if not exited:
            return ProbeEnded(ChildEnd.GARBLED, seconds)
        if ended is not None and ended.signal is not None:
            over = ended.signal == getattr(signal, "SIGXCPU", None) or seconds > limit
            return ProbeEnded(ChildEnd.CPU_LIMIT if over else ChildEnd.SIGNALLED, seconds)
        return ProbeEnded(ChildEnd.EXITED, seconds)

    def _cpu_now(self) -> float:
        return cpu_clock(self._process.pid) if self._process is not None else self.cpu_seconds
