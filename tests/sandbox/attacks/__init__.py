"""Attacks on the sandbox: modules written to deceive the marker, and what comes of each."""

from __future__ import annotations
