"""Finds recursive functions whose answers may be kept, and keeps them."""

from __future__ import annotations
