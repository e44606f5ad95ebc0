"""What is said of a module that could not be loaded."""

from __future__ import annotations

from grader.model.answer import Answer, Raised
from grader.model.verdict import ChildEnd


def explained(end: ChildEnd, raised: Raised) -> Raised:
    """Say what to do about the import failures that every class has."""
    advice = ""
    if raised.type in {"PermissionError", "FileNotFoundError"}:
        advice = " (while graded, a file can open no files, start nothing and connect to nothing)"
    if raised.type == "EOFError":
        advice = " (input() waits for a player: put the game under if __name__ == '__main__')"
    elif end is ChildEnd.EXITED:
        advice = " (the file ends itself while it is imported: put the game under if __name__ == '__main__')"
    return Raised(type=raised.type, message=(raised.message + advice).strip(), at=raised.at)


def import_ended(end: ChildEnd, limit: float) -> Answer:
    """Return the outcome of an import that did not come to its end within `limit` CPU seconds."""
    advice = "put the game under if __name__ == '__main__'"
    why = {
        ChildEnd.CPU_LIMIT: f"it was still running after {limit:g} s of CPU time: {advice}",
        ChildEnd.WALL_LIMIT: f"it waits for something that never comes: {advice}",
    }.get(end, f"the process ended ({end.value})")
    raised = Raised(type="ImportError", message=why, at=None)
    return Answer(end=ChildEnd.IMPORT_FAILED, raised=raised)
