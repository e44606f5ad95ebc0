"""Code quality, found in the text alone."""

from __future__ import annotations
