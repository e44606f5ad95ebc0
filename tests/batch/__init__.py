"""Tests of grading a class: workers that die, runs that are killed, marks that are kept."""

from __future__ import annotations
