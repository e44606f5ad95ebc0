"""What others use for the same assignment: files as an instructor would write them, and the tools that run them."""

from __future__ import annotations
