"""What others use for the same assignment: test files as an instructor would write them, and tools that run them."""

from __future__ import annotations
