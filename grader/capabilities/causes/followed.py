"""
Finds out which failures follow from other functions: the file is asked again with right functions for wrong ones.

The right functions stand in probes of their own, after everything that earns points, and what these probes answer
decides about no check. A file is asked again only if a function that failed is used by another one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import TypeAlias

from grader.assignments.exhaustive.checks import BoardCheck, GamesCheck, GradingSpec, wrong_beyond_type
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.exhaustive.outcome import wrong_among
from grader.assignments.exhaustive.tree_play import Tournament, play_tournaments
from grader.capabilities.causes.own_failures import raised_at
from grader.capabilities.causes.relied_on import relying_functions, told
from grader.capabilities.causes.report import Cause, OwnMistake
from grader.capabilities.causes.right_helpers import right_texts, right_version
from grader.capabilities.changed_file import Again, only_evidence
from grader.game.board import FREE
from grader.model.progress import Work
from grader.model.reason import Said, reason
from grader.model.result import CheckOutcome
from grader.model.rubric import Limits
from grader.model.verdict import NOT_MADE, Verdict
from grader.python_text import function_at, functions_used
from grader.sandbox.student import Student
from grader.text.reasons import tells

FAILED = frozenset({Verdict.FAIL, Verdict.ERROR, Verdict.TIMEOUT, Verdict.MISSING})
Followed: TypeAlias = tuple[tuple[Cause, ...], tuple[OwnMistake, ...]]
NOTHING: Followed = ((), ())
NONE: frozenset[str] = frozenset()
MOST_FREE, SOME_FREE, SAMPLED = 7, range(3, 6), 128
"""Free cells of a board that is searched once more, and of a sample of boards; one of so many is in the sample."""
FIRST_WRONG = 8
"""Wrong answers of one check that have to raise one exception to name it."""
MAX_RUNS = 8
"""How often a submission is asked again: counted, so that a busy machine finds the same as any other."""
MAX_SECONDS, OF_ALL_RUNS = 8.0, 10.0
"""CPU seconds that one run may take, and after which there is none; most submissions need 4 in all."""
FIRST_SECONDS = 5.0
"""CPU seconds of the first move of a search that is asked again though its answers are not kept."""
IMPORT_SECONDS, CALL_SECONDS = 2.0, 0.5
"""CPU seconds for an import, and for one call that is no search."""


def find_causes(
    student: Student, spec: GradingSpec, outcomes: Mapping[str, CheckOutcome], *, in_full: bool = False
) -> Followed:
    """
    Return the functions that failures of others follow from, and mistakes that are beside these.

    `student` has been asked everything.

    A run may take as long as one that earns points if this is done `in_full`.
    """
    limits = student.limits
    if not in_full:
        # A search may take as long as ever: else its answers would not be kept.
        limits = replace(
            limits, import_seconds=IMPORT_SECONDS, call_seconds=CALL_SECONDS, submission_seconds=MAX_SECONDS
        )
    return only_evidence("causes", lambda: _find_causes(student, spec, outcomes, limits), NOTHING)


def _find_causes(student: Student, spec: GradingSpec, outcomes: Mapping[str, CheckOutcome], limits: Limits) -> Followed:
    failed = {check.function for check in spec.checks if _failed(outcomes.get(check.id))}
    if not failed or student.failure is not None:
        return NOTHING
    texts = right_texts(spec.right_functions)
    mentioned = functions_used(student.submission)
    used = {name: mentioned.get(name, frozenset()) & failed & texts.keys() - {name} for name in failed}
    student.progress.begin(Work.CAUSES)
    followed = _Followed(student, spec, outcomes, used, limits)
    relied_on = told(followed.relying, outcomes.values())
    found = followed.by_check()
    order = [function.name for function in spec.module_spec.functions]
    by_functions: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for check in spec.checks:
        if check.id in found:
            by_functions[tuple(name for name in order if name in found[check.id])].append(check.id)
    causes = tuple(
        Cause(functions=names, checks=tuple(checks), relying=followed.relying_on(names))
        for names, checks in by_functions.items()
    )
    return causes, (*relied_on, *(one for own in followed.own.values() for one in own))


def _failed(outcome: CheckOutcome | None) -> bool:
    return outcome is not None and outcome.verdict in FAILED


class _Followed:
    """Asks one submission again with some of its functions replaced, and tells which failed checks pass then."""

    def __init__(
        self,
        student: Student,
        spec: GradingSpec,
        outcomes: Mapping[str, CheckOutcome],
        used: Mapping[str, frozenset[str]],
        limits: Limits,
    ) -> None:
        """Ask `student`; `used` has by function that failed the others among these that it uses."""
        self._student, self._spec, self._used, self._limits = student, spec, used, limits
        self._outcomes = outcomes
        lost = {name for name, outcome in outcomes.items() if outcome.verdict in FAILED | {Verdict.BLOCKED}}
        self._stateful = {outcome.function for outcome in outcomes.values() if outcome.keeps_state}
        """Functions that answer one call in several ways: right answers to a few calls say nothing of the others."""
        self._lost = [one for one in spec.checks if one.id in lost and isinstance(one, (BoardCheck, GamesCheck))]
        self._passed: dict[frozenset[str], frozenset[str]] = {}
        self._again = Again(student, max(OF_ALL_RUNS, limits.submission_seconds))
        self.relying = relying_functions(student, spec, outcomes, limits)
        self._wrong = wrong_beyond_type(one for one in spec.checks if _failed(outcomes.get(one.id)))
        """The functions that are wrong in more than the type of right answers."""
        self.own: dict[str, list[OwnMistake]] = {}
        """By function: the mistakes that show with right functions too."""

    def by_check(self) -> Mapping[str, frozenset[str]]:
        """
        Return by failed check the fewest functions that must be right for it to pass.

        The lowest functions are replaced first, so that those above are asked as they are; what fails then is replaced
        as well.
        """
        found: dict[str, frozenset[str]] = {}
        chosen: frozenset[str] = frozenset()
        while lower := self._lowest(chosen, found):
            chosen |= lower
            for check in self._passing(chosen) - found.keys():
                found[check] = self._needed(check, chosen & self._used[check.partition(".")[0]])
        return found

    def _lowest(self, chosen: Collection[str], found: Collection[str]) -> frozenset[str]:
        """Return the functions to replace next: wrong ones that use no other wrong one, and are used by one."""
        failing = {check.function for check in self._lost if check.id not in found} - {*chosen}
        above = {name for other in failing for name in self._used.get(other, ())} & failing
        # A list of the right actions does for most callers what a set does: it is replaced after all others.
        above = above & self._wrong or above
        return frozenset(name for name in above if not self._used[name] & above) or frozenset(above)

    def _needed(self, check: str, right: frozenset[str]) -> frozenset[str]:
        """Return those of the `right` functions that the function of `check` uses without which it fails."""
        if len(right) == 1:
            return right
        return frozenset(name for name in right if check not in self._passing(right - {name})) or right

    def _passing(self, functions: frozenset[str]) -> frozenset[str]:
        """Return the failed checks that pass with right `functions`; none if there is no time to ask."""
        if functions not in self._passed:
            is_over = self._again.is_over or len(self._passed) >= MAX_RUNS
            self._passed[functions] = NONE if is_over else self._ask(functions)
        return self._passed[functions]

    def relying_on(self, functions: Iterable[str]) -> tuple[str, ...]:
        """Return the functions, right as they are, that must change with these `functions`."""
        relying = {other for name in functions for other in self.relying.get(name, ())} - self._used.keys()
        return tuple(one.name for one in self._spec.module_spec.functions if one.name in relying)

    def _ask(self, functions: frozenset[str]) -> frozenset[str]:
        both = functions.union(self.relying_on(functions))
        changed = right_version(self._student.submission, self._student, self._spec, both)
        with self._again.imported(changed, self._limits) as other:
            other.is_proof = self._limits is self._student.limits  # only then points may be given back for it
            return frozenset() if other.failure is not None else self._judged(other, functions)

    def _judged(self, student: Student, functions: frozenset[str]) -> frozenset[str]:
        open_functions = {check.function: None for check in self._lost if check.function not in functions}
        above = [name for name in open_functions if student.has(name) and self._used.get(name, NONE) & functions]
        in_sample = self._right_in_sample(student, [name for name in above if self._is_slow(name)])
        if student.usage.exhausted:  # by a sample: the whole would take minutes
            return NONE
        above = [name for name in above if student.keeps_answers or not self._takes_long(name, in_sample)]
        examinations = {name: Examination(self._spec, student, name) for name in above}
        lost = [check for check in self._lost if check.function in examinations]
        games = {
            check.id: _played(check, examinations[check.function]) for check in lost if isinstance(check, GamesCheck)
        }
        on_boards = [check for check in lost if isinstance(check, BoardCheck)]
        unproved = NONE if student.is_proof else self._stateful
        passed = [
            check.id
            for check in on_boards
            if passes(check, examinations[check.function], in_full=check.function in unproved)
            and (not self._is_slow(check.function) or check.id in in_sample)
        ]
        seen = {check.function for check in on_boards if check.id in passed}
        failed = {check.function for check in on_boards if check.id not in passed}
        # Whoever throws nothing away loses no game: that is enough where there was no time to play all.
        may_be_open = NONE if student.is_proof else seen - failed - self._stateful
        won = [
            name for name, played in games.items() if _wins(played, may_be_open=name.partition(".")[0] in may_be_open)
        ]
        failing = [one.id for one in lost if one.id not in {*won, *passed}]
        names = dict.fromkeys(check.partition(".")[0] for check in failing)  # a set has another order each time
        known = {check for own in self.own.values() for one in own for check in one.checks}
        for name in names:
            if left := [check for check in failing if check.partition(".")[0] == name and check not in known]:
                helpers = " and ".join(sorted(functions & self._used[name]))
                self._name_own(name, functions, examinations, left, helpers)
        return frozenset([*won, *passed])

    def _takes_long(self, function: str, in_sample: Collection[str]) -> bool:
        """
        Tell whether asking `function` again takes longer than it is worth.

        It is a search with a slow first move, or nothing passes in the sample, and all mistakes are known.
        """
        lost = [check.id for check in self._lost if check.function == function]
        known = all(tells(self._outcomes[check].pattern) for check in lost)
        is_late = self._student.usage.first_seconds.get(function, 0.0) > FIRST_SECONDS
        return self._is_slow(function) and (is_late or (known and not {*in_sample} & {*lost}))

    def _is_slow(self, function: str) -> bool:
        return self._spec.module_spec.function(function).slow

    def _right_in_sample(self, student: Student, functions: Collection[str]) -> frozenset[str]:
        """
        Return the lost checks of `functions` that pass on a sample of boards: made first, while there is time.

        The boards have some free cells, so that a move can be wrong; the one that showed the failure is among them.
        """
        right = []
        oracle = self._spec.oracle(CellSpelling(student.cell_value))
        for check in self._lost:
            if not isinstance(check, BoardCheck) or check.function not in functions:
                continue
            shown, cases = self._outcomes[check.id].shown, self._spec.cases.of(check.function)
            boards, indices = cases.calls.boards, self._spec.cases.indices(check.function, check.kind, check.boards)
            sample = [cases[at] for at in indices if boards[at].count(FREE) in SOME_FREE][::SAMPLED]
            if shown is not None and shown.call.board.count(FREE) <= MOST_FREE:
                sample += [cases[at] for at in indices if cases.calls[at] == shown.call]
            answers = student.sequence([case.call for case in sample])
            if all(
                answer.end not in NOT_MADE and check.passes(oracle, case, answer)
                for case, answer in zip(sample, answers, strict=True)
            ):
                right.append(check.id)
        return frozenset(right)

    def _name_own(
        self,
        name: str,
        functions: frozenset[str],
        examinations: Mapping[str, Examination],
        failing: Collection[str],
        beside: str,
    ) -> None:
        """
        Name the mistakes of a function that fails with right `functions`, which are called `beside`.

        A function that relies on wrong answers of these has no such mistakes: with wrong ones it is right.
        """
        if any(name in self.relying.get(other, ()) for other in functions):
            return
        others = {one.name for one in self._spec.module_spec.functions} - {name}
        right = functions | others - (self._used[name] & self._wrong)
        found = self._spec.recognize(examinations, name, right)
        with_right = reason("with_right", functions=beside)
        by_mistake: defaultdict[Said, list[str]] = defaultdict(list)
        for check in failing:
            if not self._is_defined(check, functions & self._used[name]):
                continue
            if mistake := found.get(check) or self._other_exception(check, examinations[name], functions):
                by_mistake[mistake].append(check)
        self.own.setdefault(name, []).extend(
            OwnMistake(checks=tuple(checks), mistake=(*mistake, with_right)) for mistake, checks in by_mistake.items()
        )

    def _row(self, check: str) -> BoardCheck | GamesCheck | None:
        return next((one for one in self._lost if one.id == check), None)

    def _is_defined(self, check: str, helpers: Collection[str]) -> bool:
        """Tell whether the right answers of `helpers` are defined on the boards of `check`, but for a search."""
        row = self._row(check)
        if not isinstance(row, BoardCheck) or self._is_slow(row.function):
            return True
        boards = {
            self._spec.cases.of(row.function).calls.boards[at]
            for at in self._spec.cases.indices(row.function, row.kind, row.boards)
        }
        return all(boards <= {*self._spec.cases.of(name).calls.boards} for name in helpers)

    def _other_exception(self, check: str, examination: Examination, right: Collection[str]) -> Said:
        """Return the exception of all first wrong answers, if the wrong functions did not let it show."""
        row = self._row(check)
        if not isinstance(row, BoardCheck) or row.conduct:
            return ()
        chosen = examination.asked_among(examination.indices(row.kind, row.boards))
        wrong = islice(wrong_among(examination, row, chosen), FIRST_WRONG)
        all_raised = {(one.answer.at, str(one.answer.raised)): one.answer for one in wrong}
        (answer,) = all_raised.values() if len(all_raised) == 1 else (None,)
        known = (one.shown.answer for one in self._outcomes.values() if one.shown and one.function == row.function)
        if answer is None or answer.raised is None or str(answer.raised) in {str(one.raised) for one in known}:
            return ()
        # The right `actions` returns a set: what cannot be done with one can be done with the file's own list.
        if "actions" in right and "'set' object" in str(answer.raised):
            return ()
        found = raised_at(answer, examination.student)
        before, after = (one.submission.files[0] for one in (self._student, examination.student))
        if found is None or not found.is_slip(self._spec.module_spec.module, before, after):
            return ()
        # Another function that fails itself, and is not replaced, has a finding of its own.
        raising = function_at(before.text, found.line)
        return () if raising in self._used.keys() - {*right, row.function} else (found.told,)


def _played(check: GamesCheck, examination: Examination) -> Tournament:
    return play_tournaments(examination, [check.side])[check.side]


def _wins(played: Tournament, *, may_be_open: bool) -> bool:
    """Tell whether no game is lost; they may all be open, if that is enough."""
    decided = played.games > 0 and not played.undecided
    return not played.failed and (decided or may_be_open)


def passes(check: BoardCheck, examination: Examination, *, in_full: bool = False) -> bool:
    """
    Tell whether `check` passes, as it is judged where points are earned, but without an explanation if not.

    It must have been asked `in_full`, if that is so.
    """
    if examination.constant_answer is not None or (check.conduct and not examination.mostly_right):
        return False
    indices = examination.indices(check.kind, check.boards)
    chosen = examination.asked_among(indices)
    if in_full and len(chosen) < len(indices):
        return False
    if check.is_about_right_answers:
        chosen = [index for index in chosen if examination.is_right[index]]
    return bool(chosen) and next(wrong_among(examination, check, chosen), None) is None
