"""Why a function is missing in a submission, and which one is probably meant; only text is searched."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from grader.model.reason import Reason, reason
from grader.model.sanitize import sanitize
from grader.model.source import readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile, Submission
from grader.python_text import (
    CLASS,
    GUARD,
    NO_FUNCTION,
    Definition,
    definitions_in,
    imports_in,
    names_at_top_level,
    without_strings,
)

ENOUGH_ALIKE = 0.81
"""A limit by which `plyer` is taken for `player`, and `play` is not."""
SHORT = 4
"""Characters of a name that an `s` at its end makes another one."""
MAX_COMPARED = 200
MAX_NAME = 60  # compared and shown characters of a name
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


def missing_function(submission: Submission, module_spec: ModuleSpec, function: str) -> tuple[Reason, ...]:
    """
    Return why a check has no `function` to judge, and where the file probably has it.

    The hint comes from the text of the files alone, and may be wrong.
    """
    hint = _hint(submission, module_spec, function)
    base = reason(NO_FUNCTION, function=function)
    return (base,) if hint is None else (base, hint)


def _hint(submission: Submission, module_spec: ModuleSpec, function: str) -> Reason | None:
    main, *helpers = submission.files
    if not without_strings(main.text).strip():
        return reason("file_has_no_code" if main.text.strip() else "file_is_empty")
    defined = definitions_in(main.text)
    same = [one for one in defined if one.name == function]
    top = [one for one in same if not one.within]
    if top:
        return reason("name_is_gone", place=_at(submission, module_spec, top[-1]))
    if same:
        return _inside(same[0], _at(submission, module_spec, same[0]))
    imported = {one.module for one in imports_in(main.text)}
    near = [one for one in helpers if "/" not in one.path or one.path.partition("/")[0] in imported]
    helper = next((one for one in near if _importable(one) and function in names_at_top_level(one.text)), None)
    if helper is not None:
        module = helper.path.removesuffix(".py").replace("/", ".")
        return reason("is_in_other_file", file=helper.path, module=module, function=function)
    meant = _meant([one for one in defined if not one.within], module_spec, function)
    if meant is None:
        return None
    place = _at(submission, module_spec, meant)
    return reason("did_you_mean", name=_shown(meant.name), place=place, function=function)


def _inside(found: Definition, place: str) -> Reason:
    if found.within == CLASS:
        return reason("is_a_method", function=found.name, container=_shown(found.container), place=place)
    if found.within == GUARD:
        return reason("is_below_guard", function=found.name, place=place)
    return reason("is_inside_function", function=found.name, container=_shown(found.container), place=place)


def _meant(defined: Sequence[Definition], module_spec: ModuleSpec, function: str) -> Definition | None:
    """Return the function that is probably a misspelt `function`; None if its name fits another function better."""
    wanted = [one.name for one in module_spec.functions]
    known, found = {*wanted, *module_spec.handed_out.names}, []
    for one in (one for one in defined[:MAX_COMPARED] if one.name not in known):
        share = likeness(one.name, function)
        others = (likeness(one.name, name) for name in wanted if name != function)
        if share >= ENOUGH_ALIKE and share > max(others, default=0):
            found.append(one)
    return max(found, key=lambda one: likeness(one.name, function), default=None)


def likeness(name: str, wanted: str) -> float:
    """Return the likeness of two names: 1 if only case and underscores differ, 0 for nothing in common."""
    name = name[:MAX_NAME]
    joined, target = name.replace("_", "").lower(), wanted.replace("_", "").lower()
    if joined == target:
        return 1
    singular = {joined.removesuffix("s"), f"{joined.removesuffix('ies')}y"}
    if (target in singular or joined == target.removesuffix("s")) and len(joined) > SHORT:
        return 0.9
    words = [word.lower() for word in WORDS.findall(name)]
    parts = wanted.lower().split("_")
    if any(words[at : at + len(parts)] == parts for at in range(len(words))):  # get_winner, winner2
        return 0.9
    return difflib.SequenceMatcher(None, joined, target).ratio()


def _importable(file: SourceFile) -> bool:
    return all(part.isidentifier() and part.isascii() for part in file.path.removesuffix(".py").split("/"))


def _at(submission: Submission, module_spec: ModuleSpec, found: Definition) -> str:
    module = module_spec.module
    place = readable_location(submission, module, f"{module}.py:{found.line}") if submission.files[0].cells else None
    return place or f"line {found.line}"


def _shown(name: str) -> str:
    return sanitize(name, MAX_NAME)
