"""
Grades a file that cannot be imported a second time, without the statements that stop the import.

The text and the end of each import tell these statements. A statement that Python cannot read is taken out first,
unless its line can be corrected, then one that raises, unless it only lacks a well-known import. If an import was
ended, loops and calls are tried, the last one first. The file is never parsed here. The outcome changes nothing for the
file as it was handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from grader.assignments.exhaustive.judge import judge
from grader.capabilities.capability import Graded
from grader.capabilities.causes.capability import Causes, with_own
from grader.capabilities.changed_file import Again
from grader.capabilities.rescue.capability import MENDED, RemovedLines, Rescue, RescuedMistake
from grader.model.answer import Answer, LeftOut
from grader.model.progress import Work
from grader.model.reason import Said, reason
from grader.model.result import CheckResult
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.source import find_location
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.python_text import WORD, LineSpan, names_at_top_level, top_level_statements
from grader.sandbox.student import Student
from grader.scoring import score
from grader.text.exception_hints import missing_import
from grader.text.reasons import OTHER_NAME, UNWRITTEN, is_mistake

MAX_STEPS = 6
"""Rounds. Each takes out one unreadable statement, or all that raise."""
MAX_CORRECTED = 12  # lines that can mean only one thing
MAX_SUSPECTS = 3  # statements that are tried after an import was ended
IMPORT_SECONDS, SECONDS = 2.0, 6.0
"""CPU seconds of one import, and of all imports after which no other begins."""
UNREAD = (
    ("expected ':'", "elif"),
    ("expected ':'", "colon"),
    ("was never closed", "bracket"),
    ("invalid syntax", "increment"),
    ("invalid syntax", "continued"),
    ("invalid syntax", "bracket"),
    ("'==' or ':=' instead of '='", "equals"),
    ("unexpected indent", "indentation"),
)
"""Python's messages about lines that can be corrected, with the correction."""
SURE = frozenset({"colon", "continued", "elif", "increment"})
"""Corrections of lines that can mean only one thing: they are made first."""
INCREMENT = re.compile(r"^(?P<name>[ \t]*[^\W\d]\w{0,40})[ \t]?\+\+[ \t]*;?[ \t]*$")
GOES_ON = re.compile(r"[\w)\]}][ \t]*(?:[-+*/|&]|[=!<>]=|\b(?:and|or|in|not))$")
"""The end of a line that goes on below."""
SUSPECT = re.compile(r"(?!if[ \t(]+__name__)(?:(?:while|for|with|try|if)\b|[\w.]+\(|[\w, .\[\]]+=(?!=).*\w\()")
"""The beginning of a statement that may be a game loop, or call one."""


def rescued(graded: Graded) -> Rescue | None:
    """Return the checks that pass without the statements that stop the import; None if none pass."""
    student = graded.student
    failure = student.failure
    if failure is None or failure.refused is not None or student.submission.in_notebook:
        return None
    student.progress.begin(Work.RESCUE)
    search = _Search(student)
    removed = search.fewest(failure)
    if not removed:
        return None
    changed, spec = search.without(removed), graded.assignment
    with search.again.imported(changed, search.limits) as other:
        answers = spec.ask(other)
        outcomes = {**graded.outcomes, **{one.id: judge(answers, one) for one in spec.checks}}
        then = Graded(changed, _checks_alone(graded.rubric), other, spec, outcomes)
        passing = tuple(one.id for one in spec.checks if outcomes[one.id].verdict is Verdict.PASS)
        taken_out = search.names_in(removed) - names_at_top_level(changed.files[0].text)
        left = tuple(_left(then, taken_out)) if passing else ()
    return Rescue(removed=tuple(search.named(removed)), passed=passing, left=left) if passing else None


def _checks_alone(rubric: Rubric) -> Rubric:
    return replace(rubric, criteria=tuple(one for one in rubric.criteria if not one.capability))


