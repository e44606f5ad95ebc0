"""Stories as pages of HTML."""

from __future__ import annotations
