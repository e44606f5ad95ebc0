"""Finds in the text of a student's files where a function is defined, and what was probably meant by a missing one."""

from __future__ import annotations
