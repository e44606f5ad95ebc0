"""One submission to one result."""

from __future__ import annotations
