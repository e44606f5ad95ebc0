"""The marks by hand that a folder of reports holds when a class is graded into it, and whether they fit the rubric."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.capabilities.by_hand.capability import MarkChange
from grader.capabilities.by_hand.journal import Journal, Misfit, Way, decision, holds_now, misfits
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.store.result_folder import changes_of, not_in_journal


@dataclass(slots=True, kw_only=True)
class KnownMarks:
    """The marks of a class, added student by student."""

    on_disk: Journal
    problems: tuple[str, ...] = ()
    """Lines of the journal that do not count."""
    way: Way | None = None
    """What becomes of marks that do not fit; None if nobody has said it."""
    changes: list[MarkChange] = field(default_factory=list)
    """What the journal on disk lacks: marks of an older grader, and what was decided about `misfits`."""
    misfits: list[Misfit] = field(default_factory=list)
    """Marks that the rubric would drop or give another meaning."""

    def add(self, submission: Submission, stored: Result | None, rubric: Rubric) -> Journal:
        """Return the journal of one student, whose result was `stored` before."""
        found = tuple(not_in_journal(submission, stored, self.on_disk))
        known = (*changes_of(self.on_disk, submission), *found)
        unfit = list(misfits(submission.id, holds_now(known), rubric))
        decided = [] if self.way is None else [decision(one, self.way, rubric) for one in unfit]
        self.misfits += unfit
        self.changes += [*found, *decided]
        return Journal((*known, *decided))
