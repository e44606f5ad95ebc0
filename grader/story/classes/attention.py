"""The cases of a class that need a person: the student, the event, and what to do."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from grader.capabilities.by_hand.capability import MarkChange
from grader.capabilities.by_hand.journal import Journal
from grader.capabilities.causes.report import Findings
from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import INTERNAL_ERROR, NEWER_PYTHON, CheckResult, Result, import_failure
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.story.answer import rescue_text
from grader.story.classes.statistics import ClassStatistics, GradedResult
from grader.text.mark_text import to_confirm
from grader.text.number_text import decimal_text
from grader.text.reasons import REFUSED, each_said, said

NO_JOURNAL = Journal()


class AttentionWords(NamedTuple):
    title: str
    to_do: str
    status: str = ""
    """The words beside a student, if they are others than the title."""


class Need(enum.Enum):
    """Why a case needs a person, the most urgent reason first."""

    NEWER_PYTHON = AttentionWords(
        "Needs a newer Python",
        "The code is valid in a newer Python than the one that ran here, so no mark was given. Run the same command"
        " with --python PATH, the path of such a Python: it then runs the code of the whole class.",
    )
    INTERNAL_ERROR = AttentionWords(
        "Internal error",
        "No mark was given. Run the same command again: only these are graded.",
    )
    NOT_GRADED = AttentionWords(
        "Not graded",
        "Put right what is named, or decide it in the table that --choices-template writes. Then run the same command"
        " again: only these are graded.",
    )
    NOT_IMPORTED = AttentionWords(
        "Could not be imported",
        "None of the functions could be tested, so all automatic points are lost. It is often one bracket or one"
        " input(): correct that line, run the same command again, and take off what the mistake should cost.",
    )
    LACKS_PACKAGE = AttentionWords(
        "Uses a package that is not available",
        "What uses it lost its points. If students may use it, name it in the rubric, as in allow_imports: [numpy],"
        " install it beside the grader, and run the same command again: all are graded anew.",
        status="lacks a package",
    )
    NO_POINTS = AttentionWords(
        "No automatic points",
        "The file was imported, and no check that gives points passed. Look whether it is the right file: it may be"
        " empty, or what was handed out.",
    )
    REFUSED = AttentionWords(
        "Refused by the sandbox",
        "The code does what works on a student's computer and not here, such as writing a file or starting a thread. No"
        " points were lost by it: read that code, or run it where this is safe, and give the points of these items by"
        " hand.",
    )
    CONFLICT = AttentionWords(
        "Two people, two marks",
        "The item stays as it was until both say the same, or somebody else gives the points.",
        status="marks in conflict",
    )
    MISSING = AttentionWords(
        "Nothing handed in",
        "They are in the roster, and nothing that was read is theirs. If one of them did hand in, look among the"
        " skipped files and among those who are not in the roster.",
        status="missing",
    )
    TIMED_OUT = AttentionWords(
        "Timed out",
        "These checks lost their points by a time limit. Look whether the code is only slow, and change the points by"
        " hand if you think so.",
    )
    PARTLY_TESTED = AttentionWords(
        "Tested in part",
        "The whole test would have taken too long. No points were lost by it; look whether the rest is right too.",
    )
    OTHER_WORK = AttentionWords(
        "Perhaps another commit is meant",
        "Graded is the last commit of the default branch in time. Look at the other one: grader check REPOSITORY --at"
        " NAME grades a branch or a commit.",
        status="other commit",
    )
    HAND_MARKS = AttentionWords(
        "Marks by hand to look at again",
        "They were given for something else than what is graded now: confirm them, change them, or leave them out.",
        status="marks by hand to check",
    )
    NEAR_LIMIT = AttentionWords(
        "Close to a time limit",
        "A call took 0.5 to 2 times its limit. If a mark hangs on it, look at the code.",
        status="close to a limit",
    )
    SAME_CODE = AttentionWords(
        "Same code",
        "These files are the same, but for comments and blanks: ask who wrote it, or whether it was teamwork.",
    )

    @property
    def code(self) -> str:
        """The name in links, in tables of marks and in the journal."""
        return self.name.lower()

    @property
    def status(self) -> str:
        return self.value.status or f"{self.value.title[0].lower()}{self.value.title[1:]}"


REASONS = {INTERNAL_ERROR: Need.INTERNAL_ERROR, NEWER_PYTHON: Need.NEWER_PYTHON}
DOUBLE_CLAIMS = AttentionWords(
    "Not certain whose it is",
    "All of it is graded, each submission under an id of its own. Say whose it is, in the names of folders and files or"
    " in the roster, and run the same command again.",
)
"""About submissions that claim one student's id."""


URGENT = frozenset({Need.NEWER_PYTHON, Need.INTERNAL_ERROR, Need.NOT_GRADED, Need.NOT_IMPORTED, Need.NO_POINTS})
"""The reasons that leave a student without a mark or without automatic points."""


@dataclass(frozen=True, slots=True)
class AttentionCase:
    """A student who needs a person, or several students with one file."""

    reason: Need
    students: tuple[ClassRow, ...]
    text: str
    """What happened; empty if the reason says it."""
    done: bool = False


BY_MARKS = {Need.CONFLICT, Need.HAND_MARKS}
"""The reasons that end only when a mark is given. A look at the case is not enough."""