def _left(then: Graded, taken_out: Collection[str]) -> Iterator[RescuedMistake]:
    """Yield what is wrong in a file `then`, but nothing that follows: known mistakes of a function, or an exception."""
    items = score(then.rubric, then.assignment, then.outcomes, {}).criteria
    found = Causes().judge(items, then)
    checks = {check.id: check for item in with_own(items, found.own) for check in item.checks}
    of_finding = {check: one.checks for one in found.findings for check in one.checks}
    leads: dict[tuple[str, ...], CheckResult] = {}
    for row in then.assignment.checks:  # a rubric with other points may have another order
        if row.id in of_finding:
            leads.setdefault(of_finding[row.id], checks[row.id])
    unwritten = {check for one in found.findings if _is_unwritten(one.whole) for check in one.checks}
    told: dict[Said, str] = {}
    for one in found.findings:
        names = dict.fromkeys(check.partition(".")[0] for check in one.checks)
        told |= _not_written(one.whole, [name for name in names if name not in taken_out])
    for check in leads.values():
        is_known = is_mistake(check.pattern)
        mistake = check.pattern if is_known else _raised(check)
        if mistake and check.id not in unwritten and (is_known or check.function not in told.values()):
            told.setdefault(mistake, check.function)
    for mistake, function in told.items():
        yield RescuedMistake(function=function, mistake=mistake)


def _is_unwritten(whole: Said) -> bool:
    return any(each.code in UNWRITTEN or each.code.startswith(OTHER_NAME) for each in whole)


def _not_written(whole: Said, functions: Sequence[str]) -> dict[Said, str]:
    """Return how all calls of `functions` fail if these are not written, or have another name, with the one it is."""
    if not functions or not _is_unwritten(whole):
        return {}
    if len(functions) == 1:
        return {whole if whole[0].code.startswith(OTHER_NAME) else (reason("unwritten_function"),): functions[0]}
    return {(reason("unwritten_functions", functions=", ".join(functions), next=functions[0]),): ""}


def _raised(check: CheckResult) -> Said:
    example = check.counterexample
    if check.verdict is not Verdict.ERROR or example is None or example.answered.raised is None or not example.at:
        return ()
    return (reason("raised_at", raised=str(example.answered.raised), place=example.at),)


def _mended_line(lines: Sequence[str], number: int, mended: str) -> str:
    """Return a corrected line, or an import for an empty one; unchanged if this correction does not fit."""
    if mended not in MENDED:
        return mended
    line = lines[number - 1].rstrip()
    above = next((one for one in reversed(lines[: number - 1]) if one.strip()), "")
    indented = above[: len(above) - len(above.lstrip())] + line.lstrip()
    corrected = CORRECTED[mended](line) if mended in CORRECTED else indented
    return lines[number - 1] if "#" in line or corrected == line else corrected


def _closed(line: str) -> str:
    closed = "".join(close for open_, close in ("()", "[]", "{}") if line.count(open_) > line.count(close))
    return f"{line[:-1]}{closed}:" if line.endswith(":") else line + closed


CORRECTED: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "elif": lambda line: line.replace("else if", "elif", 1) if line.lstrip().startswith("else if") else line,
        "colon": lambda line: line if line.lstrip().startswith("else if") else f"{line}:",
        "bracket": _closed,
        "continued": lambda line: f"{line} \\" if GOES_ON.search(line) else line,
        "increment": lambda line: INCREMENT.sub(r"\g<name> += 1", line),
        "equals": lambda line: line.replace(" = ", " == ", 1),
    }
)
"""By code: the correction of a line alone."""


class _TopStatement(NamedTuple):
    file: int
    lines: LineSpan
    mended: str = ""
    """
    The correction of its only line, a key of `MENDED`, or the import for an empty line; empty if the statement is
    taken out.
    """

    def holds(self, line: _TopStatement) -> bool:
        return self.file == line.file and self.lines.first <= line.lines.first <= self.lines.last


def _apart(removed: Iterable[_TopStatement]) -> frozenset[_TopStatement]:
    """Return what is taken out, and those of the corrected lines that stand elsewhere."""
    out = [one for one in removed if not one.mended]
    return frozenset(one for one in removed if not one.mended or not any(other.holds(one) for other in out))


class _Import(NamedTuple):
    """The end of an import that goes on after statements that raise."""

    failure: Answer | None
    left_out: tuple[_TopStatement, ...]

    @property
    def is_unread(self) -> bool:
        return self.failure is not None and self.failure.raised is not None and self.failure.raised.is_unread


