"""Notes for a person on unusual facts about a submission; they are the same for every assignment."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from grader.assignments import ASSIGNMENTS
from grader.model.sanitize import quoted
from grader.model.source import readable_location
from grader.model.spec import Assignment, ModuleSpec
from grader.model.submission import Submission
from grader.python_text import function_at, imports_in, names_at_top_level, without_strings
from grader.sandbox.student import Student

REFUSED_MODULES = frozenset(
    {"asyncio", "concurrent", "multiprocessing", "shelve", "socket", "sqlite3", "subprocess", "tempfile", "threading"}
)
"""Modules of the standard library that do little without what the sandbox refuses."""
START = "initial_state"
ONE_ROW_OFTEN = re.compile(r"\[[ \t]*\[[^\[\]\n]{0,200}\](?:[ \t]*\*[ \t]*\w{1,20})?[ \t]*\][ \t]*\*[ \t]*\w")
"""A list of rows that is one row several times: ``[[EMPTY] * 3] * 3``."""


def module_notes(student: Student) -> Iterator[str]:
    """Yield notes on the module; none if it cannot be imported."""
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
    yield from _start_notes(student)
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
    return 2 * sum(one.name in defined for one in module_spec.functions) >= len(module_spec.functions)


def _refusal_notes(submission: Submission) -> Iterator[str]:
    """Yield the modules that the sandbox keeps from working: code that catches the refusal answers in another way."""
    used = {one.module for file in submission.files for one in imports_in(file.text) if one.used}
    if found := sorted(used & REFUSED_MODULES):
        yield (
            f"uses {', '.join(found)}: threads, processes, connections and files are refused while grading; code that"
            " goes on without them is judged by what it answers then"
        )


def _start_notes(student: Student) -> Iterator[str]:
    """Yield what is wrong with the board that a game begins with: no check asks for it, since the sheets give it."""
    submission = student.submission
    main = submission.files[0]
    for number, line in enumerate(without_strings(main.text).split("\n"), 1):
        is_said = line[:1].isspace() and ONE_ROW_OFTEN.search(line) and " for " not in line  # which may copy each row
        if is_said and function_at(main.text, number) == START:
            at = readable_location(submission, student.module_spec.module, f"{main.path}:{number}")
            yield f"{at}: {START} puts one list into the board several times; a mark shows in every row"


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
