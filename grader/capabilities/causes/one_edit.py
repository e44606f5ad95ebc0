"""
Finds the small edit that makes a wrong function right: the place of a known mistake, or what is wrong if none fits.

All edits of a function are tried on a few boards, in one probe as far as they come to an end; an edit that is right
there is asked everything, or all boards on which a long search is short. So an edit is named only if it was shown to
be enough. Where no mistake is known and no edit is enough, two may be. Nothing here earns or costs a point.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice, zip_longest

from grader.assignments.exhaustive.cases import LEGAL
from grader.assignments.exhaustive.checks import BoardCheck, GradingSpec
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.exhaustive.outcome import wrong_among
from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.edit_trials import TRIED, TriedAnswers, TriedCall, growing, tried_answers
from grader.capabilities.causes.edits import BOUNDS, edits
from grader.capabilities.causes.followed import NONE, passes
from grader.capabilities.causes.own_failures import Failed
from grader.capabilities.causes.replacements import CONSTANT
from grader.capabilities.causes.report import OwnMistake
from grader.capabilities.causes.right_helpers import function_spans, right_version, with_text
from grader.capabilities.causes.told_edit import MAX_SHOWN, told_edit, told_together
from grader.capabilities.changed_file import Again
from grader.model.answer import Answer, Call, spread
from grader.model.reason import Said, reason
from grader.model.source import readable_location
from grader.model.submission import Submission
from grader.model.verdict import NOT_MADE
from grader.python_text import WORD, functions_used, without_strings
from grader.sandbox.running.plain_runs import NODES
from grader.sandbox.student import Student
from grader.text.number_text import join_words

CALL_SECONDS = 0.5
"""CPU seconds; a call that ends needs some hundredths. No other clock decides what is found."""
MAX_POSITIONS, MAX_OF_TWO = 200_000, 400_000
"""Positions that edits of one function may visit, then two together: counted, so that a slow machine finds the same."""
MAX_CHARACTERS, MAX_HANGS = 8_000, 4
"""Characters of a function with its helpers, of which real ones have a quarter; edits that end their probe."""
MAX_ASKED, MAX_SEARCHES, MAX_FIRST = 12, 4, 4
"""Edits that are asked everything; of a search; that mend a part of the boards, so that a second one is looked for."""
TRIED_ON, LONGER = 60, 12
"""On how many wrong answers of each check, and on how many right ones, edits are tried; then on longer searches."""
MANY_FREE, MOST_FREE = 4, 5
"""Free cells of a board on which a search is short, and on which it is a longer one."""
FEW_POSITIONS = 300
"""How many positions the calls visit that show whether an edit mends some of the boards."""
SAMPLED = 600
"""How many cases are asked to find wrong answers."""
FEW, FEW_SEARCHES = 3, 8
"""How many of the longer searches are tried where no short one is wrong, or none is right; made at once."""
DRAWN = re.compile(r"\b(?:random|randint|randrange|uniform)\(")
"""A number that is drawn: edits of such a line only change how often, but for leaving it out."""
LEFT_OUT = frozenset({"edit_left_out", "edit_block_left_out"})
DRAWN_BEFORE = """
def _with_next_numbers(_search):
    import random
    return lambda *_given: random.random() and _search(*_given)
{function} = _with_next_numbers({function})
"""
"""Put below a file: each call of a board draws the same numbers, so one is left out."""
MAX_PLACES = 4
UNDEFINED = {
    "NameError": ("name '", "free variable '", "cannot access "),
    "UnboundLocalError": ("local variable '", "cannot access "),
}
"""By type of an exception that an edit may cause, and that refuses nothing: how Python's message begins."""


