"""The section `files` of a rubric as a person writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from grader.capabilities.hand_in.rules import FILE_CHECKS
from grader.capabilities.hand_in.section import handed_out_names, handed_out_problem
from grader.capabilities.rubric_draft import Draft, RubricKey
from grader.model.spelling import quoted
from grader.yaml_file.document import Problem
from grader.yaml_file.field_types import Shape, file_name, list_of, module_name, regular_expression, true_or

FileName = Annotated[str, file_name()]
Pattern = Annotated[str, regular_expression()]
TrueOrFile = Annotated[bool | str, true_or(file_name(), "a file that was handed out")]
TrueOrModules = Annotated[bool | list[str], true_or(list_of(module_name(), "modules"), "a list of modules")]
TrueOrNames = Annotated[bool | list[str], true_or(list_of(file_name(), "names"), "a list of names such as '*.pyc'")]


class FilesShape(Shape, title="Other files"):
    """What is demanded of the other files. Each key is a check: an item that names it gives it points."""

    complete: list[FileName] | None = Field(default=None, min_length=1, description="Files that must be handed in.")
    readme: TrueOrFile = Field(
        default=False,
        description="There is a README with more than a title. Instead of true, the README that was handed out, which "
        "must not come back as it was.",
    )
    readme_says: dict[str, Pattern] | None = Field(
        default=None,
        description="What the README must say: its name in words for students, and a regular expression that finds it.",
    )
    unchanged: dict[str, FileName] | None = Field(
        default=None,
        description="Files that come back as they were handed out, each with the original: a file beside this rubric, "
        "or sha256: and the hash that 'grader rubric check' shows.",
    )
    standard_library: TrueOrModules = Field(
        default=False,
        description="The code uses no third-party module. Instead of true, those that may be used nevertheless.",
    )
    nothing_forbidden: TrueOrNames = Field(
        default=False,
        description="Nothing that tools make is handed in, such as .venv or *.pyc. Instead of true, other names.",
    )
    own_code_only: bool = Field(
        default=False, description="No code beside the solution, what it imports, what was handed out, and tests."
    )
    repository_link: bool = Field(default=False, description="A text has a link to a repository on GitHub.")


def _demanded_files(draft: Draft) -> Iterator[Problem]:
    """Report every check of files that the section does not turn on."""
    known, demanded = {entry.id for entry in FILE_CHECKS}, draft.sections.get("files", {})
    for mention in draft.mentions:
        key = mention.check.partition(".")[2]
        is_wrong = ("files", key) in draft.document.values and key not in demanded  # that has been reported
        if mention.check in known and not demanded.get(key) and not is_wrong:
            text = (
                f"the check {quoted(mention.written)} needs the key {quoted(key)} in the section 'files'; add it there"
            )
            yield Problem(draft.document.key_position(mention.address), text)


def _readable_handed_out_files(draft: Draft) -> Iterator[Problem]:
    """Report every file that was handed out to students and cannot be read."""
    for address, name in handed_out_names(draft.sections.get("files", {})):
        problem = handed_out_problem(name, draft.folder, is_readme=address == ("readme",))
        if problem is not None:
            yield Problem(draft.document.position(("files", *address)), problem)


KEY = RubricKey(
    FilesShape,
    "What is demanded of the other files. Without it they are not looked at.",
    (_demanded_files, _readable_handed_out_files),
)
