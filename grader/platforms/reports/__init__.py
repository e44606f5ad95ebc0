"""The result in the formats of platforms that run the grader: CI logs and the files that they read."""

from __future__ import annotations