class _Search:
    """Looks for the fewest statements without which one submission can be imported."""

    def __init__(self, student: Student) -> None:
        self._student, self._submission = student, student.submission
        self._statements = [
            [_TopStatement(number, lines) for lines in top_level_statements(file.text)]
            for number, file in enumerate(self._submission.files)
        ]
        self.again = Again(student, SECONDS)
        self.limits = replace(student.limits, import_seconds=IMPORT_SECONDS)

    def fewest(self, failure: Answer) -> frozenset[_TopStatement]:
        """Return these statements for an import that failed by `failure`; none if none were found."""
        now = _Import(failure, ())
        if failure.at and not now.is_unread:
            now = self._import(frozenset())
        # Not all corrections help: else what cannot be read is only taken out.
        return self._left_out(*self._corrected(now)) or self._left_out(now, frozenset(), corrects=False)

    def _corrected(self, now: _Import) -> tuple[_Import, frozenset[_TopStatement]]:
        """Correct lines that can mean only one thing, one after the other."""
        corrected: frozenset[_TopStatement] = frozenset()
        for _ in range(MAX_CORRECTED):
            lines = self._mendable(now.failure) if now.failure is not None and now.is_unread else iter(())
            line = next((one for one in lines if one.mended in SURE and one not in corrected), None)
            if line is None or self.again.is_over:
                break
            now, corrected = self._import(corrected | {line}), corrected | {line}
        return now, corrected

    def _left_out(
        self, now: _Import, removed: frozenset[_TopStatement], *, corrects: bool = True
    ) -> frozenset[_TopStatement]:
        """Return the fewest statements for an import that fails without those `removed`, one or more in each round."""
        steps = MAX_STEPS + MAX_CORRECTED * corrects
        while steps > 0 and not (now.failure is None and not now.left_out):
            options = [now.left_out] if now.failure is None else [(one,) for one in self._options(now, removed)]
            found = None if self.again.is_over else self._best(now, removed, options, corrects=corrects)
            if found is None:
                return frozenset()
            steps -= 1
            now, removed = found
        return _apart(removed) if now.failure is None and not now.left_out else frozenset()

    def without(self, removed: Iterable[_TopStatement]) -> Submission:
        """Return the submission with blank lines for the statements `removed`."""
        files = [file.lines for file in self._submission.files]
        for number, (first, last), mended in sorted(_apart(removed)):
            new = [_mended_line(files[number], first, mended)] if mended else [""] * (last - first + 1)
            files[number][first - 1 : last] = new
        changed = zip(self._submission.files, files, strict=True)
        return replace(self._submission, files=tuple(replace(file, text="\n".join(lines)) for file, lines in changed))

    def names_in(self, removed: Iterable[_TopStatement]) -> frozenset[str]:
        """Return the names that the statements `removed` define or import."""
        taken_out: set[str] = set()
        for number, (first, last), mended in removed:
            lines = [] if mended else self._submission.files[number].lines[first - 1 : last]
            taken_out |= names_at_top_level("\n".join(lines))
            taken_out |= {
                name for line in lines if line.startswith(("from ", "import ")) for name in WORD.findall(line)
            }
        return frozenset(taken_out)

    def named(self, removed: Iterable[_TopStatement]) -> Iterator[RemovedLines]:
        for number, (first, last), mended in sorted(removed):
            file = sanitize(self._submission.files[number].path) if number else ""
            yield RemovedLines(file=file, first=first, last=last, mended=mended)

    def _to_change(self, left_out: LeftOut, lacking: str, removed: Collection[_TopStatement]) -> _TopStatement | None:
        """Return an empty line for the import that is `lacking` where the statement raised; or else the statement."""
        statement, place = self._at(left_out.at), self._at(left_out.raised.at or left_out.at)
        if not lacking or place is None or any((one.file, one.mended) == (place.file, lacking) for one in removed):
            return statement
        line = self._empty_line_above(place, {one.lines.first for one in removed if one.file == place.file})
        return _TopStatement(place.file, LineSpan(line, line), lacking) if line else statement

    def _empty_line_above(self, place: _TopStatement, taken: Collection[int]) -> int:
        """Return an empty line between statements above `place`, below a docstring and ``__future__``; 0 if none."""
        lines, spans = self._submission.files[place.file].lines, [one.lines for one in self._statements[place.file]]
        inside = {line for first, last in spans for line in range(first, last + 1)}
        for line in range(place.lines.first - 1, 0, -1):
            text = lines[line - 1].strip()
            if not text and line not in inside and line not in taken:
                return line
            if text.startswith("from __future__") or (text and line not in inside and not text.startswith("#")):
                break
        return 0

    def _import(self, removed: Collection[_TopStatement]) -> _Import:
        """Import the submission without `removed`, statement by statement."""
        by_statement = replace(self._student.module_spec, statements=True)
        with self.again.imported(self.without(removed), self.limits, by_statement) as other:
            found: list[_TopStatement] = []
            for left_out in () if other.failure is not None else other.left_out:
                lacking = missing_import(left_out.raised.type, left_out.raised.message)
                if lacking and any(one.mended == lacking for one in found):
                    continue  # the next import shows whether it still fails
                statement = self._to_change(left_out, lacking, [*removed, *found])
                found += [] if statement is None else [statement]
            # Other statements may fail only by what the one that lacks an import would have bound.
            return _Import(other.failure, tuple([one for one in found if one.mended] or found))

    def _best(
        self,
        now: _Import,
        removed: frozenset[_TopStatement],
        options: Sequence[Sequence[_TopStatement]],
        *,
        corrects: bool,
    ) -> tuple[_Import, frozenset[_TopStatement]] | None:
        """Return the first of `options`, beside those `removed`, that lets the import succeed, or go further."""
        further = None
        for added in options:
            then = self._import(removed.union(added))
            if then.failure is None:
                return then, removed.union(added)
            by_line = corrects and all(one.mended for one in added)
            if further is None and now.is_unread and self._is_further(then, now, by_line=by_line):
                further = (then, removed.union(added))
        return further

    def _is_further(self, then: _Import, now: _Import, *, by_line: bool) -> bool:
        """Tell whether the next import fails later than this one: by another statement, or by another line."""
        before, after = (self._place(one.failure, by_line=by_line) for one in (now, then))
        return not then.is_unread or (before is not None and after is not None and before < after)

    def _place(self, failure: Answer | None, *, by_line: bool) -> tuple[int, int] | None:
        """Return the file and the line at which an import failed, or the first line of the statement."""
        at = (failure and failure.at) or ""
        found, statement = find_location(self._submission, self._student.module_spec.module, at), self._at(at)
        if found is None or statement is None:
            return None
        return statement.file, found.line if by_line else statement.lines.first

    def _options(self, now: _Import, removed: frozenset[_TopStatement]) -> list[_TopStatement]:
        """Return the statements that may stop an import, the likeliest first."""
        if not now.is_unread:
            lines = self._submission.files[0].lines
            suspects = [one for one in self._statements[0] if SUSPECT.match(lines[one.lines.first - 1])]
            return [one for one in reversed(suspects) if one not in removed][:MAX_SUSPECTS]
        place = self._at(now.failure.at) if now.failure is not None and now.failure.at else None
        if place is None or now.failure is None:
            return []
        # After an unfinished bracket or block, Python may name the statement below.
        above = [one for one in self._statements[place.file] if one <= place and one not in removed]
        return [*self._mendable(now.failure), *above[:-3:-1]]

    def _mendable(self, failure: Answer) -> Iterator[_TopStatement]:
        """Yield the line that Python cannot read, if Python's message tells the correction."""
        found = find_location(self._submission, self._student.module_spec.module, failure.at or "")
        said = failure.raised.message if failure.raised is not None else ""
        for words, mended in UNREAD:
            if found is not None and words in said:
                number = self._submission.files.index(found.file)
                if _mended_line(found.file.lines, found.line, mended) != found.file.lines[found.line - 1]:
                    yield _TopStatement(number, LineSpan(found.line, found.line), mended)

    def _at(self, at: str) -> _TopStatement | None:
        found = find_location(self._submission, self._student.module_spec.module, at)
        if found is None:
            return None
        number = self._submission.files.index(found.file)
        above = [one for one in self._statements[number] if one.lines.first <= found.line]
        return above[-1] if above else None
