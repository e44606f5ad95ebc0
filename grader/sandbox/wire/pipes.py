"""Reads and writes a probe's pipes with a time limit, on systems with and without `poll`."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

CHUNK = 1 << 16
BACKLOG = 64
"""Chunks that reader threads may hold; the rest of a flood stays in its pipe."""


class Arrival(NamedTuple):
    """Bytes that arrived on one descriptor; none if the other side closed it."""

    descriptor: int
    data: bytes


class Inbox(Protocol):
    """What arrives on several descriptors."""

    def wait(self, seconds: float) -> Sequence[Arrival]:
        """Return what arrived within `seconds`; a closed descriptor gives empty bytes, once."""

    def close(self) -> None:
        """Stop reading; drop what has arrived since."""


class PolledInbox:
    """Asks the kernel which pipes have data; unlike `select`, `poll` serves more than a thousand descriptors."""

    def __init__(self, descriptors: Sequence[int]) -> None:
        """Read `descriptors`; the caller closes them."""
        self._poll = select.poll()
        for descriptor in descriptors:
            self._poll.register(descriptor, select.POLLIN)

    def wait(self, seconds: float) -> Sequence[Arrival]:
        """Poll once, and read once from each descriptor that is ready."""
        found = []
        for descriptor, _event in self._poll.poll(seconds * 1000):
            data = os.read(descriptor, CHUNK)
            if not data:  # closed: it would be ready at every poll
                self._poll.unregister(descriptor)
            found.append(Arrival(descriptor, data))
        return found

    def close(self) -> None:
        """Do nothing: the descriptors are the caller's."""


class ThreadedInbox:
    """Reads with a thread per pipe, on systems that cannot poll pipes (Windows)."""

    def __init__(self, descriptors: Sequence[int]) -> None:
        """Read duplicates of `descriptors`: their numbers may be reused while a thread still reads."""
        self._arrived: queue.Queue[Arrival] = queue.Queue(BACKLOG)
        self._over = False
        for descriptor in descriptors:
            threading.Thread(target=self._read, args=(descriptor, os.dup(descriptor)), daemon=True).start()

    def wait(self, seconds: float) -> Sequence[Arrival]:
        try:
            return [self._arrived.get(timeout=seconds)]
        except queue.Empty:
            return []

    def close(self) -> None:
        """Release threads that wait for space in the queue; each ends when its pipe is closed."""
        self._over = True
        with contextlib.suppress(queue.Empty):
            while True:
                self._arrived.get_nowait()

    def _read(self, descriptor: int, duplicate: int) -> None:
        """Read `duplicate`, a copy of `descriptor`, until the other side closes."""
        data = b"."
        while data and not self._over:
            try:
                data = os.read(duplicate, CHUNK)
            except OSError:
                data = b""
            self._arrived.put(Arrival(descriptor, data))
        os.close(duplicate)


def inbox(descriptors: Sequence[int]) -> Inbox:
    """Return the best inbox for this system."""
    return PolledInbox(descriptors) if hasattr(select, "poll") else ThreadedInbox(descriptors)


def read(descriptor: int, size: int, seconds: float) -> bytes:
    """Read `size` bytes; fewer if the other side closes or, on systems with `poll`, is silent for `seconds`."""
    poll = select.poll() if hasattr(select, "poll") else None
    if poll is not None:
        poll.register(descriptor, select.POLLIN)
    data = b""
    while len(data) < size and (poll is None or poll.poll(seconds * 1000)):
        part = os.read(descriptor, size - len(data))
        if not part:
            break
        data += part
    return data


def write(descriptor: int, data: bytes, seconds: float) -> None:
    """Write `data`; give up if the other side has not read it after `seconds`, or has closed."""
    if not hasattr(select, "poll"):
        writer = threading.Thread(target=_write_all, args=(os.dup(descriptor), data), daemon=True)
        writer.start()
        writer.join(seconds)
        return
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    os.set_blocking(descriptor, False)
    rest = memoryview(data)
    until = time.monotonic() + seconds
    with contextlib.suppress(BrokenPipeError):
        while rest and poll.poll(max(0.0, until - time.monotonic()) * 1000):
            with contextlib.suppress(BlockingIOError):  # the reader may make the pipe smaller after the poll
                rest = rest[os.write(descriptor, rest) :]


def _write_all(duplicate: int, data: bytes) -> None:
    rest = memoryview(data)
    with contextlib.suppress(OSError):
        while rest:
            rest = rest[os.write(duplicate, rest) :]
    os.close(duplicate)
