"""What a result is about: the submission, the rubric and the grader."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.identity import Identity
from grader.model.isolation import Isolation


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionInfo(Identity):
    """The student and the files that were graded."""

    sha256: str
    main: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricInfo:
    """The rubric that was used."""

    title: str
    assignment: str
    sha256: str
    scale_decimals: int | None = None
    scale_cap: bool = False
    """Whether the second scale ends at its full marks, also with a bonus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraderInfo:
    """The grader that was used."""

    version: str
    python: str
    """Minor version, such as ``3.11``: what a mark may depend on."""
    isolation: Isolation | None
    """None only if none of the submission's code was run, as after a fault of the grader before the first probe."""
    key: str
    """Hash of everything that a mark depends on: equal keys mean equal results."""
