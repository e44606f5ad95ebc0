"""
Judges every check of the files that are handed in, without running them.

The checks: missing and unwanted files, changed handed-out files, and modules outside the standard library.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import chain, islice

from grader.capabilities.hand_in.capability import (
    MAX_LISTED,
    PASSED,
    FileRules,
    HandedOutFile,
    Judged,
    file_called,
    hash_of,
    is_code,
    is_named,
    listed,
    normalized,
    shown,
)
from grader.capabilities.hand_in.readme import judge_link, judge_readme, judge_readme_says
from grader.model.counterexample import DifferingLine
from grader.model.reason import Reason, reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import quoted, sanitize
from grader.model.source import readable_location
from grader.model.submission import HandedIn, HandedInFile, SourceFile, Submission
from grader.model.verdict import Verdict
from grader.python_text import Import, imports_in, module_of, own_modules_used

MAX_LINES = 4  # shown lines of a difference, of each side
MAX_COMPARED = 100
"""The compared lines: the time of a comparison grows with their square, or worse."""
MAX_WIDTH = 160  # characters of such a line


def judge_unchanged(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    """Judge whether each handed-out file is there, with the same normalized text."""
    absent: list[str] = []
    changes: list[Reason] = []
    difference: tuple[DifferingLine, ...] = ()
    for original in rules.unchanged:
        file = file_called(handed_in, original.path)
        if file is None:
            absent.append(original.path)
        elif file.text is None:
            changes.append(reason("cannot_be_read", file=original.path, problem=file.problem))
        elif hash_of(normalized(file.text)) != original.sha256:
            lines = tuple(_difference(original, file))
            code = "file_changed_from" if lines else "file_changed"
            where = {"line": str(lines[0].number)} if lines else {}
            changes.append(reason(code, file=original.path, **where))
            difference = difference or lines
    gone = [reason("not_handed_in", files=listed(absent))] if absent else []
    if not changes:
        return Judged(Verdict.MISSING, tuple(gone)) if gone else PASSED
    reasons = tuple(one for each in (*changes, *gone) for one in (reason("and_also"), each))[1:]
    return Judged(Verdict.FAIL, reasons, difference)


def _difference(original: HandedOutFile, file: HandedInFile) -> Iterator[DifferingLine]:
    """Yield the first differing lines of both sides; nothing if only the hash of the original is known."""
    if original.text is None or "\0" in original.text:
        return
    before, after = original.text.split("\n"), normalized(file.text or "").split("\n")
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    middles = before[start : len(before) - end], after[start : len(after) - end]
    changes = _changes(*(middle[:MAX_COMPARED] for middle in middles))
    if max(map(len, middles)) > MAX_COMPARED:
        del changes[1:]  # where the comparison ends, lines may seem to differ
    for handed_in, lines, ranges in (
        (False, before, [replaced for replaced, _ in changes]),
        (True, after, [replacing for _, replacing in changes]),
    ):
        for at in islice(chain.from_iterable(ranges), MAX_LINES):
            number = start + at
            text = sanitize(lines[number].expandtabs(4), MAX_WIDTH)
            yield DifferingLine(file=original.path, handed_in=handed_in, number=number + 1, text=text)


def _common(one: list[str], other: list[str]) -> int:
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)


def _changes(before: list[str], after: list[str]) -> list[tuple[range, range]]:
    """Return the replaced lines with their replacements; either may be none."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [
        (range(start, end), range(new_start, new_end))
        for what, start, end, new_start, new_end in matcher.get_opcodes()
        if what != "equal"
    ]


Judge = Callable[[Submission, HandedIn, FileRules], Judged]

TESTS = ("test_*", "*_test.*", "test.*", "tests.*", "conftest.py", "__init__.py", "setup.py")
"""The names of tests that students write, as sheets tell them to."""


