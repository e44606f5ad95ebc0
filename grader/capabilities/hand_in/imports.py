"""Which modules the code imports and uses, and whether they belong to the standard library."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from grader.capabilities.hand_in.outcome import MAX_LISTED, failed, listed, not_judged, passed
from grader.capabilities.hand_in.rules import FileRules
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import quoted, sanitize
from grader.model.source_location import readable_location
from grader.model.submission import SourceFile, Submission
from grader.python_text import Import, imports_in, module_of, own_modules_used

MAX_NAME = 60
"""Characters of a module's name in a message."""
CHECK = "files.standard_library"
IN_OTHER_VERSIONS = frozenset(
    (
        *("aifc", "annotationlib", "asynchat", "asyncore", "audioop", "cgi", "cgitb", "chunk", "compression", "crypt"),
        *("distutils", "imghdr", "imp", "lib2to3", "mailcap", "msilib", "nis", "nntplib", "ossaudiodev", "pipes"),
        *("smtpd", "sndhdr", "spwd", "sunau", "telnetlib", "tomllib", "uu", "xdrlib"),
    )
)
"""Modules that the standard library has, or had, in some version of Python from 3.10 on."""


class ForeignImport(NamedTuple):
    """A module that is used and is neither from the standard library nor handed in."""

    found: Import
    file: SourceFile


def judge_imports(submission: Submission, rules: FileRules) -> CheckOutcome:
    """Judge whether the graded file, and what it imports of the student's, use the standard library only."""
    allowed = sys.stdlib_module_names | IN_OTHER_VERSIONS | set(rules.allowed_modules) | _beside(submission)
    found = list(_foreign(submission, allowed))
    if not found:
        return passed(CHECK)
    shown = [_shown(submission, one) for one in found[:MAX_LISTED]]
    named = listed([*shown, *[""] * (len(found) - len(shown))])
    if submission.handed_in is None:
        return not_judged(CHECK, reason("imports_unknown", modules=named))
    return failed(CHECK, reason("imports_foreign", modules=named))


def _foreign(submission: Submission, allowed: frozenset[str] | set[str]) -> Iterator[ForeignImport]:
    seen = set()
    for file in (submission.files[0], *own_modules_used(submission)):
        for one in imports_in(file.text):
            # The graded file may have been handed in under a name such as TicTacToe.py.
            known = {one.module, one.module.casefold()} & allowed
            if one.used and not known and one.module not in seen:
                seen.add(one.module)
                yield ForeignImport(one, file)


def _shown(submission: Submission, one: ForeignImport) -> str:
    at = f"{one.file.path}:{one.found.line}"
    return f"{quoted(sanitize(one.found.module, MAX_NAME))} ({readable_location(submission, '', at) or at})"


def _beside(submission: Submission) -> set[str]:
    """Return the names of all modules that the student handed in, also those that could not be read."""
    paths = [file.path for file in submission.files]
    if (handed_in := submission.handed_in) is not None:
        paths += [file.path.removeprefix(handed_in.folder) for file in handed_in.files]
    return {name for path in paths for name in (module_of(path), module_of(path).casefold())}
