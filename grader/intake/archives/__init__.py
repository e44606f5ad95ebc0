"""Unpacks archives of students into a folder of ours. Nothing in them is trusted."""

from __future__ import annotations

from grader.intake.archives.members import OF_A_CLASS, OF_A_STUDENT, Allowance, ArchiveLimits
from grader.intake.archives.unpacking import Unpacked, unpack

__all__ = ["OF_A_CLASS", "OF_A_STUDENT", "Allowance", "ArchiveLimits", "Unpacked", "unpack"]
