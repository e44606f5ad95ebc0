"""The README: whether it is there, whether the student wrote anything, and whether it says what it must."""

from __future__ import annotations

from grader.capabilities.hand_in.outcome import failed, listed, missing, not_judged, passed, shown
from grader.capabilities.hand_in.pattern_search import search_patterns
from grader.capabilities.hand_in.rules import FileRules, is_readme, normalized
from grader.model.handed_in import HandedIn, HandedInFile
from grader.model.result import CheckOutcome
from grader.model.submission import Submission

UNDERLINES = frozenset("=-*_")
"""Lines of one of these characters only are rules, or underline a title."""
NO_README = "there is no README; hand in README.md"


def judge_readme(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether there is a README with something of the student's own in it."""
    check = "files.readme"
    file = readme_of(handed_in)
    if file is None:
        return missing(check, NO_README)
    problem = _problem(file, rules)
    return failed(check, f"{shown(file.path)} {problem}") if problem else passed(check)


def judge_readme_says(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether the README says everything that the rubric has a pattern for."""
    check = "files.readme_says"
    file = readme_of(handed_in)
    if file is None:
        return missing(check, NO_README)
    if file.text is None or "\0" in file.text:
        return failed(check, f"{shown(file.path)} {_problem(file, rules)}")
    found = search_patterns([wanted.pattern for wanted in rules.readme_says], file.text)
    unknown = [wanted.name for wanted, there in zip(rules.readme_says, found, strict=True) if there is None]
    if unknown:
        return not_judged(
            check, f"not known whether {shown(file.path)} says: {listed(unknown)}; the search took too long"
        )
    absent = [wanted.name for wanted, there in zip(rules.readme_says, found, strict=True) if not there]
    return failed(check, f"not found in {shown(file.path)}: {listed(absent)}") if absent else passed(check)


def readme_of(handed_in: HandedIn) -> HandedInFile | None:
    """Return the README that counts: beside the graded file or nearest to the top, a text before a document."""
    found = [file for file in handed_in.files if is_readme(file.path)]
    found.sort(key=lambda file: ("\0" in (file.text or "\0"), not _is_beside(file, handed_in)))
    return found[0] if found else None


def _is_beside(file: HandedInFile, handed_in: HandedIn) -> bool:
    return file.path[: file.path.rfind("/") + 1] == handed_in.folder


def _problem(file: HandedInFile, rules: FileRules) -> str:
    """Return what is wrong with a README, empty if nothing is."""
    if file.text is None:
        return f"cannot be read: {file.problem}"
    if "\0" in file.text:
        return "is no text; hand in README.md"
    lines = _lines(file.text)
    if not lines:
        return "is empty"
    if rules.readme_skeleton and lines <= _lines(rules.readme_skeleton):
        return "is the one that was handed out, with nothing added"
    return "" if _has_sentences(file.text) else "has a title and nothing else"


def _lines(text: str) -> set[str]:
    return {stripped for line in normalized(text).split("\n") if (stripped := line.strip())}


def _has_sentences(text: str) -> bool:
    """Return whether there is a line that is no title."""
    lines = [line.strip() for line in normalized(text).split("\n")]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        underlined = bool(below) and set(below) <= UNDERLINES and len(set(below)) == 1
        if line and not line.startswith("#") and not set(line) <= UNDERLINES and not underlined:
            return True
    return False
