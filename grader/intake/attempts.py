"""Which of several attempts of a student counts: the newest, the last in time, or the one whose file a person chose."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import chain

from grader.intake.upload import Upload
from grader.model.class_row import Skipped
from grader.model.instant import extended, parse_instant


def attempt_that_counts(upload: Upload, file: str, due: datetime | None, extension: str) -> Upload:
    """
    Return the attempt that has the `file` of the download which a person chose; without one the last in time.

    A `file` in a zip of the download says nothing about attempts. If no work is `due`, or nothing was in time as far as
    it is known, the newest counts.
    """
    every = (upload, *upload.earlier)
    chosen = (one for one in every if any(file == part.source.name for part in one.files))
    limit = None if due is None else extended(due, extension)
    in_time = (one for one in every if limit and one.submitted_at and parse_instant(one.submitted_at) <= limit)
    return next(chain(chosen, in_time), upload)


def skipped_beside(
    skipped: Iterable[Skipped], newest: Collection[Upload], read: Collection[Upload]
) -> Iterator[Skipped]:
    """Yield what is skipped if the uploads `read` count in place of the `newest` ones."""
    counting = {part.source.name for one in read if one not in newest for part in one.files}
    yield from (one for one in skipped if one.name.rpartition("/")[2] not in counting)
    for one in newest:
        if one not in read:
            yield from (Skipped(name=part.source.name, reason="another attempt is graded") for part in one.files)
