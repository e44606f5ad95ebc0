"""
`datetime.date` and `datetime.datetime`, with today and now as `clocks` has them.

Their functions in C ask the system for the time, so the classes themselves are replaced, by subclasses that look alike.
"""

from __future__ import annotations

import datetime as dt
import sys
from typing import Any

from .clocks import CLOCK, SECOND

_REAL = (dt.date, dt.datetime)


def _now() -> float:
    return CLOCK.wall() / SECOND


class _Date(dt.date):
    """A date."""

    __slots__ = ()

    @classmethod
    def today(cls) -> Any:
        return cls.fromtimestamp(_now())

    def __repr__(self) -> str:
        return _full_name(self, _Date) + super().__repr__()


class _DateTime(dt.datetime, _Date):
    """A date with a time."""

    __slots__ = ()

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(_now(), tz)

    @classmethod
    def today(cls) -> Any:
        return cls.fromtimestamp(_now())

    @classmethod
    def utcnow(cls) -> Any:
        return cls.fromtimestamp(_now(), dt.timezone.utc).replace(tzinfo=None)

    def date(self) -> _Date:
        return _Date(self.year, self.month, self.day)

    def __repr__(self) -> str:
        return _full_name(self, _DateTime) + _REAL[1].__repr__(self)


def _full_name(value: object, own: type) -> str:
    """Return what Python's own text of a date begins with: the module, but not for subclasses."""
    return "datetime." if type(value) is own else ""


def install() -> None:
    """Put both classes in the place of Python's own."""
    for real, own in zip(_REAL, (_Date, _DateTime), strict=True):
        own.__name__ = own.__qualname__ = real.__name__
        own.__module__, own.__doc__ = "datetime", real.__doc__
        own.min, own.max = (own(*one.timetuple()[:3]) for one in (real.min, real.max))
        for module in (dt, sys.modules.get("_datetime")):
            if module is not None:
                vars(module)[real.__name__] = own
    _DateTime.max = _DateTime.combine(_Date.max, dt.time.max)
