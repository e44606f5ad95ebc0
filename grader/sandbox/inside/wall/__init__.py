"""Takes rights away from a process before the submission is there."""

from __future__ import annotations
