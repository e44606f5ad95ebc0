"""
Finds out whether a long call is in an endless loop, and where, so that nobody waits for the call's limit.

Another probe makes the same call again and watches its lines; the first probe runs on undisturbed. The answer from
inside is a claim. A forged answer only costs points: a call in an endless loop counts as one that reached its limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from grader.game.board import FREE
from grader.model.answer import Call, spread
from grader.model.source import find_location
from grader.python_text import function_at
from grader.sandbox.running.probe import ProbeEnded
from grader.sandbox.running.submission_probes import ImportFailed, SubmissionProbes
from grader.sandbox.wire.frames import Frame, MalformedFrame, checked, packed_loop
from grader.sandbox.wire.messages import read_printed

WATCHED_AFTER = (0.5, 5.0)
"""CPU seconds of a call before it is watched; the second if watching a call with as many free cells found nothing."""
WATCHED_SOON = 0.08
"""The first of these after a loop was found in the file; every further loop is proved as well."""
STAYS, STAYS_SOON = -1, 0.5
"""
In place of the free cells: that a call was watched for staying in another function; CPU seconds, once one stayed there.

Functions that get a board need some microseconds, and one that stays was ended at twice its limit before. A search may
take long by itself: it does not count.
"""
SHARE = 0.5
"""A call is not watched after this share of its limit."""
FULL, MAX_FULL = range(1, 4), 12
"""
Free cells of boards on which a search is watched if it takes long on others, and how many boards.

There a round of a loop that makes a search is quick, and a search that ends takes some milliseconds.
"""
MAX_CALLS = 10_000
"""The most calls that are repeated: if answers come many at a time, nobody knows which call is running."""
WATCH_SECONDS = 4.0
"""CPU seconds for watching, beside those of the call before."""


def find_loop(probes: SubmissionProbes, calls: Sequence[Call], done: int, limit: float, seconds: float) -> str | None:
    """
    Return the place of the endless loop, ``tictactoe.py:46``, in a call that has taken `seconds` of its CPU `limit`.

    The call is one of `calls` after the first `done`. None if no loop was found, or if watching is not worth its time.
    """
    if done == len(calls):
        return None
    stay = _stay(probes, calls, done, limit, seconds)
    if stay is not None:
        return stay
    kind, vain = (calls[done].function, calls[done].board.count(FREE)), probes.watched_in_vain
    times = vain.get(kind, 0)
    if times >= len(WATCHED_AFTER) or calls[done].function in probes.overrunning:
        return None
    after = WATCHED_SOON if probes.loops and not times else WATCHED_AFTER[times]
    if not after <= min(seconds, SHARE * limit):
        return None
    found = _watched(probes, calls[done : done + MAX_CALLS], seconds, memoize=probes.job.memoize)
    if found is None and not times and not probes.loops and probes.job.module_spec.function(kind[0]).slow:
        full = [call for call in calls if call.board.count(FREE) in FULL]
        place = _watched(probes, spread(full, MAX_FULL), WATCHED_SOON, memoize=False) if full else None
        probes.loops.update(filter(None, [place]))
    if found is None and probes.loops:
        # If each round is a whole search, rounds are quick only with kept answers, as when the loop was found.
        found = _watched(probes, calls[done : done + 1], WATCHED_SOON, memoize=True)
    if found is None:
        vain[kind] = times + 1
    else:
        probes.loops.add(found)
    return found


def _stay(probes: SubmissionProbes, calls: Sequence[Call], done: int, limit: float, seconds: float) -> str | None:
    """
    Return where the call stays in a function that took far too long when it was called by itself.

    It must stay in one call of that function for longer than its limit; later ones in the same function for a moment.
    """
    function, vain = calls[done].function, probes.watched_in_vain
    kind = (function, STAYS)
    others = {name for name in probes.overrunning - {function} if not probes.job.module_spec.function(name).slow}
    inside = {name: probes.limits.seconds_for(name) for name in others}
    inside |= {name: min(STAYS_SOON, inside[name]) for name in others & probes.stays}
    after = WATCHED_SOON if probes.stays else WATCHED_AFTER[0]
    if not inside or vain.get(kind, 0) >= len(WATCHED_AFTER) or not after <= min(seconds, SHARE * limit):
        return None
    found = _watched(probes, calls[done : done + MAX_CALLS], seconds, memoize=probes.job.memoize, inside=inside)
    place = find_location(probes.job.submission, probes.job.module_spec.module, found or "")
    if place is None:
        vain[kind] = vain.get(kind, 0) + 1
    else:
        probes.stays.add(function_at(place.file.text, place.line))
    return found


def _watched(
    probes: SubmissionProbes,
    calls: Sequence[Call],
    after: float,
    *,
    memoize: bool,
    inside: Mapping[str, float] | None = None,
) -> str | None:
    own = probes.for_tracing(after + WATCH_SECONDS, memoize=memoize)
    found = None
    with suppress(ImportFailed, ProbeEnded, MalformedFrame), own.opened() as probe:
        probe.send(packed_loop(calls, after, inside or {}))
        frame = probe.frame(after + WATCH_SECONDS, "looped").frame
        # A loop that waits for a certain time ends.
        if not read_printed(frame).clocks:
            found = _place(frame, probes)
    probes.usage.add_uncharged(own.usage.cpu_seconds)
    return found


def _place(frame: Frame, probes: SubmissionProbes) -> str | None:
    """Return the line at which the loop begins, the nearest `while` above its lines; None if no loop was found."""
    entry = frame.message.get("at")
    if entry is None:
        return None
    path, first, last = checked(entry, tuple[str, int, int])
    lines = {file.path: file.lines for file in probes.job.submission.files}.get(path, ())
    if not 1 <= first <= last <= len(lines):
        raise MalformedFrame("not a loop of the submission")
    return f"{path}:{_head(lines, first)}"


def _head(lines: Sequence[str], first: int) -> int:
    """Return the line of the `while` around line `first`, or `first` if that line is in none or begins one."""
    depth = _indentation(lines[first - 1])
    for number in range(first, 0, -1):
        words = lines[number - 1].split()
        if not words or (number != first and _indentation(lines[number - 1]) >= depth):
            continue
        depth = _indentation(lines[number - 1])
        if words[0].rstrip("(:") == "while":
            return number
        if words[0] in ("def", "class"):
            break
    return first


def _indentation(line: str) -> int:
    text = line.expandtabs()
    return len(text) - len(text.lstrip())
