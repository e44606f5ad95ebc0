"""Tests of dialogues: console programs that print and ask."""

from __future__ import annotations