class OneFunction:
    """Looks for the edit of one function."""

    def __init__(self, student: Student, spec: GradingSpec, failed: Failed, again: Again) -> None:
        self._student, self._spec, self._failed, self._again = student, spec, failed, again
        self._limits = replace(student.limits, call_seconds=CALL_SECONDS, function_seconds=())
        self._all_cases = spec.cases.of(failed.function)
        self._is_slow = spec.module_spec.function(failed.function).slow
        self._is_long = self._is_slow and not student.keeps_answers
        """Whether all answers of a right version may take as long as all that earns points."""
        main = student.submission.files[0]
        self._lines = main.lines
        self._functions, self._used = function_spans(main), functions_used(student.submission)
        """The lines of all functions of the file, and by function the names that it uses."""
        spans, used = self._functions, self._used.get(failed.function, NONE)
        others = {one.name for one in spec.module_spec.functions} - {failed.function}
        functions = [spans[name] for name in {failed.function, *used} - others if name in spans]
        text = "\n".join(line for first, last in functions for line in self._lines[first - 1 : last])
        constants = (
            (number, CONSTANT.match(line)) for number, line in enumerate(without_strings(main.text).split("\n"), 1)
        )
        used_ones = [(number, number) for number, one in constants if one and one["name"] in WORD.findall(text)]
        self._spans = sorted([*functions, *used_ones])
        self._submission, self._first = student.submission, list[Edit]()
        """The text in which edits are tried, and those that are made in it already: they end exceptions."""
        self._left = [MAX_POSITIONS]
        """The positions that edits may still visit; one number for all copies of this object."""

    def found(self) -> OwnMistake | None:
        """Return the edit that is enough; None if none was found."""
        tried = self._edits if self._may_try else ()
        if not tried:
            return None
        if self._failed.only == "edit_outward":
            return self._step_of_loop(tried)
        return self._in_any_line(tried)

    @property
    def _may_try(self) -> bool:
        """Whether the function is no longer than real ones, and its answers do not depend on a clock."""
        size = sum(len(line) for first, last in self._spans for line in self._lines[first - 1 : last])
        return 0 < size <= MAX_CHARACTERS and not (self._is_slow and self._student.usage.clocks)

    def _in_any_line(self, tried: Sequence[Edit]) -> OwnMistake | None:
        """Return the edit that mends wrong answers, or two."""
        with self._again.imported(self._version(self._submission), self._limits) as other:
            has_answers = other.failure is None and other.has(self._failed.function)
            before = self._sampled(other) if has_answers else None
        cases = self._cases(before) if before is not None else []
        if before is None or not any(one.check for one in cases):
            return None
        enough = self._enough(cases, before, tried)
        if enough is not None:
            return self._told([enough])
        if self._failed.is_named:
            return None
        if self._is_slow and self._is_by_chance([one.at for one in cases if one.check]):
            return OwnMistake(checks=self._failed.ids, mistake=(reason("minimax_by_chance"),))
        return None if self._is_long else self._two(cases, before)

    def _is_by_chance(self, wrong: Sequence[int]) -> bool:
        """Tell whether the function draws numbers, and with other ones most of its `wrong` answers are right."""
        text = "\n".join(line for first, last in self._spans for line in self._lines[first - 1 : last])
        if DRAWN.search(text) is None:
            return False
        drawn = with_text(self._version(self._submission), DRAWN_BEFORE.format(function=self._failed.function))
        with self._again.imported(drawn, self._limits) as other:
            return other.failure is None and 2 * self._asked(other, wrong).right > len(wrong)

    def _edited(self, edit: Edit) -> Submission:
        main, *others = self._submission.files
        changed = replace(main, text="\n".join(edit.applied(self._lines)))
        return replace(self._submission, files=(changed, *others))

    def _step_of_loop(self, tried: Sequence[Edit]) -> OwnMistake | None:
        """Return the statement that stands in the wrong block, so that the function never ends."""
        before = TriedAnswers(self._all_cases, self._spec.oracle(CellSpelling(self._student.cell_value)), {})
        found: list[TriedCall] = []
        for check in self._failed.checks:
            places = self._spec.cases.indices(self._failed.function, check.kind, check.boards)
            found += [TriedCall(at, check, 1) for at in spread(places, TRIED_ON)]
        enough = self._enough(found, before, tried)
        return self._told([enough]) if enough is not None else None

    def _enough(self, cases: Sequence[TriedCall], before: TriedAnswers, tried: Sequence[Edit]) -> Edit | None:
        """Return the first edit that mends all checks, or else the first that is enough."""
        enough = None
        with closing(self._counted(cases, before, tried)) as counted:
            right = (edit for edit, count in counted if count == len(cases))
            for edit in islice(right, MAX_SEARCHES if self._is_slow else MAX_ASKED):
                mended = self._mended(edit)
                if mended and {*self._failed.others} <= mended:
                    return edit
                enough = enough or (edit if mended else None)
        return enough

    def _two(self, cases: Sequence[TriedCall], before: TriedAnswers) -> OwnMistake | None:
        """
        Return two edits that are enough together, the first of which mends some of the boards.

        Of thousands of pairs some are right by accident, but of searches hardly one: else only likely ones are tried.
        """
        self._left[0] = MAX_OF_TWO
        done = accumulate(one.positions for one in cases)
        few = [one for one, positions in zip(cases, done, strict=True) if positions <= FEW_POSITIONS]
        known = sum(one.check is None for one in few)
        better: dict[tuple[int, Sequence[int]], Edit] = {}
        for edit, count in self._counted(few, before, self._for_two, in_full=True):
            if count > known and edit.keeps_numbers(self._lines):
                better.setdefault((count, edit.lines), edit)  # what mends as much in one place is mostly the same
        for key in sorted(better, key=lambda one: -one[0])[: MAX_FIRST * (1 + self._is_slow)]:
            first = better[key]
            rest = copy(self)
            rest._lines = first.applied(self._lines)  # noqa: SLF001 - its own copy
            second = rest._enough(cases, before, rest._for_two)  # noqa: SLF001
            if second is not None and (told := told_together(first, second, in_search=self._is_slow)):
                return self._told(told)
        return None

    @property
    def _edits(self) -> Sequence[Edit]:
        found = [one for one in edits("\n".join(self._lines), self._spans) if self._is_sensible(one)]
        return sorted(found, key=self._is_no_cut) if self._failed.in_test else found

    def _is_no_cut(self, edit: Edit) -> tuple[bool, bool]:
        """Tell whether fewer than two bounds are compared, and no other one: some such tests are never true."""
        return not BOUNDS.issubset(WORD.findall(edit.new_part)), edit.token[1] not in BOUNDS

    @property
    def _for_two(self) -> Sequence[Edit]:
        likely = (one for one in self._edits if one.rank <= 1 or self._is_slow)
        return [one for one in likely if not one.is_about_depth(self._lines[one.first - 1])]

    def _is_sensible(self, edit: Edit) -> bool:
        """Tell whether `edit` can mend the checks but by accident, such as by an exception or a test of nothing."""
        if self._failed.only:
            return edit.code == self._failed.only
        is_draw = DRAWN.search(self._lines[edit.first - 1]) is not None and edit.code not in LEFT_OUT
        if self._failed.writes not in edit.new_part or is_draw:
            return False
        if self._failed.in_test or all(row.kind != LEGAL for row in self._failed.checks):
            return edit.is_in_test
        is_name = edit.token[0].isidentifier() and edit.token[1].isidentifier()
        return not (is_name and all(row.conduct for row in self._failed.checks))

    def _version(self, submission: Submission) -> Submission:
        return right_version(submission, self._student, self._spec, self._failed.right)

    def _sampled(self, student: Student) -> TriedAnswers:
        """Return the answers to some cases, also of each failed check: to all only if none of these is wrong."""
        function, checks = self._failed.function, self._failed.checks
        chosen = [self._spec.cases.indices(function, row.kind, row.boards) for row in checks]
        short = {at for places in (self._short(), *map(self._short, chosen)) for at in spread(places, SAMPLED)}
        sample = self._asked(student, sorted(short))
        if any(sample.fails(row, at) for row in checks for at in sample.answers):
            return sample
        return self._asked(student, self._short())

    def _short(self, places: Sequence[int] | None = None) -> Sequence[int]:
        """Return those of the cases at `places`, of all without it, that take no long search."""
        boards, most = self._all_cases.calls.boards, MOST_FREE if self._is_slow else sys.maxsize
        return [at for at in (range(len(boards)) if places is None else places) if boards[at].count(".") <= most]

    def _asked(self, student: Student, places: Sequence[int]) -> TriedAnswers:
        return tried_answers(student, self._spec, self._failed.function, places)

    def _cases(self, before: TriedAnswers) -> list[TriedCall]:
        """
        Return a few cases with wrong and with right answers in turn, the fullest boards first.

        In turn, since an edit that always raises an exception is right wherever only the board must not change.
        """
        free = [board.count(".") for board in before.cases.calls.boards]
        order = sorted(before.answers, key=lambda at: (free[at], at))
        wrong = [(check, [at for at in order if before.fails(check, at)]) for check in self._failed.checks]
        right = [at for at in order if before.oracle.is_right(before.cases[at], before.answers[at])]
        first, longer = [], []
        for check, places in (*wrong, (None, right)):
            made = [TriedCall(at, check, NODES[free[at]] if self._is_slow else 1) for at in places]
            short = [one for one in made if free[one.at] <= MANY_FREE or not self._is_slow]
            first.append(spread(short, TRIED_ON) or made[:FEW])
            longer.append(spread([one for one in made if self._is_slow and free[one.at] > MANY_FREE], LONGER))
        return [one for groups in (first, longer) for turn in zip_longest(*groups) for one in turn if one is not None]

    def _counted(
        self, cases: Sequence[TriedCall], before: TriedAnswers, tried: Sequence[Edit], *, in_full: bool = False
    ) -> Generator[tuple[Edit, int], None, None]:
        """Yield each of `tried` with the number of `cases` that are right: before the first wrong one, or `in_full`."""
        waiting = iter(range(len(tried)))
        parts = [cases] if in_full else growing(cases, FEW_SEARCHES if self._is_slow else len(cases))
        with self._again.imported(self._with_choice(tried), self._limits) as other:
            for _ in range(MAX_HANGS if other.failure is None else 0):
                with other.game() as game:
                    for number in waiting:
                        count = 0
                        for part in parts:
                            self._left[0] -= sum(one.positions for one in part)
                            answers = game.ask_all([self._call(before, one, number) for one in part])
                            right = [*map(partial(self._is_right, before), part, answers)]
                            count += sum(right)
                            if not (in_full or all(right)):
                                break
                        yield tried[number], count
                        if self._left[0] <= 0:
                            return
                        if game.over:
                            break

    def _call(self, before: TriedAnswers, case: TriedCall, number: int) -> Call:
        call = before.cases.calls[case.at]
        return Call(function=call.function, board=call.board, extra=(*call.extra, number))

    def _is_right(self, before: TriedAnswers, case: TriedCall, answer: Answer) -> bool:
        given = before.cases[case.at]
        if case.check is None:
            return before.oracle.is_right(given, answer)
        raised = answer.raised
        is_undefined = raised and raised.type in UNDEFINED and raised.message.startswith(UNDEFINED[raised.type])
        is_made = answer.end not in NOT_MADE and not is_undefined
        return is_made and case.check.passes(before.oracle, given, answer)

    def _with_choice(self, tried: Sequence[Edit]) -> Submission:
        """Return the submission whose function takes the number of an edit as well."""
        functions = [(first, self._lines[first - 1 : last]) for first, last in self._spans]
        changes = [
            [*((at, at + 1, [text]) for at, text in one.also), (one.first, one.last + 1, [*one.new])] for one in tried
        ]
        choice = TRIED.format(functions=functions, edits=changes, function=self._failed.function)
        return with_text(self._version(self._submission), choice)

    def _mended(self, edit: Edit) -> frozenset[str]:
        """
        Return the checks of the function that pass with `edit`; none if it is not enough.

        Only what fails for another reason may still fail, with no more wrong answers. A long search is asked all boards
        on which it is short; the others cost a student more than the edit is worth.
        """
        edited = self._edited(edit)
        rows = self._spec.board_checks(self._failed.function)
        limits = self._student.limits if self._is_slow else self._limits
        with self._again.imported(self._version(edited), limits) as other:
            if other.failure is not None:
                return NONE
            other.is_proof = False
            if self._is_long:
                asked = self._asked(other, self._short())
                passed = {row.id for row in rows if not any(asked.fails(row, at) for at in asked.answers)}
                is_enough = 2 * asked.right >= len(asked.answers)
            else:
                after = Examination(self._spec, other, self._failed.function)
                passed = {row.id for row in rows if passes(row, after)}
                is_enough = all(self._is_no_worse(row, after) for row in rows if row.id not in passed)
            is_enough = is_enough and all(self._stays_right(other, name) for name in self._sharing(edit))
        is_enough &= all(row.id in passed or row.id in self._failed.others for row in rows)
        return frozenset(passed) if is_enough else NONE

    def _sharing(self, edit: Edit) -> Sequence[str]:
        """Return the functions that are right and use a helper or a constant that `edit` changes; no searches."""
        lines = {*edit.lines}
        changed = {name for name, span in self._functions.items() if lines & {*range(span.first, span.last + 1)}}
        constants = (CONSTANT.match(self._lines[number - 1]) for number in edit.lines if number <= len(self._lines))
        helpers = (changed | {one["name"] for one in constants if one}) - {self._failed.function}
        quick = [one.name for one in self._spec.module_spec.functions if not one.slow]
        return [name for name in quick if name in self._failed.passing and helpers & self._used.get(name, NONE)]

    def _stays_right(self, student: Student, function: str) -> bool:
        asked = Examination(self._spec, student, function)
        return all(passes(row, asked) for row in self._spec.board_checks(function))

    def _is_no_worse(self, check: BoardCheck, after: Examination) -> bool:
        before = self._failed.others.get(check.id)
        wrong = wrong_among(after, check, after.asked_among(after.indices(check.kind, check.boards)))
        return before is None or sum(1 for _ in islice(wrong, before + 1)) <= before

    def _told(self, enough: Sequence[Edit], then: Said = ()) -> OwnMistake:
        """Return edits as a mistake, and what stays wrong with them."""
        made = [*_added_together(self._first), *enough]
        said = [told_edit(one, self._place(one), is_mistake_named=self._failed.is_named) for one in made]
        joined = [each for one in said for each in (reason("and_edit"), one)][1:]
        if any(edit.code == "edit_anew" for edit in enough) and self._failed.is_named:
            joined.insert(0, reason("keeps_state"))
        joined += then
        if self._failed.right and not self._failed.is_named:
            joined.append(reason("with_right", functions=" and ".join(sorted(self._failed.right))))
        return OwnMistake(checks=self._failed.ids, mistake=tuple(joined))

    def _place(self, edit: Edit) -> str:
        numbers = sorted({edit.at or edit.first, *(at for at, _ in edit.also)})
        submission, module = self._student.submission, self._spec.module_spec.module
        if submission.in_notebook:
            first = numbers[:MAX_PLACES]
            places = (readable_location(submission, module, f"{module}.py:{number}") for number in first)
            return join_words([*filter(None, places)])
        if len(numbers) > MAX_PLACES:
            return f"lines {numbers[0]} to {numbers[-1]}"
        return f"line{'s' if len(numbers) > 1 else ''} {join_words([f'{number}' for number in numbers])}"


def _added_together(made: Sequence[Edit]) -> Sequence[Edit]:
    """Return the edits with all lines that are added at the top of the file in one, if that can be shown."""
    added = [one for one in made if one.code == "edit_import"]
    new = "` and `".join(each.new_part for each in added)
    if not added or len(new) > MAX_SHOWN:
        return made
    return [added[0]._replace(new_part=new), *(one for one in made if one not in added)]
