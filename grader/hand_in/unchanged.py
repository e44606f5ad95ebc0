"""Whether the files that were handed out came back as they were, and where they differ if not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grader.hand_in.outcome import failed, file_called, listed, missing, passed
from grader.model.counterexample import DifferingLine
from grader.model.file_rules import FileRules, HandedOutFile, hash_of, normalized
from grader.model.handed_in import HandedIn, HandedInFile
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.submission import Submission

MAX_LINES = 4
"""Lines of a difference that are shown, of each side."""
MAX_WIDTH = 160
"""Characters of such a line."""


def judge_unchanged(submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether each file that was handed out is there, with the same normalized text."""
    check = "files.unchanged"
    del submission
    absent: list[str] = []
    changes: list[str] = []
    difference: tuple[DifferingLine, ...] = ()
    for original in rules.unchanged:
        file = file_called(handed_in, original.path)
        if file is None:
            absent.append(original.path)
        elif file.text is None:
            changes.append(f"{original.path} cannot be read: {file.problem}")
        elif hash_of(normalized(file.text)) != original.sha256:
            lines = tuple(_difference(original, file))
            where = f" from line {lines[0].number} on" if lines else ""
            changes.append(f"{original.path} is not as it was handed out{where}")
            difference = difference or lines
    messages = [*changes, *([f"not handed in: {listed(absent)}"] if absent else [])]
    if not messages:
        return passed(check)
    return failed(check, "; ".join(messages), difference) if changes else missing(check, messages[0])


def _difference(original: HandedOutFile, file: HandedInFile) -> Iterator[DifferingLine]:
    """Yield the first lines that differ, of both sides; nothing if only the hash of the original is known."""
    before, after = (original.text or "").split("\n"), normalized(file.text or "").split("\n")
    if original.text is None or "\0" in original.text:
        return
    same = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), None)
    start = min(len(before), len(after)) if same is None else same
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    for side, lines in (("handed out", before), ("handed in", after)):
        for at in islice(range(start, len(lines) - end), MAX_LINES):
            yield DifferingLine(file=original.path, side=side, number=at + 1, text=_shown(lines[at]))


def _shown(line: str) -> str:
    return sanitize(line.expandtabs(4), MAX_WIDTH)
