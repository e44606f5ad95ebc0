"""What edits are tried on: a few cases of a function with their answers, and a text that has all edits at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grader.assignments.exhaustive.cases import CaseList
from grader.assignments.exhaustive.checks import BoardCheck, GradingSpec
from grader.assignments.exhaustive.oracle import CellSpelling, Oracle
from grader.model.answer import Answer
from grader.sandbox.student import Student

TRIED = """
_functions, _edits, _made, _compiled = {functions!r}, {edits!r}, {{}}, {{}}
def _edited(_changes):
    _scope = dict(globals())
    for _name, _one in globals().items():
        if type(_one) in (dict, list, set) and len(_one) < 100:
            _scope[_name] = _one.copy()
    for _start, _lines in _functions:
        _copy, _own = [*_lines], [_one for _one in _changes if 0 <= _one[0] - _start < len(_lines)]
        for _first, _end, _new in _own:
            _copy[_first - _start:_end - _start] = _new
        _code = None if _own else _compiled.get(_start)
        if _code is None:
            _code = compile("\\n".join(_copy), "<edited>", "exec")
            if not _own:
                _compiled[_start] = _code
        exec(_code, _scope)
    return _scope[{function!r}]
def {function}(*_given):
    _number = _given[-1]
    if _number not in _made:
        _made[_number] = _edited(_edits[_number])
    return _made[_number](*_given[:-1])
"""
"""
Put below a file: the function with one more argument, the number of the edit. Each edit has globals of its own, such
as a memo.

Of hundreds of edits most of the time would go to compiling: a function that an edit leaves is compiled once.
"""


class TriedAnswers(NamedTuple):
    """The answers of the function to some of its cases."""

    cases: CaseList
    oracle: Oracle
    answers: Mapping[int, Answer]

    def fails(self, check: BoardCheck, at: int) -> bool:
        case = self.cases[at]
        of_check = case.kind == check.kind and check.boards(case.position)
        return of_check and not check.passes(self.oracle, case, self.answers[at])

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(self.oracle.is_right(self.cases[at], answer) for at, answer in self.answers.items())


class TriedCall(NamedTuple):
    """A call that edits are tried on."""

    at: int
    check: BoardCheck | None
    """The check that the right function answers otherwise; None if the answer was right."""
    positions: int
    """How many positions the call visits."""


def tried_answers(student: Student, spec: GradingSpec, function: str, places: Sequence[int]) -> TriedAnswers:
    """Return what `student` answers to the cases of `function` at `places`."""
    cases = spec.cases.of(function)
    answers = student.sweep([cases.calls[at] for at in places]).answers
    return TriedAnswers(cases, spec.oracle(CellSpelling(student.cell_value)), dict(zip(places, answers, strict=True)))


def growing(cases: Sequence[TriedCall], most: int) -> list[Sequence[TriedCall]]:
    """Return `cases` in parts of 1, 1, 2, 4 and so on, up to `most`: nearly all edits are wrong in one of the first."""
    parts: list[Sequence[TriedCall]] = []
    done = 0
    while done < len(cases):
        parts.append(cases[done : done + min(max(done, 1), most)])
        done += len(parts[-1])
    return parts
