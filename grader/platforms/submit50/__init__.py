"""submit50: its repositories, and the result as check50 prints it, which grades what it takes in."""

from __future__ import annotations

from grader.platforms.platform import Download, Platform, Report

PLATFORM = Platform(
    name="submit50",
    title="submit50",
    download=Download(name="submit50", title="submit50 repositories", module="grader.platforms.submit50.download"),
    report=Report(name="check50", module="grader.platforms.submit50.report", graded_is_success=True),
)
