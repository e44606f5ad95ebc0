"""What is being done with a submission, as one line for a person who waits."""

from __future__ import annotations

from grader.model.progress import Doing, FunctionDone, Work

LONG_CALL = 1
"""CPU seconds from which on the time of a running call is told."""


def doing_text(doing: Doing, file_name: str) -> str:
    """Return what is being done: ``minimax: 2,310 of 4,520 boards; this call 31 s of 60 s CPU``."""
    time = f"{doing.seconds:.0f} s of {doing.limit:.0f} s CPU" if doing.seconds >= LONG_CALL else ""
    if doing.work is Work.IMPORT:
        return f"importing {file_name}" + (f": {time}" if time else "")
    if doing.work is Work.ASK:
        what = f"{doing.function}: {doing.done:,} of {doing.of:,} {doing.noun}"
    else:
        what = doing.work.value + (f": {doing.done:,} of {doing.of:,} {doing.noun}" if doing.of else "")
    return what + (f"; this call {time}" if time else "")


def function_done_text(done: FunctionDone) -> str:
    """Return what the calls of one function showed: ``winner: 5,478 boards, 212 wrong``."""
    if not done.of:
        return f"{done.function}: not there"
    wrong = "" if done.wrong is None else f", {f'{done.wrong:,}' if done.wrong else 'none'} wrong"
    count = f"{done.asked:,}" if done.asked == done.of else f"{done.asked:,} of {done.of:,}"
    return f"{done.function}: {count} {done.noun}{wrong}"
