"""The contents of a folder of reports before a run: marks by hand, and perhaps another class."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.capabilities.by_hand.capability import MarkChange
from grader.capabilities.by_hand.journal import Journal, Misfit, Way, decision, holds_now, misfits
from grader.errors import UserError
from grader.intake.student_ids import is_safe_id
from grader.model.result import Result, RubricInfo
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.store.class_record import Shard, read_class_record
from grader.store.result_folder import folder_of, not_in_journal, read_result
from grader.text.number_text import count_text, shortened_list


@dataclass(slots=True, kw_only=True)
class KnownMarks:
    """The marks of a class, added student by student."""

    on_disk: Journal
    problems: tuple[str, ...] = ()
    """Lines of the journal that do not count."""
    way: Way | None = None
    """The decision about marks that do not fit; None without one."""
    changes: list[MarkChange] = field(default_factory=list)
    """Changes that the journal on disk lacks: marks of an older grader, and decisions about `misfits`."""
    misfits: list[Misfit] = field(default_factory=list)
    """Marks that the rubric would drop or change in meaning."""

    def add(self, student: str, stored: Result | None, rubric: Rubric) -> Journal:
        """Return the journal of one student, whose result was `stored` before."""
        found = tuple(not_in_journal(student, stored, self.on_disk))
        known = (*self.on_disk.of(student), *found)
        unfit = list(misfits(student, holds_now(known), rubric))
        decided = [] if self.way is None else [decision(one, self.way, rubric) for one in unfit]
        self.misfits += unfit
        self.changes += [*found, *decided]
        return Journal((*known, *decided))


NAMED = 8  # students that a message names


def named(names: Sequence[str]) -> str:
    """Return some `names` for a message, and the number of all others."""
    return shortened_list(list(map(sanitize, names)), NAMED)


def surprises(
    here: Collection[str], rubric: Rubric | RubricInfo, out: Path, shard: Shard | None = None
) -> Iterator[str]:
    """Yield why the class, or its `shard` with the students `here`, may not belong to the folder `out`."""
    try:
        record = read_class_record(out)
    except UserError:
        return  # a damaged record is made again
    if record is None:
        return
    missing = [one for one in record.graded if one not in here]
    if record.shard is not None and shard is not None and str(record.shard) != str(shard):
        yield f"it holds shard {record.shard}, and this is shard {shard}"
    elif missing and len(missing) == len(record.graded):
        yield f"it holds another class: none of its {count_text(len(missing), 'student')} is among these"
    elif missing:
        count = count_text(len(missing), "student")
        yield f"it holds {count} whose work is not among these: {named(missing)}"
    stored = _any_result(record.graded, out)
    if stored is not None and (stored.rubric.assignment, stored.rubric.title) != (rubric.assignment, rubric.title):
        yield f'it was graded by "{sanitize(stored.rubric.title)}", and this rubric is "{sanitize(rubric.title)}"'


def _any_result(names: tuple[str, ...], out: Path) -> Result | None:
    for name in filter(is_safe_id, names):
        with contextlib.suppress(UserError):
            if (stored := read_result(folder_of(out, name))) is not None:
                return stored
    return None
