"""The section `files` of a rubric as a person writes it."""

from __future__ import annotations

from collections.abc import Iterator

from grader.capabilities.hand_in.rules import FILE_CHECKS, handed_out_names, handed_out_problem
from grader.capabilities.rubric_draft import Draft, RubricKey
from grader.model.spelling import quoted
from grader.yaml_file.document import Problem
from grader.yaml_file.field_types import (
    FILE_NAME,
    MODULE_NAME,
    REGULAR_EXPRESSION,
    TRUE_OR_FALSE,
    Key,
    list_of,
    mapping,
    names_to,
    or_nothing,
    true_or,
)

TRUE_OR_NAMES = true_or(list_of(FILE_NAME, "names"), "a list of names such as '*.pyc'")
FILES = mapping(
    "Other files",
    "What is demanded of the other files. Each key is a check: an item that names it gives it points.",
    (
        Key("complete", or_nothing(list_of(FILE_NAME)), "Files that must be handed in.", None),
        Key(
            "readme",
            true_or(FILE_NAME, "a file that was handed out"),
            "There is a README with more than a title. Instead of true, the README that was handed out, which must not"
            " come back as it was.",
            default=False,
        ),
        Key(
            "readme_says",
            or_nothing(names_to(REGULAR_EXPRESSION, "texts")),
            "What the README must say: its name in words for students, and a regular expression that finds it.",
            None,
        ),
        Key(
            "unchanged",
            or_nothing(names_to(FILE_NAME, "texts")),
            "Files that come back as they were handed out, each with the original: a file beside this rubric, or"
            " sha256: and the hash that 'grader rubric check' shows.",
            None,
        ),
        Key(
            "standard_library",
            true_or(list_of(MODULE_NAME, "modules"), "a list of modules"),
            "The code uses no third-party module. Instead of true, those that may be used nevertheless.",
            default=False,
        ),
        Key(
            "nothing_forbidden",
            TRUE_OR_NAMES,
            "Nothing that tools make is handed in, such as .venv or *.pyc. Instead of true, other names.",
            default=False,
        ),
        Key(
            "own_code_only",
            TRUE_OR_FALSE,
            "No code beside the solution, what it imports, what was handed out, and tests.",
            default=False,
        ),
        Key("repository_link", TRUE_OR_FALSE, "A text has a link to a repository on GitHub.", default=False),
    ),
)


def _demanded_files(draft: Draft) -> Iterator[Problem]:
    """Report every check of files that the section does not turn on."""
    known, demanded = {entry.id for entry in FILE_CHECKS}, draft.fields.get("files") or {}
    for mention in draft.mentions:
        key = mention.check.partition(".")[2]
        # What is wrong by itself has been reported.
        if mention.check in known and not demanded.get(key) and ("files", key) not in draft.broken:
            text = (
                f"the check {quoted(mention.written)} needs the key {quoted(key)} in the section 'files'; add it there"
            )
            yield Problem(draft.document.key_position(mention.address), text)


def _readable_handed_out_files(draft: Draft) -> Iterator[Problem]:
    """Report every file that was handed out to students and cannot be read."""
    for address, name in handed_out_names(draft.fields.get("files") or {}):
        problem = handed_out_problem(name, draft.folder, is_readme=address == ("readme",))
        if problem is not None:
            yield Problem(draft.document.position(("files", *address)), problem)


KEY = RubricKey(
    FILES,
    "What is demanded of the other files. Without it they are not looked at.",
    (_demanded_files, _readable_handed_out_files),
)
