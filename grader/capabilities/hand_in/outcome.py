"""The outcomes of checks of files, and how their messages name several files."""

from __future__ import annotations

from collections.abc import Sequence

from grader.capabilities.hand_in.rules import is_named
from grader.model.counterexample import DifferingLine
from grader.model.reason import Reason
from grader.model.result import CheckOutcome
from grader.model.submission import HandedIn, HandedInFile
from grader.model.verdict import Verdict

PLAIN = "._-/"
"""What most names of files have in them besides letters and digits."""
MAX_LISTED = 5
"""Names in one message."""


def passed(check: str) -> CheckOutcome:
    """Return that the demand is met."""
    return CheckOutcome(check=check, verdict=Verdict.PASS)


def failed(check: str, *why: Reason, difference: tuple[DifferingLine, ...] = ()) -> CheckOutcome:
    """Return that the demand is not met."""
    return CheckOutcome(check=check, verdict=Verdict.FAIL, reasons=why, difference=difference)


def missing(check: str, *why: Reason) -> CheckOutcome:
    """Return that what the demand is about was not handed in."""
    return CheckOutcome(check=check, verdict=Verdict.MISSING, reasons=why)


def not_judged(check: str, *why: Reason) -> CheckOutcome:
    """Return that the grader cannot say: this costs nothing, and a person decides."""
    return CheckOutcome(check=check, verdict=Verdict.PENDING, reasons=why)


def listed(names: Sequence[str]) -> str:
    """Return names for a message: not all if there are many."""
    more = len(names) - MAX_LISTED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:MAX_LISTED])} and {more} more"


def shown(path: str) -> str:
    """Return the path of a student's file for a message: in quotes if it could be taken for words of ours."""
    plain = all(char.isalnum() or char in PLAIN for char in path)
    return path if plain else f'"{path.replace(chr(34), chr(39))}"'


def file_called(handed_in: HandedIn, name: str) -> HandedInFile | None:
    """Return the file called `name`: one beside the graded file if there is one, else the one in the topmost folder."""
    found = [file for file in handed_in.files if is_named(file.path, name) and not file.path.endswith("/")]
    beside = f"{handed_in.folder}{name}"
    # Two files whose names differ in the case of letters only: the one that is spelled as it was asked for.
    found.sort(key=lambda file: (file.path != beside, file.path.casefold() != beside.casefold()))
    return found[0] if found else None
