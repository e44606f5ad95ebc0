"""When work was handed in, as the tables of platforms and of people say it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from grader.intake.roster.columns import quoted
from grader.model.instant import extended, parse_instant

NO_TIME = frozenset({"", "-", "–", "never", "nie", "jamais", "nunca"})  # noqa: RUF001 - Moodle in some languages
NAIVE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]{1,9})?", re.ASCII)
DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}),? ([0-9]{1,2}:[0-9]{2})(?::[0-9]{2})?", re.ASCII)
"""As spreadsheets write a date in many countries; with slashes it could be that of another day."""
WORD = re.compile(r"[^\W\d_]+|[0-9]+(?::[0-9]+)*")
CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?", re.ASCII)
MONTHS = (
    ("january", "januar", "janvier", "enero"),
    ("february", "februar", "février", "febrero"),
    ("march", "märz", "mars", "marzo"),
    ("april", "avril", "abril"),
    ("may", "mai", "mayo"),
    ("june", "juni", "juin", "junio"),
    ("july", "juli", "juillet", "julio"),
    ("august", "août", "agosto"),
    ("september", "septembre", "septiembre"),
    ("october", "oktober", "octobre", "octubre"),
    ("november", "novembre", "noviembre"),
    ("december", "dezember", "décembre", "diciembre"),
)
BY_NAME = {name: month for month, names in enumerate(MONTHS, 1) for name in (*names, names[0][:3])}
NOON = 12
YES = frozenset({"yes", "true", "1", "late", "ja", "verspätet", "oui", "sí"})
NO = frozenset({"no", "false", "0", "on time", "in time", "nein", "pünktlich", "non"})
LATE_WORDS = ("late", "verspätet", "en retard", "tarde", "retraso")
DURATION = re.compile(r"([0-9]{1,4}) ?([^\W\d_]+)")
SPAN = re.compile(r"([0-9]{1,5}):([0-9]{2}):([0-9]{2})", re.ASCII)
UNITS = {
    **dict.fromkeys(("year", "years", "jahr", "jahre", "année", "ans", "año", "años"), timedelta(days=365)),
    **dict.fromkeys(("day", "days", "tag", "tage", "jour", "jours", "día", "días"), timedelta(days=1)),
    **dict.fromkeys(("hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas"), timedelta(hours=1)),
    **dict.fromkeys(("min", "mins", "minute", "minuten", "minutes", "minutos"), timedelta(minutes=1)),
    **dict.fromkeys(("sec", "secs", "sekunde", "sekunden", "secondes", "segundos"), timedelta(seconds=1)),
}
"""As Moodle writes lengths of time, in some languages."""


class HandedInAt(NamedTuple):
    """What a row says about the time."""

    submitted_at: str = ""
    """ISO 8601 with an offset; empty if the row does not say it."""
    late: bool | None = None


def read_times(time: str, late: str, extension: str, due: datetime | None) -> HandedInAt:
    """
    Return what the cells `time` and `late` of a student with this `extension` say.

    A time without an offset is one of the place where work is `due`, as platforms write it. How late something was,
    such as "1 day 3 hours late", becomes a time, too. ValueError, whose message says what to write, if a cell cannot
    be understood.
    """
    is_late, over = _lateness(late)
    if time.strip().casefold() not in NO_TIME:
        return HandedInAt(read_time(time, due), is_late)
    at = extended(due, extension) + over if over and due is not None else None
    return HandedInAt("" if at is None else at.isoformat(), is_late)


def read_time(text: str, due: datetime | None) -> str:
    """Return the time that `text` says as ISO 8601 with an offset; ValueError, with the remedy, if it says none."""
    try:
        return parse_instant(text.strip().replace(" UTC", "Z")).isoformat()
    except ValueError as error:
        found = _local_time(text.strip())
        if found is None or due is None:
            hint = " (or name the due time, whose offset then counts)" if found else ""
            raise ValueError(f"time {quoted(text)}: {error}{hint}") from None
    return found.replace(tzinfo=due.tzinfo).isoformat()


def _local_time(text: str) -> datetime | None:
    """Return a time without an offset: ``2026-09-01 23:59``, or ``Tuesday, 1 September 2026, 11:59 PM``."""
    try:
        if found := NAIVE.fullmatch(text):
            return datetime.fromisoformat(f"{found[1]}T{found[2].zfill(5)}")
        if found := DOTTED.fullmatch(text):
            return datetime.fromisoformat(f"{found[3]}-{found[2].zfill(2)}-{found[1].zfill(2)}T{found[4].zfill(5)}")
        words = [word.casefold() for word in WORD.findall(text)]
        month = next(BY_NAME[word] for word in words if word in BY_NAME)
        clock = next(word for word in words if CLOCK.fullmatch(word))
        day, year = sorted(int(word) for word in words if word.isdecimal())
        hour, minute = map(int, clock.split(":")[:2])
        if {"am", "pm"} & set(words):
            hour = hour % NOON + NOON * ("pm" in words)
        return datetime(year, month, day, hour, minute)  # noqa: DTZ001 - its offset is that of the due time
    except (ValueError, StopIteration):
        return None


def _lateness(text: str) -> tuple[bool | None, timedelta]:
    """Return whether and how much something was late; a status such as "Submitted for grading" says nothing."""
    plain = text.strip().casefold()
    if plain in YES or plain in NO:
        return plain in YES, timedelta()
    if span := SPAN.fullmatch(plain):  # Gradescope writes hours, minutes and seconds
        hours, minutes, seconds = map(int, span.groups())
        over = timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return bool(over), over
    # Moodle writes the status, how late, and an extension, with dashes between them.
    for part in plain.split(" - "):
        if any(part.endswith(word) for word in LATE_WORDS):
            lengths = [int(number) * UNITS[unit] for number, unit in DURATION.findall(part) if unit in UNITS]
            return True, sum(lengths, timedelta())
    return None, timedelta()
