"""Which modules the text of a submission imports; nothing of it is run."""

from __future__ import annotations
