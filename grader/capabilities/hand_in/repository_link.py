"""A link to a repository: found by its form alone, the network is not asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from grader.capabilities.hand_in.outcome import failed, missing, passed
from grader.capabilities.hand_in.rules import FileRules, is_named
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.submission import HandedIn, Submission

CHECK = "files.repository_link"
REQUIREMENTS = "requirements.txt"
"""Links in it lead to packages."""
MAX_LINKS = 1000
"""Links that are looked at."""
MAX_LINK = 60
"""Characters of a link in a message."""
LINK = re.compile(r"(?<![\w.-])(?:www\.)?github\.com[/:]([^\s\"'<>()\[\]{}`|\\,;]{0,200})", re.IGNORECASE)
"""What stands behind the host, up to the first character that is in no link; before it may stand a scheme or a user."""
OWNER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})")
REPOSITORY = re.compile(r"[A-Za-z0-9._-]{1,100}")
NO_OWNERS = frozenset(
    ("about", "apps", "features", "login", "marketplace", "new", "orgs", "settings", "sponsors", "topics", "users")
)
"""Pages of the host itself."""
PLACEHOLDERS = frozenset(
    ("owner", "user", "username", "yourusername", "yourname", "you", "yourgithubusername", "githubusername")
)
"""What instructions write where the account belongs, without signs between the words."""


def judge_link(submission: Submission, handed_in: HandedIn, rules: FileRules) -> CheckOutcome:
    """Judge whether a text of the student's has a link to a repository, to one's own or to another's."""
    others = []
    for rest in islice(_links(submission, handed_in, rules), MAX_LINKS):
        if _is_repository(rest):
            return passed(CHECK)
        others.append(rest)
    if others:
        return failed(CHECK, reason("no_repository_at_link", path=sanitize(others[0], MAX_LINK)))
    return missing(CHECK, reason("no_link"))


def repository_of(submission: Submission, rules: FileRules) -> str:
    """Return the first link to a repository for a person to follow, empty if there is none or none is asked for."""
    if submission.handed_in is None or not rules.repository_link:
        return ""
    links = islice(_links(submission, submission.handed_in, rules), MAX_LINKS)
    owner, _, repository = next(filter(_is_repository, links), "").partition("/")
    return f"https://github.com/{owner}/{_name(repository)}" if owner else ""


def _links(submission: Submission, handed_in: HandedIn, rules: FileRules) -> Iterator[str]:
    """Yield what stands behind the host in each link of the student's: in the other files first, then in the code."""
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
    """Return the name of a repository, without the page in it that a link leads to."""
    for sign in "/?#":
        repository = repository.partition(sign)[0]
    return repository.removesuffix(".git")
