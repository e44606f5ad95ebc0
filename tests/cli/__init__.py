"""The command line: what it prints, what it writes, its exit status."""

from __future__ import annotations
