"""
The shape of a rubric file: its keys, and the values that each accepts. Capabilities bring keys of their own.

Rules that compare several places of a file (sums, names of checks) are in `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import GenericAlias
from typing import Annotated, Any

from pydantic import Field, create_model
from pydantic.json_schema import GenerateJsonSchema

from grader.capabilities.registry import CAPABILITIES
from grader.capabilities.rubric_draft import Points, RubricKey
from grader.model.rubric import Limits
from grader.yaml_file.field_types import Range, Shape, identifier, module_name, number, text

DEFAULTS = Limits()
TOTAL = Range(least="0.01", most=100_000)
# A limit above a day makes no sense, and with less than 64 MiB of memory Python itself may fail to start.
SECONDS = Range(least="0.01", most=86_400, unit=" CPU seconds")
MEMORY = Range(least="64", most=1_048_576, places=0, unit=" MiB")
SOURCE = Range(least="1", most=65_536, places=0, unit=" KiB")

Total = Annotated[Decimal, number(TOTAL, Decimal)]
Seconds = Annotated[float, number(SECONDS, float)]
Mebibytes = Annotated[int, number(MEMORY, int)]
Kibibytes = Annotated[int, number(SOURCE, int)]
Decimals = Annotated[int, number(Range(least="0", most=4, places=0), int)]
Text = Annotated[str, text()]
Id = Annotated[str, identifier()]
Module = Annotated[str, module_name()]


SOURCES = ("checks", *(one.item_key for one in CAPABILITIES if one.item_key))
"""The keys of an item that say where its points come from, of which it has one."""


class ScaleShape(Shape, title="Scale"):
    """A second total, reported beside the first."""

    to: Total = Field(description="Full marks on the second scale, such as 10.")
    decimals: Decimals = Field(description="Decimals of the scaled mark; it is rounded half up, once, at the end.")
    cap: bool = Field(default=False, description="Whether a bonus cannot lift the scaled mark above 'to'.")


class LimitsShape(Shape, title="Limits"):
    """What a submission may use. Seconds are CPU seconds; what is left out keeps its default."""

    import_: Seconds = Field(
        default=DEFAULTS.import_seconds, alias="import", description="Importing the student's file."
    )
    call: Seconds = Field(default=DEFAULTS.call_seconds, description="One call of any function not named in 'calls'.")
    calls: dict[str, Seconds] | None = Field(
        default=dict(DEFAULTS.function_seconds), description="One call of a single function, by its name."
    )
    submission: Seconds = Field(default=DEFAULTS.submission_seconds, description="The whole submission.")
    memory_mib: Mebibytes = Field(default=DEFAULTS.memory_mib, description="Memory, in MiB.")
    source_kib: Kibibytes = Field(default=DEFAULTS.source_kib, description="Size of the handed-in source, in KiB.")


class _PlainItem(Shape, title="Item of the rubric"):
    id: Id = Field(description="Name of the item in results and gradebooks; a function's name if its checks are bare.")
    title: Text = Field(description="What reports call the item.")
    points: Points = Field(description="Points of the item, with at most 2 decimals.")
    checks: dict[str, Points] | None = Field(
        default=None,
        description="How the checks share the item's points. A bare name is a check of the function called like the "
        "item's id; 'function.check' names a check of any function. A check that no item names counts 0 points.",
    )
    bonus: bool = Field(default=False, description="Earned on top of the total.")


class _PlainRubric(Shape, title="Rubric"):
    title: Text = Field(description="What reports call the rubric.")
    assignment: Text = Field(description="The assignment whose checks are used, such as tictactoe.")
    sheet: Text = Field(
        default="",
        description="The text of the assignment that reports quote, such as cs50; 'none' quotes nothing. "
        "Without this key it is the first of the assignment.",
    )
    total: Total = Field(description="Sum of the points of all items without bonus, stated so that a slip shows.")
    scale: ScaleShape | None = Field(
        default=None, description="A second total, such as the 10 points of a cover sheet."
    )
    limits: LimitsShape | None = Field(default=None, description="What a submission may use.")
    allow_imports: list[Module] | None = Field(
        default=None,
        description="Third-party modules imported for real; others get a stand-in that fails on first use.",
    )
    shortcut: bool = Field(
        default=True,
        description="Whether answers of the search are kept instead of computed again where that changes no answer.",
    )


def _brought(keys: Mapping[str, RubricKey]) -> dict[str, Any]:
    """Return the fields that capabilities bring."""
    return {name: (key.shape | None, Field(default=None, description=key.description)) for name, key in keys.items()}


KEYS = {key: one.rubric_key() for one in CAPABILITIES if (key := one.item_key or one.section_key)}
"""The keys that capabilities bring."""
ItemShape = create_model(
    "ItemShape",
    __base__=_PlainItem,
    __doc__=f"One item of the rubric, with one source of its points: {', '.join(SOURCES[:-1])} or {SOURCES[-1]}.",
    **_brought({one.item_key: KEYS[one.item_key] for one in CAPABILITIES if one.item_key}),
)
_LIST_OF_ITEMS: Any = GenericAlias(list, ItemShape)
RubricShape = create_model(
    "RubricShape",
    __base__=_PlainRubric,
    __doc__="What a submission is graded against: items, points, checks and limits.",
    **_brought({one.section_key: KEYS[one.section_key] for one in CAPABILITIES if one.section_key}),
    criteria=(
        _LIST_OF_ITEMS,
        Field(min_length=1, description="The items of the rubric, in the order of the reports."),
    ),
)


class _Schema(GenerateJsonSchema):
    """The schema without the titles that pydantic derives from the names of fields."""

    def field_title_should_be_set(self, schema: object) -> bool:
        """Return False: a field needs no title beside its description."""
        del schema
        return False


def rubric_schema() -> dict[str, object]:
    """Return the JSON Schema (draft 2020-12) of a rubric file, for editors and other tools."""
    schema = RubricShape.model_json_schema(schema_generator=_Schema)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
