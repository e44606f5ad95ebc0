"""Why a file lacks a function that it should have: what the file has instead, and what to do."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from grader.model.reason import Reason, reason
from grader.model.sanitize import sanitize
from grader.model.source_location import readable_location
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile, Submission
from grader.python_text.definitions import CLASS, GUARD, Definition, definitions_in, names_at_top_level
from grader.python_text.imports import imports_in, without_strings

ENOUGH_ALIKE = 0.81
"""So that `plyer` is taken for `player`, and `play` is not."""
MAX_COMPARED = 200
"""Names that are compared: it takes time."""
MAX_NAME = 60
"""Characters of a name that are compared and shown."""
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")


NO_FUNCTION = "no_function"
"""The code of the first reason; others may say more."""


def missing_function(submission: Submission, module_spec: ModuleSpec, function: str) -> tuple[Reason, ...]:
    """
    Return why a check has no `function` to judge, and what the file has instead if that is known.

    The hint comes from the text of the files alone; it may be wrong.
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
    """Say of a definition where it stands, and where it must stand."""
    if found.within == CLASS:
        return reason("is_a_method", function=found.name, container=_shown(found.container), place=place)
    if found.within == GUARD:
        return reason("is_below_guard", function=found.name, place=place)
    return reason("is_inside_function", function=found.name, container=_shown(found.container), place=place)


def _meant(defined: Sequence[Definition], module_spec: ModuleSpec, function: str) -> Definition | None:
    """Return the function that is probably `function` under another name; None if it rather is another function."""
    wanted = [one.name for one in module_spec.functions]
    best: Definition | None = None
    for one in defined[:MAX_COMPARED]:
        if one.name in wanted or one.name in module_spec.handed_out.names:
            continue
        likeness = _likeness(one.name, function)
        others = (_likeness(one.name, name) for name in wanted if name != function)
        if likeness < ENOUGH_ALIKE or likeness <= max(others, default=0):
            continue
        if best is None or likeness > _likeness(best.name, function):
            best = one
    return best


def _likeness(name: str, wanted: str) -> float:
    """Return 1 for names that differ in case and underscores alone, 0 for names that have nothing in common."""
    name = name[:MAX_NAME]
    joined, target = name.replace("_", "").lower(), wanted.replace("_", "").lower()
    if joined == target:
        return 1
    words = [word.lower() for word in WORDS.findall(name)]
    parts = wanted.lower().split("_")
    if any(words[at : at + len(parts)] == parts for at in range(len(words))):  # get_winner, winner2
        return 0.9
    return difflib.SequenceMatcher(None, joined, target).ratio()


def _importable(file: SourceFile) -> bool:
    return all(part.isidentifier() and part.isascii() for part in file.path.removesuffix(".py").split("/"))


def _at(submission: Submission, module_spec: ModuleSpec, found: Definition) -> str:
    """Return where it is: ``line 12``, or in a notebook ``cell 3, line 2``."""
    module = module_spec.module
    place = readable_location(submission, module, f"{module}.py:{found.line}") if submission.files[0].cells else None
    return place or f"line {found.line}"


def _shown(name: str) -> str:
    return sanitize(name, MAX_NAME)
