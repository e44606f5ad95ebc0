"""The capabilities that there are. To add one: one folder beside this file, and one entry here."""

from __future__ import annotations

from typing import Any

from grader.capabilities.alpha_beta.capability import AlphaBeta
from grader.capabilities.capability import Capability
from grader.capabilities.lateness.capability import LateWork
from grader.capabilities.quality.capability import Quality

CAPABILITIES: tuple[Capability[Any], ...] = (AlphaBeta(), Quality(), LateWork())


def capability(name: str) -> Capability[Any] | None:
    """Return the capability called `name`, None if there is none."""
    return next((one for one in CAPABILITIES if one.name == name), None)
