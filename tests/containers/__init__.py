"""Tests in surroundings like those that learning platforms run a grader in."""

from __future__ import annotations
