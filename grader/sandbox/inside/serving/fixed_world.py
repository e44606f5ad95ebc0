"""
Gives a student's code the same clocks and the same random numbers in every run, on every machine.

The clocks start at a fixed instant. Each look and each sleep moves them. A search that stops after some time then makes
the same steps everywhere. Our own code reads the real clocks, through references that it took before.
"""

from __future__ import annotations

import contextlib
import ctypes
import datetime as dt
import os
import random
import signal
import sys
import tempfile
import time
import types
from array import array
from collections.abc import Callable, Collection
from typing import Any

from .job import ReceivedJob


def replace(module: types.ModuleType, name: str, function: Any) -> None:
    """Replace the function `name` of `module`; the new function gets its name and docstring."""
    original = getattr(module, name)
    function.__name__ = function.__qualname__ = name
    function.__module__, function.__doc__ = original.__module__, original.__doc__
    vars(module)[name] = function


SECOND = 1_000_000_000
START = 1_767_225_600 * SECOND
"""The first instant, 2026-01-01 00:00 UTC."""
UPTIME = 1_000 * SECOND
"""The first reading of the clocks that count from no fixed date."""
STEP, EARLY_LOOKS, LATER_STEP = 10_000, 100_000, 100_000
"""
Nanoseconds that pass with each of the first 100,000 looks, and with each later look.

A search that looks once in each position needs 10 to 60 microseconds for a position, so it gets at least as far as on a
fast machine. Later steps are longer, so that a search that looks seldom does not take many times its own limit.
"""
OWN_CPU_CLOCKS = (2, 3)
"""CLOCK_PROCESS_CPUTIME_ID and CLOCK_THREAD_CPUTIME_ID (man 2 clock_getres)."""
WALL_CLOCKS = (0, 5, 11)
"""CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_TAI."""


