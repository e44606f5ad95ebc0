"""Explains an import to a person: why it failed, and which top-level statements were left out."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.model.answer import Answer, Raised
from grader.model.dialogue import LeftOut
from grader.model.source_location import find_location, readable_location
from grader.model.submission import Submission
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.messages import ExceptionClaim

MAX_NOTES = 5
LACKING = re.compile(r"cannot import name '\w+' from '(\w+)[.']")
"""What Python says of a name that a module lacks: misspelt, or new in a later version."""


def explain_exception(claim: ExceptionClaim, python: tuple[int, int]) -> Raised:
    """Return the exception that ended an import by `python`, with advice if its type is a common one."""
    raised, advice = claim.raised, ""
    if raised.type == "FileNotFoundError" and raised.refused is None:
        advice = " (no such file was handed in beside it)"
    if raised.type == "EOFError":
        advice = " (input() waits for a player: put the game under if __name__ == '__main__')"
    elif claim.end is ChildEnd.EXITED:
        advice = " (the file ends itself while it is imported: put the game under if __name__ == '__main__')"
    elif (lacking := LACKING.match(raised.message)) and lacking[1] in sys.stdlib_module_names:
        advice = " (imported by Python {}.{}; a newer one may have it)".format(*python)
    return replace(raised, message=(raised.message + advice).strip())


def import_ended(end: ChildEnd, limit: float) -> Answer:
    """Return the outcome of an import whose process ended, or did not finish within `limit` CPU seconds."""
    advice = "put the game under if __name__ == '__main__'"
    why = {
        ChildEnd.CPU_LIMIT: f"it was still running after {limit:g} s of CPU time: {advice}",
        ChildEnd.WALL_LIMIT: f"it waits for something that never comes: {advice}",
    }.get(end, f"the process ended ({end.value})")
    raised = Raised(type="ImportError", message=why, at=None)
    return Answer(end=ChildEnd.IMPORT_FAILED, raised=raised)


def left_out_notes(submission: Submission, module: str, left_out: Sequence[LeftOut]) -> Iterator[str]:
    """Yield a note for each of the first five statements, and one for all others; `module` is the main file's name."""
    for statement in left_out[:MAX_NOTES]:
        raised = str(statement.raised) + (" (it asks for input)" if statement.asked else "")
        yield f"{_place(submission, module, statement.at)} was left out: {raised}"
    more = len(left_out) - MAX_NOTES
    if more > 0:
        yield f"{more} more {'statement was' if more == 1 else 'statements were'} left out"


def _place(submission: Submission, module: str, at: str) -> str:
    found = find_location(submission, module, at)
    if found is not None and found.file is submission.files[0] and not found.file.cells:
        return f"line {found.line}"
    return readable_location(submission, module, at) or "a statement"