def attention(statistics: ClassStatistics, journal: Journal = NO_JOURNAL) -> tuple[AttentionCase, ...]:
    """
    Return all cases of a class, the most urgent first, cases of one reason in the order of the class.

    The `journal` has the conflicts between people, and the cases that people dealt with.
    """
    found = [
        *(AttentionCase(REASONS[result.status], (result,), result.fault) for result in statistics.faults),
        # The name of the submission stands beside the reason, and begins many reasons.
        *(AttentionCase(Need.NOT_GRADED, (row,), _without_name(row)) for row in statistics.not_graded),
        *(AttentionCase(Need.MISSING, (row,), "") for row in statistics.missing),
        *(case for row in statistics.graded for case in _of_result(row)),
        *(case for result in statistics.faults for case in _hand_marks(result)),
        *_conflicts(statistics, journal),
        *_same_code(statistics),
    ]
    looked_at = [
        replace(case, done=all(journal.has_dealt_with(row, case.reason.code) for row in case.students))
        if journal and case.reason not in BY_MARKS
        else case
        for case in found
    ]
    return tuple(case for reason in Need for case in looked_at if case.reason is reason)


def _without_name(row: NotGraded) -> str:
    for name in (row.student, row.id, row.upload):
        if row.reason.startswith(f"{name}: "):
            return row.reason.removeprefix(f"{name}: ")
    return row.reason


def by_reason(cases: Sequence[AttentionCase]) -> dict[Need, list[AttentionCase]]:
    found: dict[Need, list[AttentionCase]] = {}
    for case in cases:
        found.setdefault(case.reason, []).append(case)
    return found


def _of_result(row: GradedResult) -> Iterator[AttentionCase]:
    result = row.result
    yield from _of_lost_points(row)
    # Boards that were not tested cost no points.
    if in_part := _first_messages(one for one in result.checks if one.verdict is Verdict.PASS and one.reasons):
        yield AttentionCase(Need.PARTLY_TESTED, (result,), in_part)
    if result.submission.doubt:
        yield AttentionCase(Need.OTHER_WORK, (result,), result.submission.doubt)
    yield from _hand_marks(result)
    if result.timing.near_limit:
        yield AttentionCase(Need.NEAR_LIMIT, (result,), ", ".join(result.timing.near_limit))


def _of_lost_points(row: GradedResult) -> Iterator[AttentionCase]:
    """Yield the most urgent reason why points were lost that may not be the student's fault."""
    result = row.result
    costing = [check for check in result.checks if check.earned < check.points]
    if failure := import_failure(result):
        cause, *place = failure
        without = rescue_text(result, result.score) if result.score else ""
        text = f"{cause.values.get('raised', '')}{said(place)}"
        yield AttentionCase(Need.NOT_IMPORTED, (result,), f"{text}; {without}" if without else text)
    elif refused := _refused(result):
        yield AttentionCase(Need.REFUSED, (result,), refused)
    elif lacking := _packages(result):
        yield AttentionCase(Need.LACKS_PACKAGE, (result,), lacking)
    elif late := _first_messages(one for one in costing if one.verdict is Verdict.TIMEOUT):
        yield AttentionCase(Need.TIMED_OUT, (result,), late)
    elif row.automatic.possible and not row.automatic.earned:
        yield AttentionCase(Need.NO_POINTS, (result,), _first_messages(costing[:1]))


def _refused(result: Result) -> str:
    reasons = (each for one in result.checks if one.verdict is Verdict.PENDING for each in one.reasons)
    return "; ".join(dict.fromkeys(said([each]) for each in reasons if each.code in REFUSED))


def _packages(result: Result) -> str:
    """Return what is not available: ``numpy (tictactoe.py:76 uses `numpy.array`)``."""
    found = result.found_as(Findings)
    reasons = (each for one in (found.findings if found else ()) for each in one.whole if each.code == "uses_package")
    return "; ".join(dict.fromkeys("{module} ({place} uses `{name}`)".format(**each.values) for each in reasons))


def _first_messages(checks: Iterable[CheckResult]) -> str:
    """Return each function of `checks` with its first message: ``minimax: tested on 4,262 of 4,520 boards``."""
    first: dict[str, str] = {}
    for check in checks:
        first.setdefault(check.function, said(check.reasons))
    return "; ".join(f"{function}: {message}" for function, message in first.items())


def _hand_marks(result: Result) -> Iterator[AttentionCase]:
    for given in to_confirm(result.criteria):
        yield AttentionCase(Need.HAND_MARKS, (result,), f"{given.item.id} {given.proposal_text}")
    for text in each_said(result.marks_to_check):
        yield AttentionCase(Need.HAND_MARKS, (result,), text)


def _conflicts(statistics: ClassStatistics, journal: Journal) -> Iterator[AttentionCase]:
    rows = {row.result.submission.id: row.result for row in statistics.graded}
    for (student, item), sides in journal.conflicts.items():
        if student in rows:
            yield AttentionCase(Need.CONFLICT, (rows[student],), f"{item}: {sides_text(sides)}")


def sides_text(sides: Iterable[MarkChange]) -> str:
    """Return the points that people give one item: ``13 (Kim) or taken back (Lee)``."""
    given = (("taken back" if one.new is None else decimal_text(one.new.points), one.who) for one in sides)
    return " or ".join(f"{points} ({sanitize(who)})" if who else points for points, who in given)


def _same_code(statistics: ClassStatistics) -> Iterator[AttentionCase]:
    for results in statistics.same_code:
        is_equal = len({result.submission.sha256 for result in results}) == 1
        yield AttentionCase(Need.SAME_CODE, tuple(results), "to the byte" if is_equal else "")
