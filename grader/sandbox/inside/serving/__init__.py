"""Imports the submission and answers for it."""

from __future__ import annotations
