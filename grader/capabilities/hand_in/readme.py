"""
Judges the student's texts: a README in the student's own words, demanded contents, a link to a repository.

A process of its own searches for the instructor's regular expressions, and is killed after a time: some expressions
take hours on some texts, and nothing can interrupt Python's search. The form of a link decides; nothing asks the
network.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.capabilities.hand_in.capability import (
    PASSED,
    FileRules,
    Judged,
    is_named,
    is_readme,
    listed,
    normalized,
    shown,
)
from grader.model.reason import Reason, reason
from grader.model.sanitize import sanitize
from grader.model.submission import HandedIn, HandedInFile, Submission
from grader.model.verdict import Verdict

SCRIPT = Path(__file__).parent / "search_process.py"
CPU_SECONDS = 2
"""For all expressions together; an ordinary one takes a few thousandths."""
WALL_SECONDS = 30
"""The limit of systems without CPU limits, and of very busy machines."""


def search_patterns(patterns: Sequence[str], text: str) -> list[bool | None]:
    """Return for each pattern whether `text` has it; None for patterns that took too long or were not reached."""
    request = json.dumps({"patterns": list(patterns), "text": text, "cpu_seconds": CPU_SECONDS}).encode()
    try:
        # Our interpreter, our script, and no text of a student on the command line.
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-I", "-S", str(SCRIPT)],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=WALL_SECONDS,
            check=False,
        )
        answer = done.stdout
    except subprocess.TimeoutExpired as expired:
        answer = expired.stdout or b""
    except OSError:  # no process could start
        answer = b""
    found: list[bool | None] = [line == b"1" for line in answer.split()]
    return [*found, *[None] * (len(patterns) - len(found))]


UNDERLINES = frozenset("=-*_")
"""A line of one such character is a rule, or underlines a title."""
NO_README = Judged(Verdict.MISSING, (reason("no_readme"),))


def judge_readme(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    """Judge whether there is a README with sentences of the student."""
    file = readme_of(handed_in)
    if file is None:
        return NO_README
    problem = _problem(file, rules)
    return Judged(Verdict.FAIL, (problem,)) if problem else PASSED


def judge_readme_says(_submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    """Judge whether the README has every text that the rubric has a pattern for."""
    file = readme_of(handed_in)
    if file is None:
        return NO_README
    if unreadable := _unreadable(file):
        return Judged(Verdict.FAIL, (unreadable,))
    found = search_patterns([wanted.pattern for wanted in rules.readme_says], file.text or "")
    unknown = [wanted.name for wanted, is_found in zip(rules.readme_says, found, strict=True) if is_found is None]
    if unknown:
        why = reason("search_took_too_long", file=shown(file.path), texts=listed(unknown))
        return Judged(Verdict.PENDING, (why,))
    absent = [wanted.name for wanted, is_found in zip(rules.readme_says, found, strict=True) if not is_found]
    why = reason("not_found", file=shown(file.path), texts=listed(absent))
    return Judged(Verdict.FAIL, (why,)) if absent else PASSED


def readme_of(handed_in: HandedIn) -> HandedInFile | None:
    """Return the README that counts: beside the graded file or nearest to the top, a text before a document."""
    return min(
        filter(lambda file: is_readme(file.path), handed_in.files),
        key=lambda file: ("\0" in (file.text or "\0"), file.path[: file.path.rfind("/") + 1] != handed_in.folder),
        default=None,
    )


def _problem(file: HandedInFile, rules: FileRules) -> Reason | None:
    if unreadable := _unreadable(file):
        return unreadable
    text = file.text or ""
    lines, name = _lines(text), shown(file.path)
    if not lines:
        return reason("readme_is_empty", file=name)
    if rules.readme_skeleton and lines <= _lines(rules.readme_skeleton):
        return reason("readme_is_handed_out", file=name)
    return None if _has_sentences(text) else reason("readme_has_only_title", file=name)


def _unreadable(file: HandedInFile) -> Reason | None:
    if file.text is None:
        return reason("cannot_be_read", file=shown(file.path), problem=file.problem)
    return reason("readme_is_no_text", file=shown(file.path)) if "\0" in file.text else None


def _lines(text: str) -> set[str]:
    return {stripped for line in normalized(text).split("\n") if (stripped := line.strip())}


def _has_sentences(text: str) -> bool:
    lines = [line.strip() for line in normalized(text).split("\n")]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        underlined = bool(below) and set(below) <= UNDERLINES and len(set(below)) == 1
        if line and not line.startswith("#") and not set(line) <= UNDERLINES and not underlined:
            return True
    return False


REQUIREMENTS = "requirements.txt"
"""A file whose links lead to packages."""
MAX_LINK = 60  # characters of a link in a message
LINK = re.compile(r"(?<![\w.-])(?:www\.)?github\.com[/:]([^\s\"'<>()\[\]{}`|\\,;]{0,200})", re.IGNORECASE)
"""A link up to the first sign that no link has; the group is the part after the host."""
OWNER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})")
REPOSITORY = re.compile(r"[A-Za-z0-9._-]{1,100}")
NO_OWNERS = frozenset(
    ("about", "apps", "features", "login", "marketplace", "new", "orgs", "settings", "sponsors", "topics", "users")
)
PLACEHOLDERS = frozenset(
    ("owner", "user", "username", "yourusername", "yourname", "you", "yourgithubusername", "githubusername")
)
"""Placeholders for the account in instructions, without signs between the words."""


def judge_link(submission: Submission, handed_in: HandedIn, rules: FileRules) -> Judged:
    """Judge whether a text of the student has a link to any repository."""
    others = []
    for rest in _links(submission, handed_in, rules):
        if _is_repository(rest):
            return PASSED
        others.append(rest)
    if others:
        return Judged(Verdict.FAIL, (reason("no_repository_at_link", path=sanitize(others[0], MAX_LINK)),))
    return Judged(Verdict.MISSING, (reason("no_link"),))


def repository_of(submission: Submission, rules: FileRules) -> str:
    """Return the first link to a repository, for a person; empty if there is none or no link is demanded."""
    if submission.handed_in is None or not rules.repository_link:
        return ""
    links = _links(submission, submission.handed_in, rules)
    owner, _, repository = next(filter(_is_repository, links), "").partition("/")
    return f"https://github.com/{owner}/{_name(repository)}" if owner else ""


def _links(submission: Submission, handed_in: HandedIn, rules: FileRules) -> Iterator[str]:
    """Yield the part after the host of each link of the student: in the other files first, then in the code."""
    handed_out = (REQUIREMENTS, *(file.path for file in rules.unchanged))
    own = [file for file in handed_in.files if not any(is_named(file.path, name) for name in handed_out)]
    known = set(LINK.findall(rules.readme_skeleton))
    for text in (*(file.text for file in own if file.text is not None), submission.files[0].text):
        yield from (rest.rstrip(".,;:!?*_") for rest in LINK.findall(text) if rest not in known)


def _is_repository(rest: str) -> bool:
    owner, _, repository = rest.partition("/")
    return (
        OWNER.fullmatch(owner) is not None
        and REPOSITORY.fullmatch(_name(repository)) is not None
        and _name(repository) not in {".", ".."}
        and owner.casefold() not in NO_OWNERS
        and owner.replace("-", "").casefold() not in PLACEHOLDERS
    )


def _name(repository: str) -> str:
    for sign in "/?#":
        repository = repository.partition(sign)[0]
    return repository.removesuffix(".git")
