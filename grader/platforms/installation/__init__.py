"""The files that one uploads to or commits on a platform of a course, so that it runs the grader."""

from __future__ import annotations
