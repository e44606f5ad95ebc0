"""One submission's probes, and what they use up."""

from __future__ import annotations
