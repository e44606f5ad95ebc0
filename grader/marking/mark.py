"""Grades one submission by one rubric: `mark` runs the checks, adds up the points and notes what is unusual."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from grader.assignments import ASSIGNMENTS
from grader.capabilities import work
from grader.capabilities.capability import Graded
from grader.errors import HarnessFault
from grader.marking.result_info import grader_info, rubric_info, submission_info
from grader.model.answer import Answer, Call
from grader.model.isolation import Isolation, Level
from grader.model.observed import Observed, Timing
from grader.model.progress import Observer
from grader.model.result import GRADED, INTERNAL_ERROR, NEWER_PYTHON, CheckOutcome, Result
from grader.model.rubric import Rubric
from grader.model.sanitize import quoted, sanitize
from grader.model.source import copies_of, readable_location
from grader.model.spec import Assignment, ModuleSpec
from grader.model.submission import Submission
from grader.model.verdict import CAME_BACK, ChildEnd, Verdict
from grader.pytest_plugin import run_checks
from grader.python_text import imports_in, names_at_top_level
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student
from grader.sandbox.tracing.line_tracer import CallRecord
from grader.scoring import score

MAX_FAULT = 1000
"""Characters of a fault's text that a result keeps."""
UNREAD = {"SyntaxError", "IndentationError", "TabError"}
"""The exceptions of code that Python cannot read."""


def mark(
    submission: Submission,
    rubric: Rubric,
    launcher: Launcher,
    required: Level = Level.BASIC,
    observer: Observer | None = None,
) -> Result:
    """
    Grade `submission` in processes of `launcher`; a harness fault becomes a result without a score.

    So does code that only a newer Python reads.

    Isolation below `required` is such a fault: then none of the submission's code is run. `observer` is told what is
    being done. KeyError if the rubric's assignment does not exist.
    """
    started = time.monotonic()
    try:
        isolation = launcher.isolation
    except HarnessFault as error:
        return fault_result(submission, rubric, str(error))
    if not isolation.level.reaches(required):
        return fault_result(
            submission, rubric, f"isolation {required.value} is required, here it is {isolation.level.value}"
        )
    assignment = ASSIGNMENTS[rubric.assignment]
    student = Student(
        submission,
        assignment.module_spec,
        rubric.limits,
        launcher,
        rubric.allow_imports,
        shortcut=rubric.shortcut,
        observer=observer,
    )
    try:
        brought = work.brought_outcomes(submission, rubric)
        outcomes = {**run_checks(student, assignment, rubric.limits), **brought}
        if any(one.verdict is not Verdict.PASS for one in outcomes.values()) and _has_unread_code(student):
            _refuse_newer_python(student, launcher.python.version)
        graded = Graded(submission, student, assignment, outcomes)
        scored = score(rubric, assignment, with_lines_run(student, outcomes), work.assess(rubric, graded))
        found = work.found(scored.criteria, graded)
    except HarnessFault as error:
        return fault_result(submission, rubric, str(error), isolation)
    except _NeedsNewerPython as error:
        fault = fault_result(submission, rubric, str(error), isolation)
        return replace(fault, status=NEWER_PYTHON, timing=_timing(student, started))
    finally:
        student.finish()
    return Result(
        submission=submission_info(submission),
        rubric=rubric_info(rubric),
        grader=grader_info(submission, rubric, isolation),
        status=GRADED,
        score=scored.total,
        criteria=scored.criteria,
        found=found,
        notes=(
            *submission.notes,
            *other_assignment_note(submission, assignment),
            *module_notes(student),
            *student.notes,
            *work.notes(submission, rubric, brought),
        ),
        observed=Observed(policy=student.observed.get("policy", ""), output=student.output),
        shortcut=student.shortcut,
        source=copies_of(submission),
        timing=_timing(student, started),
    )


class _NeedsNewerPython(Exception):
    """Code that the Python inside the sandbox cannot read is valid in a newer one. The message says in which."""


def _has_unread_code(student: Student) -> bool:
    """Tell whether Python could not read the file, a module that it imports, or a cell of the notebook."""
    failed = [student.failure.raised] if student.failure is not None else [one.raised for one in student.left_out]
    return any(raised is not None and raised.type in UNREAD for raised in failed)


def _refuse_newer_python(student: Student, version: tuple[int, int]) -> None:
    """Raise _NeedsNewerPython if that is why checks failed."""
    from grader.capabilities.quality.newer_python import newer_python_needed

    submission = student.submission
    need = newer_python_needed(submission, version)
    if need is not None:
        at = f"{need.file.path}:{need.line}"
        place = readable_location(submission, student.module_spec.module, at) or at
        newer, here = ("{}.{}".format(*one) for one in (need.version, version))
        raise _NeedsNewerPython(f"needs Python {newer} or newer; this grader runs {here} ({place})")


def fault_result(submission: Submission, rubric: Rubric, fault: str, isolation: Isolation | None = None) -> Result:
    """
    Return the result of a submission that could not be graded because of a fault of ours: no score, never a zero.

    `isolation` is None if none of the submission's code was run.
    """
    return Result(
        submission=submission_info(submission),
        rubric=rubric_info(rubric),
        grader=grader_info(submission, rubric, isolation),
        status=INTERNAL_ERROR,
        score=None,
        criteria=(),
        notes=submission.notes,
        fault=sanitize(fault, MAX_FAULT),
        observed=Observed(),
        source=copies_of(submission),
        timing=Timing(cpu_seconds=0, wall_seconds=0),
    )


