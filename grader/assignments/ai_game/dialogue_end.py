"""How a dialogue with a program ended, as a person at the keyboard sees it."""

from __future__ import annotations

from grader.model.answer import Answer
from grader.model.verdict import ChildEnd

ENDLESS = (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT, ChildEnd.OUTPUT_LIMIT)
"""Ends of a program that would go on for ever."""
EXIT = "SystemExit"


def ended_as_wanted(answer: Answer) -> bool:
    """Tell whether the program returned, or called `sys.exit` or the like."""
    exits = answer.end is ChildEnd.EXITED and answer.raised is not None and answer.raised.type == EXIT
    return answer.end is ChildEnd.RETURNED or exits


def exit_message(answer: Answer) -> str:
    """Return what Python prints when a program ends by ``sys.exit("O wins!")``, on a line of its own."""
    return f"\n{answer.raised.message}" if ended_as_wanted(answer) and answer.raised is not None else ""


def end_text(answer: Answer) -> str:
    """Return what ended a program that did not end as it wanted."""
    return f"ends with {answer.raised}" if answer.raised is not None else f"ends: {answer.end.value}"
