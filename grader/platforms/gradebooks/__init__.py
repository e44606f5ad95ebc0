"""Marks and texts for students in tables of platforms: filled in, where only cells that must change do, or made new."""
