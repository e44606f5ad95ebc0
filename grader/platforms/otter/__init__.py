"""Otter-Grader: a table of marks like its own."""

from __future__ import annotations

from grader.platforms.platform import Gradebook, Platform

PLATFORM = Platform(
    name="otter",
    title="Otter-Grader",
    gradebooks=(Gradebook(name="otter", writer="grader.platforms.otter.gradebook:new_gradebook", in_points=True),),
)
