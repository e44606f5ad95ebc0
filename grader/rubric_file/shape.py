"""
The shape of a rubric file: its keys, and the values that each accepts.

Rules that compare several places of a file (sums, names of checks) are in `rules`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from grader.capabilities.quality.report import KIND_TITLES
from grader.model.rubric import Limits
from grader.rubric_file.field_types import (
    Range,
    choice,
    file_name,
    identifier,
    list_of,
    module_name,
    number,
    regular_expression,
    text,
    true_or,
)
from grader.rubric_file.late_fields import duration, instant, points_or_percent

DEFAULTS = Limits()
POINTS = Range(least="0", most=10_000)
TOTAL = Range(least="0.01", most=100_000)
# A limit above a day makes no sense, and with less than 64 MiB of memory Python itself may fail to start.
SECONDS = Range(least="0.01", most=86_400, unit=" CPU seconds")
MEMORY = Range(least="64", most=1_048_576, places=0, unit=" MiB")
SOURCE = Range(least="1", most=65_536, places=0, unit=" KiB")

Points = Annotated[Decimal, number(POINTS, Decimal)]
Total = Annotated[Decimal, number(TOTAL, Decimal)]
Seconds = Annotated[float, number(SECONDS, float)]
Mebibytes = Annotated[int, number(MEMORY, int)]
Kibibytes = Annotated[int, number(SOURCE, int)]
Decimals = Annotated[int, number(Range(least="0", most=4, places=0), int)]
Text = Annotated[str, text()]
Id = Annotated[str, identifier()]
Module = Annotated[str, module_name()]
FileName = Annotated[str, file_name()]
Pattern = Annotated[str, regular_expression()]
TrueOrFile = Annotated[bool | str, true_or(file_name(), "a file that was handed out")]
TrueOrModules = Annotated[bool | list[str], true_or(list_of(module_name(), "modules"), "a list of modules")]
TrueOrNames = Annotated[bool | list[str], true_or(list_of(file_name(), "names"), "a list of names such as '*.pyc'")]
PointsOrPercent = Annotated[Decimal | str, points_or_percent(POINTS)]
Duration = Annotated[str, duration()]
Instant = Annotated[str, instant()]
Mode = Annotated[str, choice("auto", "suggest")]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ScaleShape(_Shape, title="Scale"):
    """A second total, reported beside the first."""

    to: Total = Field(description="Full marks on the second scale, such as 10.")
    decimals: Decimals = Field(description="Decimals of the scaled mark; it is rounded half up, once, at the end.")
    cap: bool = Field(default=False, description="Whether a bonus cannot lift the scaled mark above 'to'.")


class LimitsShape(_Shape, title="Limits"):
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


class QualityShape(_Shape, title="Code quality"):
    """How findings in the source text cost points."""

    mode: Mode = Field(default="suggest", description="auto: the points count. suggest: a person confirms them.")
    kinds: dict[str, Points] | None = Field(
        default=None,
        description="What the findings of each kind cost together, however many they are. A kind that is left out "
        "costs a twentieth of the item's points, and 'comments' a fifth.",
        json_schema_extra={"propertyNames": {"enum": list(KIND_TITLES)}},
    )


class FilesShape(_Shape, title="Other files"):
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


class ItemShape(_Shape, title="Item of the rubric"):
    """One item of the rubric, with one source of its points: checks, by_hand, quality or alpha_beta."""

    id: Id = Field(description="Name of the item in results and gradebooks; a function's name if its checks are bare.")
    title: Text = Field(description="What reports call the item.")
    points: Points = Field(description="Points of the item, with at most 2 decimals.")
    checks: dict[str, Points] | None = Field(
        default=None,
        description="How the checks share the item's points. A bare name is a check of the function called like the "
        "item's id; 'function.check' names a check of any function. A check that no item names counts 0 points.",
    )
    by_hand: bool = Field(
        default=False, description="A person gives the points; until then the item is to be marked by hand."
    )
    quality: QualityShape | None = Field(
        default=None, description="The points are for readable code: findings in the source text cost some of them."
    )
    alpha_beta: Mode | None = Field(
        default=None,
        description="The points are for alpha-beta pruning, which is seen by watching the search. auto: clear cases "
        "count by themselves, a person decides about the others. suggest: a person decides about all.",
    )
    bonus: bool = Field(default=False, description="Earned on top of the total.")


class LateShape(_Shape, title="Late work"):
    """What late work costs: an item of its own, with the reason, whenever points are taken off."""

    per_day: PointsOrPercent = Field(
        description="Taken off for each day that has begun: points, or a part of the total such as '10 %'."
    )
    cap: PointsOrPercent | None = Field(
        default=None, description="The most that is taken off, as in 'per_day'; without it the mark can go down to 0."
    )
    grace: Duration | None = Field(default=None, description="How much later still costs nothing, such as '15 min'.")
    due: Instant | None = Field(
        default=None,
        description="Until when work is in time, such as 2026-09-01T23:59+02:00. '--deadline' on the command line "
        "stands above it.",
    )


class RubricShape(_Shape, title="Rubric"):
    """What a submission is graded against: items, points, checks and limits."""

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
    files: FilesShape | None = Field(
        default=None, description="What is demanded of the other files. Without it they are not looked at."
    )
    late: LateShape | None = Field(default=None, description="What late work costs. Without it, nothing.")
    shortcut: bool = Field(
        default=True,
        description="Whether answers of the search are kept instead of computed again where that changes no answer.",
    )
    criteria: list[ItemShape] = Field(min_length=1, description="The items of the rubric, in the order of the reports.")


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
