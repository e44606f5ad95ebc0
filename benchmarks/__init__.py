"""What things cost, each shown as a ratio against a named peer in the same run; never part of the tests."""

from __future__ import annotations
