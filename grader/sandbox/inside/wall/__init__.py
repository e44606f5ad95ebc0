"""Takes rights away before the submission is there."""

from __future__ import annotations
