"""Notes for a person on unusual facts about a submission; they are the same for every assignment."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from grader.assignments import ASSIGNMENTS
from grader.game.board import FREE
from grader.model.sanitize import quoted, sanitize
from grader.model.source import short_location
from grader.model.spec import OWN_CONSTANTS, START, Assignment, ModuleSpec
from grader.model.submission import Submission
from grader.python_text import function_at, imports_in, names_at_top_level, without_strings
from grader.sandbox.student import Student
from grader.text.number_text import join_words

REFUSED_MODULES = frozenset(
    {"asyncio", "concurrent", "multiprocessing", "shelve", "socket", "sqlite3", "subprocess", "tempfile", "threading"}
)
"""Modules of the standard library that do little without what the sandbox refuses."""
SIZE, MAX_BOARD_LINES, MAX_CELL = 3, 12, 20
ROW = re.compile(r"\[([^\[\]]{0,200})\]")
ONE_ROW_OFTEN = re.compile(r"\[[ \t]*\[[^\[\]\n]{0,200}\](?:[ \t]*\*[ \t]*\w{1,20})?[ \t]*\][ \t]*\*[ \t]*\w")
"""A list of rows that is one row several times: ``[[EMPTY] * 3] * 3``."""

NAMED_ROW_OFTEN = re.compile(
    r"\[[ \t]*(?P<row>[^\W\d]\w{0,40})(?:[ \t]*\][ \t]*\*[ \t]*\w|(?:[ \t]*,[ \t]*(?P=row))+[ \t]*\])"
)
"""The same by the row's name: ``[row] * 3`` or ``[row, row, row]``."""
LIST_NAMED = re.compile(r"[ \t]*(?P<name>[^\W\d]\w{0,40})[ \t]*=[ \t]*\[")


def module_notes(student: Student) -> Iterator[str]:
    """Yield notes on the module; none if it cannot be imported."""
    if student.failure is not None:
        return
    module = student.module
    for name in module.placeholders:
        yield f"{quoted(name)} is not installed here: leave the import out if nothing uses it"
    for name in module.missing:
        yield f"does not define {name}; the assignment's value is used"
    changed = [
        cell.attribute
        for cell in student.module_spec.cells
        if cell.attribute and cell.attribute not in module.missing and module.constants[cell.symbol] != cell.default
    ]
    if changed:
        verb = "is" if len(changed) == 1 else "are"
        yield f"{OWN_CONSTANTS}: {join_words(changed)} {verb} not as in the sheet; boards are built from the file's"
    for function in student.module_spec.functions:
        parameters = module.functions[function.name]
        if parameters is not None and parameters > function.parameters:
            yield f"{function.name} takes {parameters} parameters; the assignment has {function.parameters}"
    yield from _refusal_notes(student.submission)
    yield from start_notes(student.submission, student.cell_value(FREE))
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


def start_notes(submission: Submission, empty: object) -> Iterator[str]:
    """
    Yield what is wrong with the board that a game begins with: no check asks for it, since the sheets give it.

    `empty` is the value of an empty cell in the file.
    """
    main = submission.files[0]
    masked = without_strings(main.text).split("\n")
    lists: set[str] = set()
    for number, line in enumerate(masked, 1):
        if not (line[:1].isspace() and "[" in line and function_at(main.text, number) == START):
            continue
        at = short_location(submission, main.path.removesuffix(".py"), f"{main.path}:{number}")
        if named := LIST_NAMED.match(line):
            lists.add(named["name"])
        same = NAMED_ROW_OFTEN.search(line)
        is_often = ONE_ROW_OFTEN.search(line) or (same is not None and same["row"] in lists)
        if is_often and " for " not in line:  # which may copy each row
            yield f"{START}: {at}: one list is in the board several times; a mark shows in every row"
        elif line.lstrip().startswith("return") and (rows := _rows_written(main.lines, masked, number)):
            sizes = [len(row) for row in rows]
            spelled = {"None", *(f"{quote}{empty}{quote}" for quote in "\"'")}
            other = next((one for row in rows for one in row if not (one in spelled or one.isidentifier())), "")
            if sizes != [SIZE] * SIZE:
                yield f"{START}: {at}: the rows have {join_words([str(size) for size in sizes])} cells"
            elif other:
                yield f"{START}: {at}: write EMPTY, not {sanitize(other, MAX_CELL)}"


def _rows_written(lines: Sequence[str], masked: Sequence[str], first: int) -> list[list[str]]:
    """Return the cells of each row of a board that is written out from line `first` on; nothing if it is computed."""
    depth, last = 0, first
    for last in range(first, min(first + MAX_BOARD_LINES, len(masked)) + 1):
        depth += masked[last - 1].count("[") - masked[last - 1].count("]")
        if depth <= 0:
            break
    if depth or any(sign in line for line in masked[first - 1 : last] for sign in (" for ", "*", "(", "+")):
        return []
    rows, code = (ROW.findall("\n".join(part[first - 1 : last])) for part in (lines, masked))
    if len(rows) != len(code):  # a comment or a string has brackets
        return []
    return [[cell.strip() for cell in row.split(",") if cell.strip()] for row in rows]


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