def _timing(student: Student, started: float) -> Timing:
    usage = student.usage
    first_move = usage.first_seconds.get(student.module_spec.search)
    return Timing(
        cpu_seconds=round(usage.cpu_seconds, 3),
        wall_seconds=round(time.monotonic() - started, 3),
        first_move_seconds=None if first_move is None else round(first_move, 3),
        near_limit=usage.near_limit,
    )


REFUSED_MODULES = frozenset(
    {"asyncio", "concurrent", "multiprocessing", "shelve", "socket", "sqlite3", "subprocess", "tempfile", "threading"}
)
"""Modules of the standard library that do little without what the sandbox refuses."""


def module_notes(student: Student) -> Iterator[str]:
    """Yield what is unusual about the module; nothing if it cannot be imported."""
    if student.failure is not None:
        return
    module = student.module
    for name in module.placeholders:
        yield f"{quoted(name)} is not installed here; an unused import costs nothing"
    for name in module.missing:
        yield f"does not define {name}; the assignment's value is used"
    changed = [
        cell.attribute
        for cell in student.module_spec.cells
        if cell.attribute and cell.attribute not in module.missing and module.constants[cell.symbol] != cell.default
    ]
    if changed:
        yield f"changes the constants {', '.join(changed)}; its boards are built from its own values"
    for function in student.module_spec.functions:
        parameters = module.functions[function.name]
        if parameters is not None and parameters > function.parameters:
            yield f"{function.name} takes {parameters} parameters; the assignment has {function.parameters}"
    yield from _refusal_notes(student.submission)
    yield from _waiting_notes(student)


def other_assignment_note(submission: Submission, assignment: Assignment) -> Iterator[str]:
    """Yield a note if the file seems to be for another assignment: a rubric was forgotten, or the file mixed up."""
    defined = names_at_top_level(submission.files[0].text)
    if _has_half(assignment.module_spec, defined):
        return
    for other in ASSIGNMENTS.values():
        if other.id != assignment.id and _has_half(other.module_spec, defined):
            found = [one.name for one in other.module_spec.functions if one.name in defined]
            yield (
                f"defines {', '.join(found)}, as another assignment wants it ({other.title}):"
                f" to grade it as that, use --rubric {other.rubrics[0].name}"
            )


def _has_half(module_spec: ModuleSpec, defined: Collection[str]) -> bool:
    """Return whether at least half of the functions are among those that are `defined`."""
    return 2 * sum(one.name in defined for one in module_spec.functions) >= len(module_spec.functions)


def _refusal_notes(submission: Submission) -> Iterator[str]:
    """Yield which modules the sandbox keeps from working: code that catches this answers otherwise than elsewhere."""
    used = {one.module for file in submission.files for one in imports_in(file.text) if one.used}
    if found := sorted(used & REFUSED_MODULES):
        yield (
            f"uses {', '.join(found)}: threads, processes, connections and files are refused while grading; code that"
            " goes on without them is judged by what it answers then"
        )


def _waiting_notes(student: Student) -> Iterator[str]:
    clocks = student.usage.clocks
    if "slept" in clocks:
        yield "calls time.sleep, which returns at once while grading"
    if "looked" in clocks:
        yield "reads a clock, which moves only when it is read or slept on while grading"
    if "alarmed" in clocks:
        yield "sets an alarm, which never goes off while grading"
    if student.usage.idle:
        yield "waits without computing until its time is used up; only time.sleep returns at once while grading"


MAX_CALLS = 12
"""Different calls that are made again for one submission."""
SHOWN_ENDS = (*CAME_BACK, ChildEnd.CPU_LIMIT)
"""How a call ends whose lines can be recorded."""


def with_lines_run(student: Student, outcomes: Mapping[str, CheckOutcome]) -> Mapping[str, CheckOutcome]:
    """
    Return `outcomes`, those of failed checks with the lines that the call of their counterexample ran last.

    The calls are made again, after everything else; a record that shows another answer than the check saw is dropped.
    """
    try:
        return _with_lines_run(student, outcomes)
    except Exception:  # noqa: BLE001 - only evidence is missing: it is worth no mark
        return outcomes


def _with_lines_run(student: Student, outcomes: Mapping[str, CheckOutcome]) -> Mapping[str, CheckOutcome]:
    shown = [_recordable(student, outcome) for outcome in outcomes.values()]
    calls = [*{repr(call): call for call in shown if call is not None}.values()][:MAX_CALLS]
    if not calls:
        return outcomes
    records = dict(zip(map(repr, calls), student.lines_run(calls), strict=True))
    return {check: _with_record(outcome, records) for check, outcome in outcomes.items()}


def _recordable(student: Student, outcome: CheckOutcome) -> Call | None:
    """Return the call of the counterexample; None if there is none whose lines can be recorded."""
    if outcome.shown is None or outcome.shown.answer.end not in SHOWN_ENDS:
        return None
    function = student.module_spec.function(outcome.shown.call.function)
    return None if function.prints or function.is_dialogue else outcome.shown.call  # their answer is what they print


def _with_record(outcome: CheckOutcome, records: Mapping[str, CallRecord | None]) -> CheckOutcome:
    record = None if outcome.shown is None else records.get(repr(outcome.shown.call))
    if outcome.shown is None or record is None or not _agree(record.answer, outcome.shown.answer):
        return outcome
    return dataclasses.replace(outcome, lines_run=record.lines)


def _agree(recorded: Answer, seen: Answer) -> bool:
    """Tell whether both calls ended alike; an exception's text may be cut, and what was done to the board is left."""
    return recorded.end is seen.end and _comparable(recorded) == _comparable(seen)


def _comparable(answer: Answer) -> str:
    raised = (answer.raised.type, answer.raised.at) if answer.raised is not None else None
    return repr((answer.value, raised))
