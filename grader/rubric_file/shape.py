"""
The keys of a rubric file, and the values that each accepts. Capabilities add keys.

`rules` compares several places of a file.
"""

from __future__ import annotations

from grader.capabilities.registry import CAPABILITIES
from grader.capabilities.rubric_draft import POINTS
from grader.model.rubric import Limits
from grader.yaml_document import (
    IDENTIFIER,
    MODULE_NAME,
    TEXT,
    TRUE_OR_FALSE,
    MappingKey,
    Range,
    choice,
    list_of,
    mapping,
    names_to,
    number,
    or_nothing,
)

DEFAULTS = Limits()
DEFAULT_CALLS = ", ".join(f"{name} {seconds}" for name, seconds in DEFAULTS.function_seconds)
# A limit above a day makes no sense. With less than 64 MiB of memory Python itself may fail to start.
SECONDS = number(Range(least="0.01", most=86_400, unit=" CPU seconds"), float)
MEBIBYTES = number(Range(least="64", most=1_048_576, places=0, unit=" MiB"), int)
KIBIBYTES = number(Range(least="1", most=65_536, places=0, unit=" KiB"), int)
TOTAL = number(Range(least="0.01", most=100_000))
DECIMALS = number(Range(least="0", most=4, places=0), int)

KEYS = {key: one.rubric_key() for one in CAPABILITIES if (key := one.item_key or one.section_key)}
ITEM_KEYS = tuple(one.item_key for one in CAPABILITIES if one.item_key)
SECTION_KEYS = tuple(one.section_key for one in CAPABILITIES if one.section_key)
SOURCES = ("checks", *ITEM_KEYS)
"""The keys of an item that say where its points come from. An item has one of them."""


def _brought(names: tuple[str, ...]) -> list[MappingKey]:
    return [MappingKey(name, or_nothing(KEYS[name].kind), KEYS[name].description, None) for name in names]


SCALE = mapping(
    "Scale",
    "A second total, reported beside the first.",
    (
        MappingKey("to", TOTAL, "Full marks on the second scale, such as 10."),
        MappingKey("decimals", DECIMALS, "Decimals of the scaled mark; it is rounded half up, once, at the end."),
        MappingKey("cap", TRUE_OR_FALSE, "Whether a bonus cannot lift the scaled mark above 'to'.", default=False),
    ),
)
LIMITS = mapping(
    "Limits",
    "What a submission may use. Seconds are CPU seconds; what is left out keeps its default.",
    (
        MappingKey("import", SECONDS, "Importing the student's file.", DEFAULTS.import_seconds),
        MappingKey("call", SECONDS, "One call of any function not named in 'calls'.", DEFAULTS.call_seconds),
        MappingKey(
            "calls",
            or_nothing(names_to(SECONDS, "numbers")),
            f"One call of a single function, by its name; left out: {DEFAULT_CALLS}.",
            None,
        ),
        MappingKey("submission", SECONDS, "The whole submission.", DEFAULTS.submission_seconds),
        MappingKey("memory_mib", MEBIBYTES, "Memory, in MiB.", DEFAULTS.memory_mib),
        MappingKey("source_kib", KIBIBYTES, "Size of the handed-in source, in KiB.", DEFAULTS.source_kib),
    ),
)
ITEM = mapping(
    "Item of the rubric",
    f"One item of the rubric, with one source of its points: {', '.join(SOURCES[:-1])} or {SOURCES[-1]}.",
    (
        MappingKey(
            "id", IDENTIFIER, "Name of the item in results and gradebooks; a function's name if its checks are bare."
        ),
        MappingKey("title", TEXT, "What reports call the item."),
        MappingKey("points", POINTS, "Points of the item, with at most 2 decimals."),
        MappingKey(
            "checks",
            or_nothing(names_to(POINTS, "numbers")),
            "How the checks share the item's points. A bare name is a check of the function called like the item's id;"
            " 'function.check' names a check of any function. A check that no item names counts 0 points.",
            None,
        ),
        MappingKey("bonus", TRUE_OR_FALSE, "Earned on top of the total.", default=False),
        *_brought(ITEM_KEYS),
    ),
)
RUBRIC = mapping(
    "Rubric",
    "What a submission is graded against: items, points, checks and limits.",
    (
        MappingKey("title", TEXT, "What reports call the rubric."),
        MappingKey("assignment", TEXT, "The assignment whose checks are used, such as tictactoe."),
        MappingKey(
            "sheet",
            TEXT,
            "The text of the assignment that reports quote, such as cs50; 'none' quotes nothing. Without this key it is"
            " the first of the assignment.",
            "",
        ),
        MappingKey("total", TOTAL, "Sum of the points of all items without bonus, stated so that a slip shows."),
        MappingKey("scale", or_nothing(SCALE), "A second total, such as the 10 points of a cover sheet.", None),
        MappingKey("limits", or_nothing(LIMITS), "What a submission may use.", None),
        MappingKey(
            "allow_imports",
            or_nothing(list_of(MODULE_NAME, least=0)),
            "Third-party modules imported for real; others get a stand-in that fails on first use.",
            None,
        ),
        MappingKey(
            "shortcut",
            TRUE_OR_FALSE,
            "Whether answers of the search are kept instead of computed again where that changes no answer.",
            default=True,
        ),
        MappingKey(
            "zero",
            or_nothing(choice("missing")),
            "With 'missing', who handed in nothing gets 0 when marks are exported. Otherwise nobody does.",
            None,
        ),
        *_brought(SECTION_KEYS),
        MappingKey("criteria", list_of(ITEM), "The items of the rubric, in the order of the reports."),
    ),
)


def rubric_schema() -> dict[str, object]:
    """Return the JSON Schema (draft 2020-12) of a rubric file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **RUBRIC.json_schema}
