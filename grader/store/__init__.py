"""Results on disk, read back as data nobody vouches for."""

from __future__ import annotations
