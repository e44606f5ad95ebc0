"""
Finds functions that stand in the file under another name, so that a missing one only has to be renamed.

Each candidate is given the missing name in a run of its own and is asked all cases: only a function whose every answer
is right is named. What is found decides about no point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.exhaustive.checks import GradingSpec
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.oracle import CellSpelling
from grader.capabilities.changed_file import Again
from grader.missing_functions import MAX_NAME, likeness
from grader.model.reason import Said, reason
from grader.model.sanitize import sanitize
from grader.model.spec import FunctionSpec
from grader.python_text import definitions_in, names_at_top_level, names_used, reached_from
from grader.sandbox.student import Student

MAX_RUNS = 16
"""Runs for one submission. Most end after the sample."""
SECONDS = 3.0
"""CPU seconds of one run, and of all runs after which no other one begins."""
SAMPLE = 8
"""Calls that must all be right before everything is asked: those on the fullest boards, where a search is short."""


def other_names(student: Student, spec: GradingSpec, missing: Iterable[str]) -> Mapping[str, Said]:
    """Return, by the functions of `missing`, which function of the file answers as they must."""
    wanted = [spec.module_spec.function(name) for name in missing]
    quick = [one for one in wanted if not (one.prints or one.is_dialogue)]
    if student.failure is not None or not quick:
        return {}
    runs = _Runs(student, spec)
    return {one.name: said for one in quick if (said := runs.named(one))}


class _Runs:
    """The runs with another name for one submission, which are few."""

    def __init__(self, student: Student, spec: GradingSpec) -> None:
        self._student, self._spec = student, spec
        self._left, self._again = MAX_RUNS, Again(student, SECONDS)
        self._file = student.submission.files[0]
        known = {*(one.name for one in spec.module_spec.functions), *spec.module_spec.handed_out.names}
        others = names_at_top_level(self._file.text) - known
        self._uses = {name: uses for name, uses in names_used(self._file.text).items() if name in others}
        """By each other function at the top level of the file: the names in it."""

    def named(self, function: FunctionSpec) -> Said:
        """Return which function answers as `function` must on all boards; nothing if none does, or several do."""
        right = {}
        for name in sorted(self._uses, key=lambda name: -likeness(name, function.name)):
            is_recursive = name in reached_from(name, self._uses)
            if (function.slow or not is_recursive) and self._left > 0 and not self._again.is_over:
                right[name] = self._right_answers(function, name)
        names = [name for name, count in right.items() if count]
        # What one of them calls is what the others pass on.
        called = [
            name for name in names if all(name in reached_from(other, self._uses) for other in names if other != name)
        ]
        if len(called) != 1:
            return ()
        line = next(one.line for one in reversed(definitions_in(self._file.text)) if one.name == called[0])
        shown, count = sanitize(called[0], MAX_NAME), right[called[0]]
        noun = "moves" if self._spec.counted_noun.get(function.name) == "moves" else "boards"
        return (reason(f"has_other_name_{noun}", name=shown, line=line, function=function.name, count=count),)

    def _right_answers(self, function: FunctionSpec, name: str) -> int:
        """Return how many cases `name` answers as `function` must, 0 unless it answers all of them so."""
        self._left -= 1
        given = ", ".join(f"given_{number}" for number in range(function.parameters))
        named = f"{self._file.text}\ndef {function.name}({given}):\n    return {name}({given})\n"
        submission = self._student.submission
        changed = replace(submission, files=(replace(self._file, text=named), *submission.files[1:]))
        limits = replace(self._student.limits, import_seconds=SECONDS, submission_seconds=SECONDS)
        with self._again.imported(changed, limits) as other:
            if other.failure is not None or not self._may_be_right(other, function.name):
                return 0
            made = Examination(self._spec, other, function.name)
            is_right = made.all_right and made.is_complete and all(made.is_right_in_both_orders)
            return len(made.cases) if is_right else 0

    def _may_be_right(self, student: Student, function: str) -> bool:
        cases = self._spec.cases.of(function)
        legal = [at for at, kind in enumerate(cases.kinds) if kind == LEGAL]
        fullest = sorted(legal, key=lambda at: cases.calls.boards[at].count("."))[: 8 * SAMPLE : 8]
        answers = student.sequence([cases.calls[at] for at in fullest])
        oracle = self._spec.oracle(CellSpelling(student.cell_value))
        return all(oracle.is_right(cases[at], answer) for at, answer in zip(fullest, answers, strict=True))
