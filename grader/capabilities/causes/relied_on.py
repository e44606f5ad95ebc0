"""Finds out which functions rely on wrong answers of others: with right answers, checks that pass would fail."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.exhaustive.checks import BoardCheck, GradingSpec
from grader.capabilities.causes.edit_trials import tried_answers
from grader.capabilities.causes.report import OwnMistake
from grader.capabilities.causes.right_helpers import right_texts, right_version, with_text
from grader.capabilities.changed_file import Again
from grader.game.board import FREE
from grader.game.tree import table
from grader.model.answer import Call, spread
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.rubric import Limits
from grader.model.verdict import NOT_MADE, ChildEnd, Verdict
from grader.python_text import functions_used
from grader.sandbox.student import Student
from grader.text.reasons import tells

Relying = Mapping[str, tuple[str, ...]]
"""By wrong function those that use it, and fail checks that they pass if its answers are right."""
SECONDS = 4.0
"""CPU seconds after which nothing more is asked."""
QUICK = 0.5
"""CPU seconds of the first move of a search that answers the empty board too."""
NONE_AT_THE_END = """
def _or_none(_right):
    return lambda _board: _right(_board) or None
actions = _or_none(actions)
"""
"""Put below a file with a right `actions`."""
MOST_FREE, SAMPLED = 5, 300
"""Free cells of a board that a search is asked, and how many of these boards."""


def relying_functions(
    student: Student, spec: GradingSpec, outcomes: Mapping[str, CheckOutcome], limits: Limits
) -> Relying:
    """Ask functions of `student` once more, each with a right one for one that answers legal calls wrongly."""
    on_boards = [one for one in spec.checks if isinstance(one, BoardCheck) and one.kind == LEGAL and one.id in outcomes]
    wrong = {row.function for row in on_boards if outcomes[row.id].verdict is Verdict.FAIL and not row.got}
    passed = [row for row in on_boards if outcomes[row.id].verdict is Verdict.PASS]
    mentioned, again = functions_used(student.submission), Again(student, SECONDS)
    relying: dict[str, tuple[str, ...]] = {}
    for name in sorted(wrong & right_texts(spec.right_functions).keys()):
        if (student.module.functions[name] or 0) > spec.module_spec.function(name).parameters:
            continue  # a right one could not be called as this one is
        using = [row for row in passed if name in mentioned.get(row.function, ()) and row.function != name]
        found: list[str] = []
        for function in dict.fromkeys(row.function for row in using):
            if again.is_over:
                break
            # What was found is replaced as well: else what uses that would only follow.
            version = right_version(student.submission, student, spec, {name, *found})
            if name == "actions" and _gives_none_at_the_end(student):
                version = with_text(version, NONE_AT_THE_END)
            with again.imported(version, limits) as other:
                rows = [row for row in using if row.function == function]
                is_quick = student.usage.first_seconds.get(function, QUICK) < QUICK
                if other.failure is None and _fails(other, spec, rows, with_first=is_quick):
                    found.append(function)
        relying |= {name: tuple(found)} if found else {}
    return relying


def _gives_none_at_the_end(student: Student) -> bool:
    """Tell whether `actions` gives None on a full board, for which any answer is right: it may go on to do so."""
    full = next(one.board for one in table().positions if FREE not in one.board)
    (answer,) = student.sequence([Call(function="actions", board=full)])
    return answer.end is ChildEnd.RETURNED and answer.value is None


def _fails(student: Student, spec: GradingSpec, rows: Sequence[BoardCheck], *, with_first: bool) -> bool:
    """Tell whether one of `rows`, all of one function, fails; a search is asked some boards on which it is short."""
    function = rows[0].function
    cases = spec.cases.of(function)
    places: Sequence[int] = range(len(cases))
    if spec.module_spec.function(function).slow:
        places = spread([at for at in places if cases.calls.boards[at].count(FREE) <= MOST_FREE], SAMPLED)
        places = [*([0] if with_first else []), *places]  # an opening move may be written apart
    tried = tried_answers(student, spec, function, places)
    made = [at for at, one in tried.answers.items() if one.end not in NOT_MADE]
    return any(tried.fails(row, at) for row in rows for at in made)


def told(relying: Relying, outcomes: Collection[CheckOutcome]) -> tuple[OwnMistake, ...]:
    """
    Return the known mistakes behind `relying`, with what must be changed as well.

    Only those of functions with a single one: of several nobody could tell which one others rely on.
    """
    found = []
    for name, others in relying.items():
        failed = [one for one in outcomes if one.function == name and one.verdict is Verdict.FAIL]
        mistakes = {one.pattern for one in failed}
        also = tuple(reason("relied_on", function=other) for other in others)
        if len(mistakes) == 1 and tells(failed[0].pattern):
            found.append(OwnMistake(checks=tuple(one.check for one in failed), mistake=(*failed[0].pattern, *also)))
    return tuple(found)
