"""Whether the files that were handed out came back as they were, and where they differ if not."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from grader.capabilities.hand_in.outcome import failed, file_called, listed, missing, passed
from grader.capabilities.hand_in.rules import FileRules, HandedOutFile, hash_of, normalized
from grader.model.counterexample import DifferingLine
from grader.model.reason import Reason, reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.submission import HandedIn, HandedInFile, Submission

MAX_LINES = 4
"""Lines of a difference that are shown, of each side."""
MAX_COMPARED = 100
"""Lines that are compared with one another; comparing takes time that grows with their square, or worse."""
MAX_WIDTH = 160
"""Characters of such a line."""


class _Change(NamedTuple):
    """Lines that were replaced by others; either may be none."""

    before: range
    after: range


def judge_unchanged(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether each file that was handed out is there, with the same normalized text."""
    check = "files.unchanged"
    absent: list[str] = []
    changes: list[Reason] = []
    difference: tuple[DifferingLine, ...] = ()
    for original in rules.unchanged:
        file = file_called(handed_in, original.path)
        if file is None:
            absent.append(original.path)
        elif file.text is None:
            changes.append(reason("cannot_be_read", file=original.path, problem=file.problem))
        elif hash_of(normalized(file.text)) != original.sha256:
            lines = tuple(_difference(original, file))
            code = "file_changed_from" if lines else "file_changed"
            where = {"line": str(lines[0].number)} if lines else {}
            changes.append(reason(code, file=original.path, **where))
            difference = difference or lines
    gone = [reason("not_handed_in", files=listed(absent))] if absent else []
    if not changes:
        return missing(check, *gone) if gone else passed(check)
    first, *others = (*changes, *gone)
    also = reason("and_also")
    return failed(check, first, *(one for other in others for one in (also, other)), difference=difference)


def _difference(original: HandedOutFile, file: HandedInFile) -> Iterator[DifferingLine]:
    """Yield the first lines that differ, of both sides; nothing if only the hash of the original is known."""
    if original.text is None or "\0" in original.text:
        return
    before, after = original.text.split("\n"), normalized(file.text or "").split("\n")
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    middles = before[start : len(before) - end], after[start : len(after) - end]
    changes = _changes(*(middle[:MAX_COMPARED] for middle in middles))
    if max(map(len, middles)) > MAX_COMPARED:
        del changes[1:]  # where the comparison ends, lines may seem to differ
    for handed_in, lines, ranges in (
        (False, before, [change.before for change in changes]),
        (True, after, [change.after for change in changes]),
    ):
        for at in islice(chain.from_iterable(ranges), MAX_LINES):
            number = start + at
            yield DifferingLine(file=original.path, handed_in=handed_in, number=number + 1, text=_shown(lines[number]))


def _common(one: list[str], other: list[str]) -> int:
    """Return how many lines are equal at the start of both."""
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)


def _changes(before: list[str], after: list[str]) -> list[_Change]:
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [
        _Change(range(start, end), range(new_start, new_end))
        for what, start, end, new_start, new_end in matcher.get_opcodes()
        if what != "equal"
    ]


def _shown(line: str) -> str:
    return sanitize(line.expandtabs(4), MAX_WIDTH)
