"""What a person is told of the top-level statements that were left out of an import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.model.dialogue import LeftOut
from grader.model.source_location import find_location, readable_location
from grader.model.submission import Submission

MAX_NOTES = 5


def left_out_notes(submission: Submission, module: str, left_out: Sequence[LeftOut]) -> Iterator[str]:
    """Yield a note for each of the first few statements, and one for all others; `module` is the main file's name."""
    for one in left_out[:MAX_NOTES]:
        raised = str(one.raised) + (" (it asks for input)" if one.asked else "")
        yield f"{_place(submission, module, one.at)} was left out: {raised}"
    more = len(left_out) - MAX_NOTES
    if more > 0:
        yield f"{more} more {'statement was' if more == 1 else 'statements were'} left out"


def _place(submission: Submission, module: str, at: str) -> str:
    found = find_location(submission, module, at)
    in_script = found is not None and found[0] is submission.files[0] and not found[0].cells
    return f"line {found.line}" if found is not None and in_script else readable_location(submission, module, at)