def judge_complete(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    paths = (handed_in.main, *(file.path for file in handed_in.files))
    absent = [name for name in rules.complete if not any(is_named(path, name) for path in paths)]
    return Judged(Verdict.MISSING, (reason("not_handed_in", files=listed(absent)),)) if absent else PASSED


def judge_forbidden(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    found = [shown(file.path) for file in handed_in.files if rules.forbids(file.path)]
    return Judged(Verdict.FAIL, (reason("must_not_be_handed_in", files=listed(found)),)) if found else PASSED


def judge_own_code(submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    """Judge whether there is code that is neither the solution, nor used by it, nor handed out, nor a test."""
    expected = (*rules.complete, *(file.path for file in rules.unchanged))
    used = {f"{handed_in.folder}{file.path}" for file in own_modules_used(submission)}
    others = [
        shown(file.path)
        for file in handed_in.files
        if is_code(file.path)
        and file.path not in used
        and not any(is_named(file.path, name) for name in expected)
        and not any(fnmatchcase(file.path.rpartition("/")[2].casefold(), pattern) for pattern in TESTS)
    ]
    return Judged(Verdict.FAIL, (reason("other_code", files=listed(others)),)) if others else PASSED


MAX_NAME = 60  # characters of a module's name in a message
IN_OTHER_VERSIONS = frozenset(
    (
        *("aifc", "annotationlib", "asynchat", "asyncore", "audioop", "cgi", "cgitb", "chunk", "compression", "crypt"),
        *("distutils", "imghdr", "imp", "lib2to3", "mailcap", "msilib", "nis", "nntplib", "ossaudiodev", "pipes"),
        *("smtpd", "sndhdr", "spwd", "sunau", "telnetlib", "tomllib", "uu", "xdrlib"),
    )
)
"""The modules of the standard library in some Python from 3.10 on."""


def judge_imports(submission: Submission, rules: FileRules) -> Judged:
    """Judge whether the graded file, and the student's modules that it imports, use the standard library only."""
    allowed = sys.stdlib_module_names | IN_OTHER_VERSIONS | set(rules.allowed_modules) | _beside(submission)
    found = list(_foreign(submission, allowed))
    if not found:
        return PASSED
    shown = [_shown(submission, *one) for one in found[:MAX_LISTED]]
    named = listed([*shown, *[""] * (len(found) - len(shown))])
    if submission.handed_in is None:
        return Judged(Verdict.PENDING, (reason("imports_unknown", modules=named),))
    return Judged(Verdict.FAIL, (reason("imports_foreign", modules=named),))


def _foreign(submission: Submission, allowed: frozenset[str] | set[str]) -> Iterator[tuple[Import, SourceFile]]:
    """Yield the used modules that are not `allowed`, each with the file that imports it."""
    seen = set()
    for file in (submission.files[0], *own_modules_used(submission)):
        for one in imports_in(file.text):
            # The graded file may have been handed in under a name such as TicTacToe.py.
            known = {one.module, one.module.casefold()} & allowed
            if one.used and not known and one.module not in seen:
                seen.add(one.module)
                yield one, file


def _shown(submission: Submission, found: Import, file: SourceFile) -> str:
    at = f"{file.path}:{found.line}"
    return f"{quoted(sanitize(found.module, MAX_NAME))} ({readable_location(submission, '', at) or at})"


def _beside(submission: Submission) -> set[str]:
    paths = [file.path for file in submission.files]
    if (handed_in := submission.handed_in) is not None:
        paths += [file.path.removeprefix(handed_in.folder) for file in handed_in.files]
    return {name for path in paths for name in (module_of(path), module_of(path).casefold())}


JUDGES: Mapping[str, Judge] = {
    "files.complete": judge_complete,
    "files.readme": judge_readme,
    "files.readme_says": judge_readme_says,
    "files.unchanged": judge_unchanged,
    "files.nothing_forbidden": judge_forbidden,
    "files.own_code_only": judge_own_code,
    "files.repository_link": judge_link,
}
"""The checks that need more files than the code."""


def judge_files(submission: Submission, rules: FileRules) -> dict[str, CheckOutcome]:
    """Return the outcome of every check of `rules`, by its id; a check that cannot be judged is pending."""
    judged = {entry.id: _judged(entry.id, submission, rules) for entry in rules.checks}
    return {check: CheckOutcome(check=check, **found._asdict()) for check, found in judged.items()}


def _judged(check: str, submission: Submission, rules: FileRules) -> Judged:
    handed_in = submission.handed_in
    try:
        if check == "files.standard_library":  # the code alone says enough
            return judge_imports(submission, rules)
        if handed_in is None:
            return Judged(Verdict.PENDING, (reason("only_one_file"),))
        if handed_in.problem:
            return Judged(Verdict.PENDING, (reason("not_looked_at", problem=handed_in.problem),))
        return JUDGES[check](submission, handed_in, rules)
    except Exception as error:  # noqa: BLE001 - a fault of ours costs no point
        return Judged(Verdict.PENDING, (reason("internal_error", error=type(error).__name__),))