class FixedClock:
    """The time of one process, for all its clocks."""

    def __init__(self) -> None:
        self._sources: Collection[str] = ()
        self._elapsed, self._worked, self._looks = 0, 0, 0
        self._after_import: int | None = None
        self.looked = False
        self.slept = False
        """Whether `time.sleep` was called, which returns at once."""
        self.alarmed = False
        """Whether an alarm was set, which never goes off."""

    def watch(self, sources: Collection[str]) -> None:
        """Note as `looked` only looks of the files `sources`, not those of the library's imports."""
        self._sources = sources

    def restart(self) -> None:
        """Reset the time for a call: the same time whatever was called before, and later than the import."""
        if self._after_import is None:
            self._after_import = (self._elapsed // SECOND + 1) * SECOND
        self._elapsed, self._worked, self._looks = self._after_import, self._after_import, 0

    def elapsed(self) -> int:
        """Look at the clock, which advances it; return nanoseconds."""
        self._looks += 1
        step = STEP if self._looks <= EARLY_LOOKS else LATER_STEP
        self._elapsed += step
        self._worked += step
        if not self.looked:
            self.looked = _calls_from(self._sources)
        return self._elapsed

    def wall(self) -> int:
        """Count a look; return the nanoseconds since 1970."""
        return START + self.elapsed()

    def monotonic(self) -> int:
        """Count a look; return the nanoseconds of a clock that counts from no fixed date."""
        return UPTIME + self.elapsed()

    def cpu(self) -> int:
        """Count a look; return the nanoseconds of computing, without sleep."""
        self.elapsed()
        return self._worked

    def sleep(self, seconds: float) -> None:
        """Move the clocks by `seconds` (raises as `time.sleep` does)."""
        if seconds < 0:
            message = "sleep length must be non-negative"
            raise ValueError(message)
        self.slept = True
        self._elapsed += int(seconds * SECOND)


CLOCK = FixedClock()


def _calls_from(sources: Collection[str]) -> bool:
    """Tell whether one of the files `sources` made the running call, outside of an import."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        if frame.f_code.co_filename in sources:
            return True
        frame = frame.f_back
    return False


def install(sources: Collection[str]) -> None:
    """Replace every clock and every source of chance of the standard library; `sources` are the submission's files."""
    CLOCK.watch(sources)
    _install_clocks()
    _install_chance()


def _install_clocks() -> None:
    for name, clock in {
        "time": CLOCK.wall,
        "monotonic": CLOCK.monotonic,
        "perf_counter": CLOCK.monotonic,
        "process_time": CLOCK.cpu,
        "thread_time": CLOCK.cpu,
    }.items():
        if hasattr(time, name):
            replace(time, name, _in_seconds(clock))
            replace(time, f"{name}_ns", _in_nanoseconds(clock))
    replace(time, "sleep", lambda seconds, /: CLOCK.sleep(seconds))
    _install_calendar()
    _install_system_clocks()
    _install_dates()


def _in_seconds(clock: Callable[[], int]) -> Callable[[], float]:
    return lambda: clock() / SECOND


def _in_nanoseconds(clock: Callable[[], int]) -> Callable[[], int]:
    return lambda: clock()  # noqa: PLW0108 - a function of its own, with a name of its own


def _install_calendar() -> None:
    """Replace the functions that read a clock if they get no argument."""
    gmtime, localtime, asctime, strftime = time.gmtime, time.localtime, time.asctime, time.strftime

    def local(seconds: float | None = None, /) -> time.struct_time:
        return localtime(_now() if seconds is None else seconds)

    replace(time, "gmtime", lambda seconds=None, /: gmtime(_now() if seconds is None else seconds))
    replace(time, "localtime", local)
    replace(time, "ctime", lambda seconds=None, /: asctime(local(seconds)))
    replace(time, "asctime", lambda *given: asctime(*(given or [local()])))
    replace(time, "strftime", lambda text, *given: strftime(text, *(given or [local()])))


def _install_system_clocks() -> None:
    """Replace functions that ask the operating system for the time, and its alarms."""

    def clock_gettime_ns(clock: int, /) -> int:
        if clock in WALL_CLOCKS:
            return CLOCK.wall()
        return CLOCK.cpu() if clock in OWN_CPU_CLOCKS or clock < 0 else CLOCK.monotonic()

    def times() -> os.times_result:
        elapsed = CLOCK.monotonic()
        return os.times_result((CLOCK.cpu() / SECOND, 0.0, 0.0, 0.0, elapsed / SECOND))

    def alarm(_seconds: int, /) -> int:
        CLOCK.alarmed = True
        return 0

    def setitimer(_which: int, _seconds: float, _interval: float = 0.0, /) -> tuple[float, float]:
        CLOCK.alarmed = True
        return (0.0, 0.0)

    for module, name, function in (
        (time, "clock_gettime_ns", clock_gettime_ns),
        (time, "clock_gettime", lambda clock, /: clock_gettime_ns(clock) / SECOND),
        (os, "times", times),
        (signal, "alarm", alarm),
        (signal, "setitimer", setitimer),
    ):
        if hasattr(module, name):
            replace(module, name, function)


_REAL = (dt.date, dt.datetime)
_now = _in_seconds(CLOCK.wall)


class _Date(dt.date):
    __slots__ = ()

    @classmethod
    def today(cls) -> Any:
        return cls.fromtimestamp(_now())

    def __repr__(self) -> str:
        return _full_name(self, _Date) + super().__repr__()


class _DateTime(dt.datetime, _Date):
    __slots__ = ()

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(_now(), tz)

    @classmethod
    def utcnow(cls) -> Any:
        return cls.fromtimestamp(_now(), dt.timezone.utc).replace(tzinfo=None)

    def date(self) -> _Date:
        return _Date(self.year, self.month, self.day)

    def __repr__(self) -> str:
        return _full_name(self, _DateTime) + _REAL[1].__repr__(self)


def _full_name(value: object, own: type) -> str:
    """Return the beginning of Python's own text of a date: the module, but not for subclasses."""
    return "datetime." if type(value) is own else ""


def _install_dates() -> None:
    """Replace the two classes of `datetime` by subclasses: their functions in C ask the system for the time."""
    for real, own in zip(_REAL, (_Date, _DateTime), strict=True):
        own.__name__ = own.__qualname__ = real.__name__
        own.__module__, own.__doc__ = "datetime", real.__doc__
        own.min, own.max = (own(*one.timetuple()[:3]) for one in (real.min, real.max))
        for module in (dt, sys.modules.get("_datetime")):
            if module is not None:
                vars(module)[real.__name__] = own
    _DateTime.max = _DateTime.combine(_Date.max, dt.time.max)


OWN_PID = 2
"""The process id that a submission finds."""


class PinnedRandom(random.Random):
    """`random.Random` that never takes its seed from the operating system."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(0 if a is None else a, version)


class SystemChance(PinnedRandom):
    """The random numbers of the operating system."""

    next_seed: int | None = None
    """The seed for the next draw; set lazily, because most calls draw nothing."""

    def draw(self, size: int, /) -> bytes:
        if self.next_seed is not None:
            self.seed(self.next_seed)
            self.next_seed = None
        return self.randbytes(size)


_instance, _system = PinnedRandom(0), SystemChance(0)
"""The generators behind the functions of `random`, and behind the functions that ask the operating system."""


def _install_chance() -> None:
    """Make every source of chance draw the same numbers in each run."""
    vars(os).update(urandom=_system.draw)
    if hasattr(os, "getrandom"):
        replace(os, "getrandom", lambda size, flags=0: _system.draw(size))  # noqa: ARG005 - the signature of the real one
    vars(random).update(_urandom=_system.draw, Random=PinnedRandom, _inst=_instance)
    # The functions of `random` are methods of one hidden instance.
    names = [name for name in dir(random) if not name.startswith("_") and hasattr(getattr(random, name), "__self__")]
    vars(random).update({name: getattr(_instance, name) for name in names})
    vars(tempfile).update(_Random=PinnedRandom)
    sys.modules["_uuid"] = None  # type: ignore[assignment] # it asks the system; without it `uuid` asks `os.urandom`
    _fix_process_id()
    _fix_hash_of_none()


def restarter(job: ReceivedJob) -> Callable[[str], None] | None:
    """Return a function that resets time and random numbers for a call on a board; None if `job` needs none."""
    reads_clocks, draws_numbers, numpy = job.reads_clocks, job.draws_numbers, "numpy" in job.allowed_imports

    def restart(symbols: str) -> None:
        if reads_clocks:
            CLOCK.restart()
        if draws_numbers:
            _seed_anew(int.from_bytes(symbols.encode(), "big"), numpy=numpy)

    return restart if reads_clocks or draws_numbers else None


def _seed_anew(number: int, *, numpy: bool) -> None:
    """Seed every generator, also `numpy`'s, even if the submission has replaced the functions of `random`."""
    _instance.seed(number)
    _system.next_seed = number
    if numpy and "numpy.random" in sys.modules:
        with contextlib.suppress(Exception):
            sys.modules["numpy.random"].seed(number % (1 << 32))


def _fix_process_id() -> None:
    """Give every probe the same process id; a submission can still end itself by this id."""
    # In an array: a number above 256 is an object, which would move the objects made after it.
    real, kill = array("q", [os.getpid()]), getattr(os, "kill", None)
    replace(os, "getpid", lambda: OWN_PID)
    if kill is not None:
        replace(os, "kill", lambda pid, signal, /: kill(real[0] if pid == OWN_PID else pid, signal))


TP_HASH = 15 * ctypes.sizeof(ctypes.c_void_p)
"""Where a type object holds its hash function: the place of `tp_hash` in PyTypeObject of CPython."""


def _fix_hash_of_none() -> None:
    """
    Make the hash of None 0 before Python 3.12, with a function of CPython that returns 0 for None.

    Otherwise its hash is an address, which differs between runs on some systems and decides the order of sets.
    """
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    slot, by_address = _slot(type(None)), _slot(object).value
    if slot.value != by_address or _slot(int).value == by_address:
        return  # another layout
    slot.value = ctypes.cast(ctypes.pythonapi.PyObject_IsTrue, ctypes.c_void_p).value
    if hash(None) != 0:
        slot.value = by_address


def _slot(kind: type) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(id(kind) + TP_HASH)
